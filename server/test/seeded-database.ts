import { type RawBuilder, sql } from 'kysely';
import { resolveAccess } from '#server/access/roles.ts';
import type { StoredFileRef, StoredPage } from '#server/content/pages/storage.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { seedDemonstration } from '#server/seed/demonstration.ts';
import { openTestDatabase } from './test-database.ts';

/** The time for which tests seed. */
export const NOW = new Date('2026-11-21T09:30:00Z');

/** A revision with typed pages and files. */
export interface RevisionContent {
  id: string;
  pages: StoredPage[];
  files: StoredFileRef[];
}

/** A seeded database with query helpers. */
export interface SeededDatabase extends Connection {
  /** The single number of a query. */
  count(query: string): Promise<number>;
  /** The rows of a query; queries for violations must find none. */
  rows(query: string): Promise<unknown[]>;
}

let demonstration: Promise<SeededDatabase> | undefined;

/** The demonstration, which the files of a worker share: they only read. */
export function sharedDemonstration(): Promise<SeededDatabase> {
  demonstration ??= openDemonstration();
  return demonstration;
}

/** A new database with the demonstration. */
export const openDemonstration = (): Promise<SeededDatabase> =>
  openSeededDatabase(({ db }) => inTransaction(db, (trx) => seedDemonstration(trx, { now: NOW })));

/** A new database, filled by `seed`. */
export async function openSeededDatabase(
  seed: (connection: Connection) => Promise<void>,
): Promise<SeededDatabase> {
  const connection = await openTestDatabase();
  await seed(connection);
  const run = async <T>(query: RawBuilder<T>) => (await query.execute(connection.db)).rows;
  return {
    ...connection,
    count: async (query) =>
      (await run(sql<{ n: number }>`select (${sql.raw(query)})::int as n`))[0]?.n ?? Number.NaN,
    rows: (query) => run(sql.raw(query)),
  };
}

/** The titles of content whose access columns differ from the derived ones. */
export async function findWrongAccess({ db }: Connection): Promise<string[]> {
  const collections = await db.selectFrom('collections').selectAll().execute();
  const byId = new Map(collections.map((row) => [row.id, row]));
  const spaces = await db.selectFrom('spaces').selectAll().execute();
  const wrong = [...collections, ...spaces].filter((row) => {
    const expected = resolveAccess(row, byId.get(row.parent_id ?? '') ?? null);
    return (
      row.resolved_level !== expected.resolved_level ||
      row.grant_path.join() !== expected.grant_path.join() ||
      row.ancestor_path.join() !== expected.ancestor_path.join()
    );
  });
  return wrong.map((row) => row.title);
}
