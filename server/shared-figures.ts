import { setTimeout as wait } from 'node:timers/promises';
import type { Notices } from './database/notices.ts';
import { dropFigures, onFiguresForgotten } from './remembered.ts';

/** How long further changes are gathered after some were told: many at once must not cost a statement each. */
const GATHER_MS = 5;
/** PostgreSQL takes 8000 bytes in a notice, and an id and its comma are 21. */
const MOST_IN_NOTICE = 300;

/**
 * Tells the other processes on a database in which organizations something has changed, and forgets the figures of those
 * that they tell. No answer waits for it: a total that is some milliseconds old misleads nobody.
 */
export class SharedFigures {
  readonly #notices: Notices;
  readonly #changed = new Set<string>();
  readonly #stopListening: () => void;
  #telling: Promise<void> = Promise.resolve();
  #isGathering = false;

  constructor(notices: Notices) {
    this.#notices = notices;
    notices.on('figures', (ids) => {
      for (const id of ids.split(',')) dropFigures(id);
    });
    this.#stopListening = onFiguresForgotten((organizationId) => {
      this.#changed.add(organizationId);
      void this.#tellSoon();
    });
  }

  /** Resolves when the others have been told of all changes until now. */
  told(): Promise<void> {
    if (this.#changed.size > 0) this.#telling = this.#telling.then(() => this.#tell());
    return this.#telling;
  }

  /** Tells what is left, and hears of no further change. */
  close(): Promise<void> {
    this.#stopListening();
    return this.told();
  }

  async #tellSoon(): Promise<void> {
    if (this.#isGathering) return;
    this.#isGathering = true;
    while (this.#changed.size > 0) {
      await this.told();
      await wait(GATHER_MS, undefined, { ref: false });
    }
    this.#isGathering = false;
  }

  async #tell(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    for (let start = 0; start < ids.length; start += MOST_IN_NOTICE) {
      await this.#notices.tell('figures', ids.slice(start, start + MOST_IN_NOTICE).join(','));
    }
  }
}
