/** How often a cache had what was looked for. */
export interface CacheCounts {
  hits: number;
  misses: number;
}

/** The counts of all caches with a name, for those who watch the server. */
export const cacheCounts = new Map<string, CacheCounts>();

/** Keeps the most recently used values up to a total weight, such as bytes. Use counts once half of that is reached. */
export class WeightedCache<Value> {
  readonly #maxWeight: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, { value: Value; weight: number }>();
  readonly #counts: CacheCounts = { hits: 0, misses: 0 };
  #weight = 0;

  /** With a name, it is counted how often it had what was looked for. */
  constructor(maxWeight: number, name?: string) {
    this.#maxWeight = maxWeight;
    if (name !== undefined) cacheCounts.set(name, this.#counts);
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#counts.misses += 1;
      return undefined;
    }
    this.#counts.hits += 1;
    // Changing the order takes longer than finding a value, and nothing is removed while half of the room is left.
    if (this.#weight * 2 > this.#maxWeight) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  /** Values that are heavier than the whole cache are not kept. */
  set(key: string, value: Value, weight: number): void {
    this.delete(key);
    if (weight > this.#maxWeight) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
