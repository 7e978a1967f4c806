// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { startApp } from '#server/test/test-app.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { findEventDelay } from './event-delay.ts';

let connection: TestDatabase;
let organizationId: string;
beforeAll(async () => {
  connection = await openTestDatabase();
  organizationId = newId();
  await connection.db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
});
afterAll(() => connection.close());

const WAIT = { timeout: 60_000 };

/** Writes an event of a minute ago. */
const writeOld = () =>
  sql`insert into audit_log (id, organization_id, at, action, target_kind, target_id, summary)
    values (${newId()}, ${organizationId}, now() - interval '1 minute', 'updateTeam', 'team', 't', 'Changed.')`.execute(
    connection.db,
  );

describe('the delay of events', () => {
  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'is reported with the transaction that stays open in another database of the cluster',
    async () => {
      const other = await openEmptyDatabase();
      try {
        await inTransaction(other.db, async (trx) => {
          const { rows } = await sql<{ name: string; pid: number }>`
            select current_database() as name, pg_backend_pid() as pid, pg_current_xact_id()`.execute(trx);
          await writeOld();
          // Transactions of other tests may be older, until they end.
          await expect
            .poll(() => findEventDelay(connection.db), WAIT)
            .toEqual({
              seconds: expect.any(Number),
              reason: expect.stringMatching(
                new RegExp(`^A transaction in the database ${rows[0]?.name} \\(process ${rows[0]?.pid}\\b`),
              ),
            });
        });
        await expect.poll(() => findEventDelay(connection.db), WAIT).toBeUndefined();
      } finally {
        await other.close();
      }
    },
  );

  it('is reported with the reader that fails, and no more once it goes on', async () => {
    const reader = { name: 'mail', handle: () => Promise.reject(new Error('no')) };
    await readAllEvents(connection.db, reader);
    expect(await findEventDelay(connection.db)).toBeUndefined();
    await writeOld();
    await expect(readAllEvents(connection.db, reader)).rejects.toThrow('no');
    expect(await findEventDelay(connection.db)).toEqual({
      seconds: expect.any(Number),
      reason: 'The reader mail of events fails.',
    });
    const { app, close } = await startApp({ database: connection });
    const ready = await app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'delayed', message: expect.stringMatching(/^Events are \d+ seconds behind\.$/) },
    ]);
    await close();
    await readAllEvents(connection.db, { ...reader, handle: () => Promise.resolve() });
    expect(await findEventDelay(connection.db)).toBeUndefined();
  });
});
