import type { KyselyPlugin } from 'kysely';

/** Fails statement `position`; `isKilled`: also all that follow, as when the process ends there. */
export class Interruption implements KyselyPlugin {
  count = 0;
  readonly #position: number;
  readonly #isKilled: boolean;

  constructor(position: number, isKilled: boolean) {
    this.#position = position;
    this.#isKilled = isKilled;
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.count += 1;
    if (this.count === this.#position || (this.#isKilled && this.count > this.#position))
      throw new Error('interrupted');
    return node;
  };

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}
