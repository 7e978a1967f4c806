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
 * Tells at which names sites are served. Anybody can make a proxy ask for any name, as fast as they can open
 * connections: what is asked meanwhile is read by one statement, and a name without a site is asked about once in five
 * seconds. That there is a site is never remembered.
 */
export class ServedNames {
  /** When each name may be looked up again, in milliseconds since 1970. */
  readonly #missing = new WeightedCache<number>(MAX_MISSING);
  readonly #reads = new SharedReads<ReadonlyMap<string, boolean>>();
  /** What the next read asks for. */
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
    // Where the caller who read has gone, others ask again.
    if (isServed === undefined) return this.has(db, name, now);
    if (!isServed && changes === this.#changes) this.#missing.set(name, now.getTime() + MISSING_MS, 1);
    return isServed;
  }

  /** What a change says about a name is the case at once. */
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
