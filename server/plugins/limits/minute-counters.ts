import { createHmac, randomBytes } from 'node:crypto';

const MINUTE_SECONDS = 60;
const ROWS = 4;
const COUNTERS_PER_ROW = 65_536;

/**
 * Counts by key per whole minute, in one mebibyte for any number of keys (a count-min sketch). Each key
 * increments one counter per row, and the lowest is its count: never too low, and too high only if other keys
 * share a counter in every row. No key is evicted, so invented keys reset no count; slots depend on a secret
 * of the process, so that other keys' counters can't be targeted.
 */
export class MinuteCounters {
  readonly #secret = randomBytes(32);
  readonly #counters = new Uint32Array(ROWS * COUNTERS_PER_ROW);
  #minute = 0;

  /** Increments the count of `key` in the minute of `seconds`, by one or by more; returns the new count. */
  add(key: string, seconds: number, by = 1): number {
    this.#resetIfNewMinute(seconds);
    const counts = this.#slotsOf(key).map((index) => this.#change(index, by));
    return Math.min(...counts);
  }

  /** Reverts an increment at `seconds`; no effect once its minute is over. */
  subtract(key: string, seconds: number): void {
    if (minuteOf(seconds) !== this.#minute) return;
    for (const index of this.#slotsOf(key)) this.#change(index, -1);
  }

  #resetIfNewMinute(seconds: number): void {
    if (minuteOf(seconds) === this.#minute) return;
    this.#minute = minuteOf(seconds);
    this.#counters.fill(0);
  }

  #change(index: number, by: number): number {
    const count = Math.max(0, (this.#counters[index] ?? 0) + by);
    this.#counters[index] = count;
    return count;
  }

  #slotsOf(key: string): number[] {
    const digest = createHmac('sha256', this.#secret).update(key).digest();
    return Array.from({ length: ROWS }, (_, row) => row * COUNTERS_PER_ROW + digest.readUInt16BE(row * 2));
  }
}

function minuteOf(seconds: number): number {
  return Math.floor(seconds / MINUTE_SECONDS);
}

/** The end of the minute of `seconds`, in seconds. */
export function endOfMinute(seconds: number): number {
  return (minuteOf(seconds) + 1) * MINUTE_SECONDS;
}
