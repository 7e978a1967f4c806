// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { addSource } from '#server/content/stored/import-sources.ts';
import { type TestDatabase, openTestDatabase } from '#server/test/test-database.ts';
import { vacuumGrownTables } from './vacuum-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The rows of a table that the planner knows of; below 0 before the first statistics. */
async function knownRows(table: string): Promise<number | undefined> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples::int as rows from pg_class where relname = ${table}`.execute(database.db);
  return rows[0]?.rows;
}

const grow = (count: number) =>
  sql`insert into grown select repeat('x', 100) from generate_series(1, ${count}::int)`.execute(database.db);

/** The share of its pages whose rows are known to be visible to all transactions. */
async function visibleShare(table: string): Promise<number | undefined> {
  const { rows } = await sql<{ share: number }>`
    select relallvisible::float / relpages as share from pg_class where relname = ${table}`.execute(
    database.db,
  );
  return rows[0]?.share;
}

/** Until the transactions of other tests, which may have begun before the rows were there, have ended. */
const vacuumUntilVisible = (table: string) =>
  expect
    .poll(
      async () => {
        await vacuumGrownTables(database.db);
        return visibleShare(table);
      },
      { timeout: 20_000 },
    )
    // A page that is in use meanwhile is passed over.
    .toBeGreaterThan(0.6);

describe('the room of imported sources', () => {
  it('is given back once none is left', async () => {
    const { db } = database;
    const size = async () => {
      const { rows } = await sql<{ size: number }>`
        select pg_total_relation_size('import_chunks')::float8 as size`.execute(db);
      return rows[0]?.size ?? 0;
    };
    const organizationId = newId();
    await sql`insert into organizations (id, title) values (${organizationId}, 'Tides')`.execute(db);
    const id = await addSource(db, { organizationId, name: 'docs.zip', size: 0, now: new Date() });
    await sql`insert into import_chunks (source_id, start, data)
      select ${id}, at * 262144, decode(repeat('5a', 262144), 'hex') from generate_series(0, 260) as at`.execute(
      db,
    );
    await vacuumGrownTables(db);
    expect(await size()).toBeGreaterThan(64 * 1024 * 1024);
    await db.deleteFrom('import_sources').where('id', '=', id).execute();
    await vacuumGrownTables(db);
    expect(await size()).toBeLessThan(1024 * 1024);
  });
});

describe('the statistics of a table', () => {
  it('are updated once it has grown, and not again before it has grown more', async () => {
    await sql`create table grown (text text) with (autovacuum_enabled = false)`.execute(database.db);
    await grow(2000);
    await vacuumUntilVisible('grown');
    expect(await knownRows('grown')).toBe(2000);
    await grow(100);
    await vacuumGrownTables(database.db);
    expect(await knownRows('grown')).toBe(2000);
    await grow(2000);
    await vacuumGrownTables(database.db);
    expect(await knownRows('grown')).toBe(4100);
  });

  it('are updated, and its rows known to be visible, where it never was vacuumed', async () => {
    await sql`create table filled (text text) with (autovacuum_enabled = false)`.execute(database.db);
    await sql`insert into filled select repeat('x', 100) from generate_series(1, 2000)`.execute(database.db);
    await sql`analyze filled`.execute(database.db);
    expect(await visibleShare('filled')).toBe(0);
    await vacuumUntilVisible('filled');
  });
});
