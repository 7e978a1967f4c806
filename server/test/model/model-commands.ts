import fc from 'fast-check';
import { commentActions } from './model-comment-actions.ts';
import { contentActions } from './model-content-actions.ts';
import { reviewActions } from './model-review-actions.ts';
import type { ModelServer } from './model-server.ts';
import { siteActions } from './model-site-actions.ts';
import type { Model } from './model-state.ts';

/** Picks items deterministically by given numbers. */
export class SeededChoice {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** One of a non-empty list. */
  pick<T>(items: readonly T[]): T {
    const number = this.#numbers[this.#next % this.#numbers.length] ?? 0;
    this.#next += 1;
    for (const item of items.slice(number % items.length)) return item;
    throw new Error('There is nothing to choose from.');
  }
}

/** A kind of change, applied to the model and the server. */
export interface Action {
  /** Whether its preconditions hold. */
  canRun: (model: Model) => boolean;
  /** Applies it to both, compares the result, and returns a description. */
  run: (model: Model, server: ModelServer, choice: SeededChoice) => Promise<string>;
}

class Command implements fc.AsyncCommand<Model, ModelServer> {
  readonly #name: string;
  readonly #action: Action;
  readonly #numbers: readonly number[];
  #description = '';

  constructor(name: string, action: Action, numbers: readonly number[]) {
    this.#name = name;
    this.#action = action;
    this.#numbers = numbers;
  }

  check(model: Model): boolean {
    return this.#action.canRun(model);
  }

  async run(model: Model, server: ModelServer): Promise<void> {
    this.#description = 'failed';
    this.#description = await this.#action.run(model, server, new SeededChoice(this.#numbers));
  }

  /** The description; for a failed command, its numbers. */
  toString(): string {
    return this.#description === 'failed' ? `${this.#name}(${this.#numbers.join(', ')})` : this.#description;
  }
}

const numbers = fc.tuple(fc.nat({ max: 59 }), fc.nat({ max: 59 }), fc.nat({ max: 59 }));

const actions: Record<string, Action> = {
  ...contentActions,
  ...siteActions,
  ...reviewActions,
  ...commentActions,
};

/** The commands that every history starts with: change requests to continue with, two of them in conflict. */
const SETUP_COMMANDS: readonly (readonly [string, number[]])[] = [
  ['createCollection', [0]],
  ['createSpace', [0]],
  ['startChangeRequest', [0]],
  ['insertPage', [0]],
  ['merge', [0]],
  ['startChangeRequest', [0]],
  ['startChangeRequest', [0]],
  ['changePage', [1, 0, 0]],
  ['changePage', [2, 0, 1]],
  ['createSite', [0]],
  ['addSection', [0]],
  ['comment', [0]],
];

/**
 * Runs the setup: the space gets a page through #1, which is merged; #2 changes its title, #3 deletes it. Later
 * commands compare the result.
 */
export async function runSetup(model: Model, server: ModelServer): Promise<void> {
  server.isComparing = false;
  for (const [name, numbers] of SETUP_COMMANDS)
    await actions[name]?.run(model, server, new SeededChoice(numbers));
  server.isComparing = true;
}

/** Random command sequences; change requests come twice as often, because their commands depend on each other. */
export function commandsArbitrary(maxCommands: number) {
  return fc.commands(
    [...Object.entries(actions), ...Object.entries(reviewActions)].map(([name, action]) =>
      numbers.map((chosen) => new Command(name, action, chosen)),
    ),
    { maxCommands, size: 'max' },
  );
}
