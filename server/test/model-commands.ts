import fc from 'fast-check';
import { commentActions } from './model-comment-actions.ts';
import { contentActions } from './model-content-actions.ts';
import { reviewActions } from './model-review-actions.ts';
import type { ModelServer } from './model-server.ts';
import type { Model } from './model-state.ts';
import { siteActions } from './model-site-actions.ts';

/** Chooses among what there is, the same for the same numbers. */
export class Choice {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** One of some things, of which there must be one. */
  pick<T>(items: readonly T[]): T {
    const number = this.#numbers[this.#next % this.#numbers.length] ?? 0;
    this.#next += 1;
    for (const item of items.slice(number % items.length)) return item;
    throw new Error('There is nothing to choose from.');
  }
}

/** One kind of change: to the model and the server alike. */
export interface Action {
  /** Whether there is what it needs. */
  can: (model: Model) => boolean;
  /** Does it to both, compares what it touches, and says what it did. */
  run: (model: Model, server: ModelServer, choice: Choice) => Promise<string>;
}

class Command implements fc.AsyncCommand<Model, ModelServer> {
  readonly #name: string;
  readonly #action: Action;
  readonly #numbers: readonly number[];
  #said = '';

  constructor(name: string, action: Action, numbers: readonly number[]) {
    this.#name = name;
    this.#action = action;
    this.#numbers = numbers;
  }

  check(model: Model): boolean {
    return this.#action.can(model);
  }

  async run(model: Model, server: ModelServer): Promise<void> {
    this.#said = 'failed';
    this.#said = await this.#action.run(model, server, new Choice(this.#numbers));
  }

  /** What was done, in words; of the command that failed, the numbers that it chose by. */
  toString(): string {
    return this.#said === 'failed' ? `${this.#name}(${this.#numbers.join(', ')})` : this.#said;
  }
}

const numbers = fc.tuple(fc.nat({ max: 59 }), fc.nat({ max: 59 }), fc.nat({ max: 59 }));

const actions: Record<string, Action> = {
  ...contentActions,
  ...siteActions,
  ...reviewActions,
  ...commentActions,
};

/** What every history begins with, so that the changes which follow have something to change and to disagree about. */
const OPENING = [
  'createCollection',
  'createSpace',
  'startChangeRequest',
  'insertPage',
  'merge',
  'startChangeRequest',
  'startChangeRequest',
  'createSite',
  'addSection',
  'comment',
];

/** Carries out the opening: Space 2 has a page, #1 is merged, #2 and #3 are drafts. */
export async function begin(model: Model, server: ModelServer): Promise<void> {
  for (const name of OPENING) await actions[name]?.run(model, server, new Choice([0]));
}

/** Sequences of changes of every kind. */
export function anyCommands(most: number) {
  return fc.commands(
    Object.entries(actions).map(([name, action]) =>
      numbers.map((chosen) => new Command(name, action, chosen)),
    ),
    { maxCommands: most, size: 'max' },
  );
}
