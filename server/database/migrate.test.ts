// @module-tag both-engines
import { type Migration, sql } from 'kysely';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmptyDatabase } from '#server/test/test-database.ts';
import { connect } from './engine/connect.ts';
import { migrate } from './migrate.ts';

const folder = join(import.meta.dirname, 'migrations');

/** All migrations but one, as an earlier release had them. */
async function migrationsWithout(missing: string): Promise<Record<string, Migration>> {
  const names = readdirSync(folder)
    .filter((file) => /^\d/.test(file))
    .map((file) => basename(file, '.ts'))
    .filter((name) => name !== missing);
  const migrations = names.map(async (name) => [name, await import(`./migrations/${name}.ts`)] as const);
  return Object.fromEntries(await Promise.all(migrations));
}

describe('migrating', () => {
  it.each(['018-site-hostnames', '027-specification-order'])(
    'applies %s to an installation that has later ones',
    async (name) => {
      const connection = await openEmptyDatabase();
      expect(await migrate(connection.db, { migrations: await migrationsWithout(name) })).not.toContain(name);
      expect(await migrate(connection.db)).toEqual([name]);
      expect(await migrate(connection.db)).toEqual([]);
      await connection.close();
    },
  );

  it('refuses a database that a newer version has migrated, and changes nothing', async () => {
    const connection = await openEmptyDatabase();
    const first = { up: async () => {} };
    await migrate(connection.db, { migrations: { '001-first': first, '999-later': first } });
    const older = migrate(connection.db, { migrations: { '001-first': first, '002-pending': first } });
    await expect(older).rejects.toThrow(/^it was migrated by a newer version of Bindery \(999-later\);/);
    const { rows } = await sql`select name from kysely_migration order by name`.execute(connection.db);
    expect(rows).toEqual([{ name: '001-first' }, { name: '999-later' }]);
    await connection.close();
  });
});

describe.runIf(process.env.TEST_ENGINE === 'postgres')('servers that start at once', () => {
  it('migrate once; the others wait without a connection, and say for whom', async () => {
    const first = await openEmptyDatabase();
    const second = await connect({ databaseUrl: first.url ?? '' });
    let go = () => {};
    const isBlocked = new Promise<void>((resolve) => {
      go = resolve;
    });
    let runs = 0;
    let begin = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const migrations: Record<string, Migration> = {
      '001-slow': {
        up: async (db) => {
          runs += 1;
          await sql`create table slow (id int)`.execute(db);
          begin();
          await isBlocked;
        },
      },
    };
    const ages: (number | undefined)[] = [];
    const migrated = migrate(first.db, { migrations });
    await hasBegun;
    const waited = migrate(second.db, {
      migrations,
      onWait: (heldForMs) => {
        ages.push(heldForMs);
        if (ages.length === 3) go();
      },
    });
    expect(await migrated).toEqual(['001-slow']);
    expect(await waited).toEqual([]);
    expect(runs).toBe(1);
    expect(ages[2]).toBeGreaterThan(ages[0] ?? Infinity);
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`.execute(first.db);
    expect(rows).toEqual([]);
    await second.close();
    await first.close();
  });
});

it('leaves no index whose new entries wait in a list that every search reads', async () => {
  const connection = await openEmptyDatabase();
  await migrate(connection.db);
  const { rows } = await sql<{ name: string }>`
    select index.relname as name from pg_class index join pg_am method on method.oid = index.relam
    where method.amname = 'gin' and index.relnamespace = current_schema()::regnamespace
      and not coalesce(index.reloptions, '{}') @> '{fastupdate=off}'`.execute(connection.db);
  expect(rows).toEqual([]);
  await connection.close();
});
