import { setTimeout as wait } from 'node:timers/promises';
import type { PubSub } from './database/pub-sub.ts';
import { invalidateLocalCounts, onCountsInvalidated } from './count-cache.ts';

/** How long further changes are gathered after some were told: many at once must not cost a statement each. */
const BATCH_MS = 5;
/** PostgreSQL takes 8000 bytes in a notice, and an id and its comma are 21. */
const MAX_IDS_PER_MESSAGE = 300;

/**
 * Tells the other processes on a database in which organizations something has changed, and forgets the figures of those
 * that they tell. No answer waits for it: a total that is some milliseconds old misleads nobody.
 */
export class CountCacheSync {
  readonly #pubSub: PubSub;
  readonly #changed = new Set<string>();
  readonly #stopListening: () => void;
  #publishing: Promise<void> = Promise.resolve();
  #isBatching = false;

  constructor(notices: PubSub) {
    this.#pubSub = notices;
    notices.subscribe('figures', (ids) => {
      for (const id of ids.split(',')) invalidateLocalCounts(id);
    });
    this.#stopListening = onCountsInvalidated((organizationId) => {
      this.#changed.add(organizationId);
      void this.#publishSoon();
    });
  }

  /** Resolves when the others have been told of all changes until now. */
  flush(): Promise<void> {
    if (this.#changed.size > 0) this.#publishing = this.#publishing.then(() => this.#publish());
    return this.#publishing;
  }

  /** Tells what is left, and hears of no further change. */
  close(): Promise<void> {
    this.#stopListening();
    return this.flush();
  }

  async #publishSoon(): Promise<void> {
    if (this.#isBatching) return;
    this.#isBatching = true;
    while (this.#changed.size > 0) {
      await this.flush();
      await wait(BATCH_MS, undefined, { ref: false });
    }
    this.#isBatching = false;
  }

  async #publish(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    for (let start = 0; start < ids.length; start += MAX_IDS_PER_MESSAGE) {
      await this.#pubSub.publish('figures', ids.slice(start, start + MAX_IDS_PER_MESSAGE).join(','));
    }
  }
}
