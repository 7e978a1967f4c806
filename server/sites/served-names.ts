import type { Kysely } from 'kysely';
import { isAhead } from '#server/base/clock.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { SharedReads } from '#server/database/engine/shared-reads.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findServedNames } from './hostname-checks.ts';

/** For so long a name without a site is not looked up again, in milliseconds. */
export const MISSING_MS = 5000;
/** More are not remembered. */
const MAX_MISSING = 10_000;

/**
 * Knows the names at which sites are served. Strangers can make a proxy ask for any name, as fast as they can
 * open connections: names requested during a read are read by one statement, and a name without a site is
 * requested once in five seconds. That there is a site is never remembered.
 */
export class ServedNames {
  /** When each name may be looked up again, in milliseconds since 1970. */
  readonly #missing = new WeightedCache<number>(MAX_MISSING);
  readonly #reads = new SharedReads<ReadonlyMap<string, boolean>>();
  /** The names for the next read. */
  readonly #asked = new Set<string>();
  #changes = 0;

  /** @param name normalized */
  async has(db: Kysely<Database>, name: string, now: Date): Promise<boolean> {
    const missingUntil = this.#missing.get(name) ?? 0;
    if (isAhead(missingUntil, now.getTime(), MISSING_MS)) return false;
    this.#asked.add(name);
    const changes = this.#changes;
    const servedNames = await this.#reads.get('', () => this.#read(db));
    const isServed = servedNames.get(name);
    // If the caller who read has disconnected, others read again.
    if (isServed === undefined) return this.has(db, name, now);
    if (!isServed && changes === this.#changes) this.#missing.set(name, now.getTime() + MISSING_MS, 1);
    return isServed;
  }

  /** A change of a name takes effect at once. */
  forget(name: string): void {
    this.#changes += 1;
    this.#missing.delete(name);
  }

  async #read(db: Kysely<Database>): Promise<ReadonlyMap<string, boolean>> {
    const names = [...this.#asked];
    this.#asked.clear();
    const served = names.length === 0 ? new Set() : await findServedNames(db, names);
    return new Map(names.map((name) => [name, served.has(name)]));
  }
}
