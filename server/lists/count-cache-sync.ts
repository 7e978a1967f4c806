import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#server/base/ids.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';
import { invalidateLocalCounts, onCountsInvalidated } from './count-cache.ts';

/** How long further changes are batched after a message, so that many at once do not cost a statement each. */
const BATCH_MS = 5;
/** PostgreSQL allows 8000 bytes per message; an id with its comma takes 21. */
const MAX_IDS_PER_MESSAGE = 300;

/**
 * Publishes to the other processes in which organizations something changed, and invalidates the counts that they
 * report. No response waits for it: a total that is some milliseconds old misleads no one. A message comes back to its
 * sender, whose own counts are newer than that.
 */
export class CountCacheSync {
  readonly #pubSub: PubSub;
  /** The last id of each message. To older servers it is an organization that has no counts. */
  readonly #sender = newId();
  readonly #changed = new Set<string>();
  readonly #stopListening: () => void;
  #publishing: Promise<void> = Promise.resolve();
  #isBatching = false;

  constructor(pubSub: PubSub) {
    this.#pubSub = pubSub;
    pubSub.subscribe('counts', (ids) => {
      const all = ids.split(',');
      if (all.at(-1) === this.#sender) return;
      for (const id of all) invalidateLocalCounts(id);
    });
    this.#stopListening = onCountsInvalidated((organizationId) => {
      this.#changed.add(organizationId);
      void this.#publishSoon();
    });
  }

  /** Resolves when all changes so far have been published. */
  flush(): Promise<void> {
    if (this.#changed.size > 0) this.#publishing = this.#publishing.then(() => this.#publish());
    return this.#publishing;
  }

  /** Publishes the remaining changes and stops listening. */
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
      const message = [...ids.slice(start, start + MAX_IDS_PER_MESSAGE), this.#sender];
      await this.#pubSub.publish('counts', message.join(','));
    }
  }
}
