import { type Migration, sql } from 'kysely';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmptyDatabase } from '#server/test/test-database.ts';
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
      expect(await migrate(connection.db, await migrationsWithout(name))).not.toContain(name);
      expect(await migrate(connection.db)).toEqual([name]);
      expect(await migrate(connection.db)).toEqual([]);
      await connection.close();
    },
  );
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
