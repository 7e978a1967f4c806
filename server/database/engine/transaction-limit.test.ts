// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueue, runDueJobs } from '#server/queue/job-queue.ts';
import { createMember, createTeam } from '#server/test/factories.ts';
import { sharedDatabaseUrl, startApp, testApp } from '#server/test/test-app.ts';
import { locationOf, openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { connect, type Connection } from './connect.ts';
import { inTransaction, isTooLong, runTransaction } from './transaction.ts';

const LIMIT_MS = 500;
const TOO_LONG = 'The change took longer than the 0.5 seconds that a change may take, and was undone';

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a transaction that takes longer than it may', () => {
  let database: TestDatabase;
  let limited: Connection;
  beforeAll(async () => {
    database = await openTestDatabase();
    limited = await connect(locationOf(database.url ?? '', LIMIT_MS));
    await sql`create table shelves (id int primary key)`.execute(database.db);
  });
  afterAll(async () => {
    await limited.close();
    await database.close();
  });

  const countShelves = async () => (await sql`select from shelves`.execute(database.db)).rows.length;

  it.each([
    ['one statement that runs', [3600]],
    ['several that run for less', [LIMIT_MS / 1000 - 0.3, 3600]],
    ['many short ones', Array.from({ length: 1000 }, () => 0.1)],
  ])('by %s is undone, and its connection is used again', async (_, sleeps) => {
    let statements = 0;
    const act = inTransaction(limited.db, async (trx) => {
      await sql`insert into shelves values (${1}::int)`.execute(trx);
      for (const seconds of sleeps) {
        statements += 1;
        await sql`select pg_sleep(${seconds}::float8)`.execute(trx);
      }
    });
    await expect(act).rejects.toThrow(TOO_LONG);
    expect(statements).toBeLessThan(100);
    expect(await countShelves()).toBe(0);
    await sql`select pg_sleep(${LIMIT_MS / 1000 + 0.1}::float8)`.execute(limited.db);
  });

  it('whose statements are all known before is undone', async () => {
    const act = runTransaction(limited.db, [sql`insert into shelves values (1)`, sql`select pg_sleep(3600)`]);
    await expect(act).rejects.toThrow(TOO_LONG);
    expect(await countShelves()).toBe(0);
  });

  it('by waiting for a lock is undone, and what it waited for goes on', async () => {
    await inTransaction(database.db, async (trx) => {
      await sql`lock table shelves`.execute(trx);
      const act = inTransaction(limited.db, (other) => sql`insert into shelves values (1)`.execute(other));
      await expect(act).rejects.toThrow(TOO_LONG);
      await sql`insert into shelves values (2)`.execute(trx);
    });
    expect(await countShelves()).toBe(1);
    await sql`delete from shelves`.execute(database.db);
  });

  it('because its process does nothing is ended by the database, and undone', async () => {
    const act = inTransaction(limited.db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`insert into shelves values (${3}::int)
        returning pg_backend_pid() as pid`.execute(trx);
      const isOpen = async () => {
        const open = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}::int`.execute(
          database.db,
        );
        return open.rows.length > 0;
      };
      while (await isOpen());
      await sql`select 1`.execute(trx);
    });
    const error = await act.catch((reason: unknown) => reason);
    expect(isTooLong(error)).toBe(true);
    expect(await countShelves()).toBe(0);
    await sql`select 1`.execute(limited.db);
  });

  it('is let run where nobody works with the database', async () => {
    const act = inTransaction(
      limited.db,
      (trx) => sql`select pg_sleep(${LIMIT_MS / 1000 + 0.2}::float8)`.execute(trx),
      { isUnlimited: true },
    );
    await act;
    // The same connection has the limit again.
    const later = inTransaction(limited.db, (trx) => sql`select pg_sleep(3600)`.execute(trx));
    await expect(later).rejects.toThrow(TOO_LONG);
  });

  it('is a job that is tried again later', async () => {
    const clock = { now: () => new Date() };
    const run = () =>
      runDueJobs(
        limited.db,
        {
          slow: (db) =>
            inTransaction(db, async (trx) => void (await sql`select pg_sleep(3600)`.execute(trx))),
        },
        clock,
      );
    await enqueue(limited.db, { kind: 'slow', runAt: new Date(0) });
    expect(await run()).toBe(1);
    const [job] = await database.db.selectFrom('jobs').selectAll().where('kind', '=', 'slow').execute();
    expect(job).toMatchObject({ last_error: TOO_LONG, finished_at: null, attempts: 1, locked_until: null });
    expect(await run()).toBe(0);
  });

  it('is a request that is refused with what happened, and may be sent again', async () => {
    const admin = await createMember({ role: 'admin' });
    const team = await createTeam({ organizationId: admin.organizationId });
    const { db } = await testApp();
    const slow = await connect(locationOf((await sharedDatabaseUrl()) ?? '', LIMIT_MS));
    const { app, close } = await startApp({ database: slow });
    const rename = () =>
      app.inject({
        method: 'PATCH',
        url: `/v1/orgs/${admin.organizationId}/teams/${team.id}`,
        headers: { authorization: `Bearer ${admin.token}` },
        payload: { title: 'Readers' },
      });
    await inTransaction(db, async (trx) => {
      await sql`select from teams where id = ${team.id} for update`.execute(trx);
      const response = await rename();
      expect([response.statusCode, response.json().error.message]).toEqual([
        503,
        `${TOO_LONG}. Try again later.`,
      ]);
      expect(response.headers['retry-after']).toBeDefined();
    });
    const { title } = await db
      .selectFrom('teams')
      .select('title')
      .where('id', '=', team.id)
      .executeTakeFirstOrThrow();
    expect(title).toBe(team.title);
    await close();
    await slow.close();
  });
});
