import { createHmac, randomBytes } from 'node:crypto';

const MINUTE_SECONDS = 60;
const ROWS = 4;
const COUNTERS_PER_ROW = 65_536;
/** The bytes of the places of a key: two for each row. */
const PLACES_BYTES = ROWS * 2;
/** How many keys are noted for the exchange between two of them; requests of more are counted by this server alone. */
const MAX_CHANGES = 50_000;

/** What was counted for a key since the last exchange, by its places in the sketch. */
export interface CountChange {
  /** In base64url. */
  places: string;
  by: number;
}

/**
 * Counts by key per whole minute, in one mebibyte for any number of keys (a count-min sketch). Each key
 * increments one counter per row, and the lowest is its count: never too low, and too high only if other keys
 * share a counter in every row. No key is evicted, so invented keys reset no count; places depend on a secret, so that
 * other keys' counters can't be targeted. Servers with the same secret can add each other's counts.
 */
export class MinuteCounters {
  readonly #secret: Uint8Array;
  readonly #counters = new Uint32Array(ROWS * COUNTERS_PER_ROW);
  readonly #changes = new Map<string, number>();
  #minute = 0;

  constructor(secret: Uint8Array = randomBytes(32)) {
    this.#secret = secret;
  }

  /** Increments the count of `key` in the minute of `seconds`, by one or by more; returns the new count. */
  add(key: string, seconds: number, by = 1): number {
    this.#resetIfNewMinute(minuteOf(seconds));
    const places = this.#placesOf(key);
    this.#note(places, by);
    return this.#change(places, by);
  }

  /** Reverts an increment at `seconds`; no effect once its minute is over. */
  subtract(key: string, seconds: number): void {
    if (minuteOf(seconds) !== this.#minute) return;
    const places = this.#placesOf(key);
    this.#note(places, -1);
    this.#change(places, -1);
  }

  /** What was counted since the last call, in the minute that is returned with it; most first. */
  takeChanges(): { minute: number; changes: CountChange[] } {
    const changes = [...this.#changes].map(([places, by]) => ({ places, by })).filter(({ by }) => by !== 0);
    this.#changes.clear();
    return { minute: this.#minute, changes: changes.toSorted((a, b) => b.by - a.by) };
  }

  /** Puts back what could not be sent. */
  returnChanges(minute: number, changes: readonly CountChange[]): void {
    if (minute !== this.#minute) return;
    for (const { places, by } of changes) this.#changes.set(places, (this.#changes.get(places) ?? 0) + by);
  }

  /** Adds what another server has counted. Ignores other minutes: clocks differ, and old messages come late. */
  addOthers(minute: number, changes: readonly CountChange[], seconds: number): void {
    if (minute !== minuteOf(seconds)) return;
    this.#resetIfNewMinute(minute);
    for (const { places, by } of changes) {
      const bytes = Buffer.from(places, 'base64url');
      if (bytes.length === PLACES_BYTES && Number.isSafeInteger(by)) this.#change(bytes, by);
    }
  }

  #resetIfNewMinute(minute: number): void {
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#counters.fill(0);
    this.#changes.clear();
  }

  #note(places: Buffer, by: number): void {
    const name = places.toString('base64url');
    const noted = this.#changes.get(name);
    if (noted !== undefined || this.#changes.size < MAX_CHANGES) this.#changes.set(name, (noted ?? 0) + by);
  }

  /** Returns the new count. */
  #change(places: Buffer, by: number): number {
    let lowest = Infinity;
    for (let row = 0; row < ROWS; row += 1) {
      const index = row * COUNTERS_PER_ROW + places.readUInt16BE(row * 2);
      const count = Math.max(0, (this.#counters[index] ?? 0) + by);
      this.#counters[index] = count;
      lowest = Math.min(lowest, count);
    }
    return lowest;
  }

  #placesOf(key: string): Buffer {
    return createHmac('sha256', this.#secret).update(key).digest().subarray(0, PLACES_BYTES);
  }
}

function minuteOf(seconds: number): number {
  return Math.floor(seconds / MINUTE_SECONDS);
}

/** The end of the minute of `seconds`, in seconds. */
export function endOfMinute(seconds: number): number {
  return (minuteOf(seconds) + 1) * MINUTE_SECONDS;
}
