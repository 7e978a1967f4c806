import type { Clock } from '#server/base/clock.ts';
import { newId } from '#server/base/ids.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';
import type { CountChange, MinuteCounters } from './minute-counters.ts';

const INTERVAL_MS = 1000;
/** PostgreSQL allows 8000 bytes per message; a change has at most 20. */
const CHANGES_PER_MESSAGE = 350;
/** What there is beyond it waits for the next second; the keys with the most requests go first. */
const MAX_MESSAGES = 20;

/**
 * Tells the other servers each second what this one has counted for rate limits, so that together they grant what one would,
 * and what comes within that second (decision 335). No request waits for it.
 */
export class RateExchange {
  readonly #pubSub: PubSub;
  readonly #counters: MinuteCounters;
  readonly #sender = newId();
  readonly #timer: NodeJS.Timeout;
  #sending: Promise<void> = Promise.resolve();

  constructor(pubSub: PubSub, counters: MinuteCounters, clock: Clock) {
    this.#pubSub = pubSub;
    this.#counters = counters;
    pubSub.subscribe('rates', (text) => {
      const [sender, minute, ...changes] = text.split(',');
      if (sender === this.#sender) return;
      counters.addOthers(Number(minute), changes.map(parseChange), clock.now().getTime() / 1000);
    });
    this.#timer = setInterval(() => void this.flush(), INTERVAL_MS).unref();
  }

  /** Resolves when what was counted so far has been sent. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { minute, changes } = this.#counters.takeChanges();
    const sent = changes.slice(0, CHANGES_PER_MESSAGE * MAX_MESSAGES);
    this.#counters.returnChanges(minute, changes.slice(sent.length));
    for (let start = 0; start < sent.length; start += CHANGES_PER_MESSAGE) {
      const texts = sent.slice(start, start + CHANGES_PER_MESSAGE).map(({ places, by }) => `${places}:${by}`);
      await this.#pubSub.publish('rates', [this.#sender, minute, ...texts].join(','));
    }
  }
}

function parseChange(text: string): CountChange {
  const [places = '', by] = text.split(':');
  return { places, by: Number(by) };
}
