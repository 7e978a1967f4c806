import { createHmac, randomBytes } from 'node:crypto';

const MINUTE_SECONDS = 60;
const ROWS = 4;
const COUNTERS_PER_ROW = 65_536;

/**
 * Counts by key in whole minutes, in one mebibyte however many keys there are (a count-min sketch). Each key adds to
 * one counter of each row, and the lowest of them is its count: never too low, and too high only when other keys share
 * a counter with it in every row. No key is ever evicted, so nobody gets rid of a count by making up keys; the places
 * depend on a secret of the process, so nobody can aim at the counters of somebody else.
 */
export class MinuteCounters {
  readonly #secret = randomBytes(32);
  readonly #counters = new Uint32Array(ROWS * COUNTERS_PER_ROW);
  #minute = 0;

  /** Counts one more for `key` in the minute of `seconds`; returns how many there are now. */
  add(key: string, seconds: number): number {
    this.#resetIfNewMinute(seconds);
    const counts = this.#slotsOf(key).map((place) => this.#change(place, 1));
    return Math.min(...counts);
  }

  /** Takes one back that was counted at `seconds`; without effect once its minute is over. */
  subtract(key: string, seconds: number): void {
    if (minuteOf(seconds) !== this.#minute) return;
    for (const place of this.#slotsOf(key)) this.#change(place, -1);
  }

  #resetIfNewMinute(seconds: number): void {
    if (minuteOf(seconds) === this.#minute) return;
    this.#minute = minuteOf(seconds);
    this.#counters.fill(0);
  }

  #change(place: number, by: number): number {
    const count = Math.max(0, (this.#counters[place] ?? 0) + by);
    this.#counters[place] = count;
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

/** When the minute of `seconds` is over, in seconds. */
export function endOfMinute(seconds: number): number {
  return (minuteOf(seconds) + 1) * MINUTE_SECONDS;
}
