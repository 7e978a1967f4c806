import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_MS = 4;

/** Lets other work have its turn once some milliseconds are used. */
export class Turns {
  #since = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#since < MAX_MS) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
