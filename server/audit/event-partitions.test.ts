// @module-tag both-engines
import { type Migration, sql } from 'kysely';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { connect } from '#server/database/engine/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { waitUntilSettled } from '#server/test/read-events.ts';
import {
  locationOf,
  openEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '#server/test/test-database.ts';
import { readEvents } from './event-log.ts';
import { createEventPartitions } from './event-partitions.ts';

const folder = join(import.meta.dirname, '../database/migrations');
const START = { epoch: 1, tx: '0', seq: 0 };

/** The migrations of the version that had no record of events. */
async function earlierMigrations(): Promise<Record<string, Migration>> {
  const names = readdirSync(folder)
    .map((file) => basename(file, '.ts'))
    .filter((name) => /^\d/.test(name) && name < '080');
  const migrations = names.map(
    async (name) => [name, await import(`../database/migrations/${name}.ts`)] as const,
  );
  return Object.fromEntries(await Promise.all(migrations));
}

/** Writes an entry with the columns that the version of before named. */
const writeAsBefore = ({ db }: Pick<TestDatabase, 'db'>, organizationId: string, summary: string) =>
  sql`insert into audit_log (id, organization_id, actor_id, action, target_kind, target_id, summary, before, after, names)
    values (${newId()}, ${organizationId}, null, 'updateTeam', 'team', 't', ${summary}, null, null, null)`.execute(
    db,
  );

const addOrganization = async ({ db }: Pick<TestDatabase, 'db'>) => {
  const id = newId();
  await db.insertInto('organizations').values({ id, title: 'Press' }).execute();
  return id;
};

/** The partition of each entry, by its summary. */
async function partitionsOf({ db }: Pick<TestDatabase, 'db'>): Promise<Record<string, string>> {
  const { rows } = await sql<{ summary: string; partition: string }>`
    select summary, tableoid::regclass::text as partition from audit_log`.execute(db);
  return Object.fromEntries(rows.map(({ summary, partition }) => [summary, partition]));
}

describe('a migration from the version without a record of events', () => {
  it('leaves entries of before in their table, before every cursor, and numbers those that follow', async () => {
    const connection = await openEmptyDatabase();
    try {
      await migrate(connection.db, { migrations: await earlierMigrations() });
      const organizationId = await addOrganization(connection);
      await writeAsBefore(connection, organizationId, 'before');
      const filenode = () => sql<{ node: string }>`select pg_relation_filenode('audit_log') as node`;
      const copied = (await filenode().execute(connection.db)).rows[0]?.node;
      await migrate(connection.db);
      // The server of before goes on.
      await writeAsBefore(connection, organizationId, 'after');
      const { rows } = await sql<{ node: string }>`
        select pg_relation_filenode('audit_log_past') as node`.execute(connection.db);
      expect(rows[0]?.node).toBe(copied);
      expect(await partitionsOf(connection)).toEqual({ before: 'audit_log_past', after: 'audit_log_past' });
      await waitUntilSettled(connection.db);
      const events = await readEvents(connection.db, { after: START, limit: 10 });
      expect(events.map(({ summary }) => summary)).toEqual(['after']);
    } finally {
      await connection.close();
    }
  });

  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'lets a server of that version write all the time',
    async () => {
      const connection = await openEmptyDatabase();
      const earlier = await connect(locationOf(connection.url ?? ''));
      try {
        await migrate(connection.db, { migrations: await earlierMigrations() });
        const organizationId = await addOrganization(connection);
        let isMigrated = false;
        let written = 0;
        const writing = (async () => {
          for (let more = 20; more > 0; more -= isMigrated ? 1 : 0) {
            await writeAsBefore(earlier, organizationId, `entry ${(written += 1)}`);
          }
        })();
        await migrate(connection.db);
        isMigrated = true;
        await writing;
        expect(Object.keys(await partitionsOf(connection))).toHaveLength(written);
        await waitUntilSettled(connection.db);
        const events = await readEvents(connection.db, { after: START, limit: 10_000 });
        expect(events.length).toBeGreaterThanOrEqual(20);
        expect(events.at(-1)?.summary).toBe(`entry ${written}`);
      } finally {
        await earlier.close();
        await connection.close();
      }
    },
  );
});

describe('partitions', () => {
  it('are made ahead for each month; entries without one are kept and move into it', async () => {
    const connection = await openTestDatabase();
    const { db } = connection;
    try {
      const organizationId = await addOrganization(connection);
      const writeAt = (at: string) =>
        db
          .insertInto('audit_log')
          .values({
            id: newId(),
            organization_id: organizationId,
            at: new Date(at),
            actor_id: null,
            action: 'updateTeam',
            target_kind: 'team',
            target_id: 't',
            summary: at,
            before: null,
            after: null,
            names: null,
          })
          .execute();
      // Far enough that no partition of the past reaches it.
      await writeAt('2141-03-31T23:59:59.999Z');
      await writeAt('2141-04-01T00:00:00.000Z');
      await writeAt('2142-01-01T00:00:00.000Z');
      await createEventPartitions(db, new Date('2141-03-31T23:00:00Z'));
      await createEventPartitions(db, new Date('2141-03-31T23:00:00Z'));
      await writeAt('2141-06-30T00:00:00.000Z');
      await writeAt('1999-01-01T00:00:00.000Z');
      expect(await partitionsOf(connection)).toEqual({
        '2141-03-31T23:59:59.999Z': 'audit_log_2141_03',
        '2141-04-01T00:00:00.000Z': 'audit_log_2141_04',
        '2142-01-01T00:00:00.000Z': 'audit_log_rest',
        '2141-06-30T00:00:00.000Z': 'audit_log_2141_06',
        '1999-01-01T00:00:00.000Z': 'audit_log_past',
      });
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class where relispartition and relkind = 'r' and relname like 'installation%'
        order by relname`.execute(db);
      expect(rows.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['installation_log_2141_03', 'installation_log_2141_06']),
      );
      await db.deleteFrom('organizations').where('id', '=', organizationId).execute();
      expect(await partitionsOf(connection)).toEqual({});
    } finally {
      await connection.close();
    }
  });
});
