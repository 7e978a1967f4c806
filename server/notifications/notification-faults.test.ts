// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { recordAudit } from '#server/audit/audit.ts';
import { type EventReader, runReader } from '#server/audit/event-cursors.ts';
import { newId } from '#server/base/ids.ts';
import { connect } from '#server/database/engine/connect.ts';
import { DatabaseUnavailableError } from '#server/database/engine/engine-dialect.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { KillBefore } from '#server/test/processes/mortal-server.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { locationOf, openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { notificationReader } from './notification-reader.ts';
import { onNotificationSignal } from './notification-signals.ts';
import { tellAdministrators } from './write-notifications.ts';

const onPostgres = process.env.TEST_ENGINE === 'postgres';

let connection: TestDatabase;
const organizationId = newId();
const [admin, member, webhook] = [newId(), newId(), newId()];

beforeAll(async () => {
  connection = await openTestDatabase();
  const { db } = connection;
  await db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
  for (const [id, role] of [
    [admin, 6],
    [member, 3],
  ] as const) {
    await db
      .insertInto('users')
      .values({ id, display_name: id, email: `${id}@press.example` })
      .execute();
    await db
      .insertInto('members')
      .values({ organization_id: organizationId, user_id: id, role, search_text: id })
      .execute();
  }
  await db
    .insertInto('webhooks')
    .values({
      id: webhook,
      organization_id: organizationId,
      url: 'https://h.example/',
      events: ['*'],
      secret: '',
    })
    .execute();
  await readAllEvents(db, notificationReader);
});
afterAll(() => connection.close());

/** An event that is told to the administrator: a webhook fails. Returns its summary. */
async function fail(db = connection.db): Promise<string> {
  const summary = `It fails: ${newId()}.`;
  await inTransaction(db, (trx) =>
    recordAudit(trx, {
      organizationId,
      actor: null,
      action: 'reportFailingWebhook',
      targetKind: 'webhook',
      targetId: webhook,
      summary,
    }),
  );
  return summary;
}

/** What people were told of, in the order of events; and the count of the administrator's notification. */
async function told() {
  const events = await connection.db
    .selectFrom('notification_events')
    .select(['user_id', 'detail'])
    .orderBy('at')
    .orderBy('event_id')
    .execute();
  const rows = await connection.db.selectFrom('notifications').select(['user_id', 'count']).execute();
  return {
    people: [...new Set(events.map(({ user_id }) => user_id))],
    details: events.map(({ detail }) => detail),
    counts: rows.map(({ count }) => count),
  };
}

describe('a reader that is killed', () => {
  it('before each of its statements loses no event, and tells nobody twice', async () => {
    const summaries = [await fail(), await fail()];
    const signals: unknown[] = [];
    const stop = onNotificationSignal((some) => signals.push(...some));
    let failures = 0;
    for (let statement = 1; ; statement += 1) {
      const broken = connection.db.withPlugin(new KillBefore(statement));
      const isBroken = await readAllEvents(broken, notificationReader).then(
        () => false,
        () => true,
      );
      if (!isBroken) break;
      failures += 1;
      const { details } = await told();
      expect([0, summaries.length]).toContain(details.length);
    }
    stop();
    expect(failures).toBeGreaterThan(10);
    const { people, details, counts } = await told();
    expect(people).toEqual([admin]);
    expect(details.toSorted()).toEqual(summaries.toSorted());
    expect(counts).toEqual([summaries.length]);
    expect(signals).toHaveLength(1);
  });

  it('after its commit finds nothing to tell again, also where its cursor was set back', async () => {
    const { counts } = await told();
    await connection.db
      .updateTable('event_cursors')
      .set({ tx: '0', seq: 0 })
      .where('reader', '=', notificationReader.name)
      .execute();
    expect(await readAllEvents(connection.db, notificationReader)).toBeGreaterThan(0);
    expect((await told()).counts).toEqual(counts);
  });
});

it('a job that tells administrators again tells them once', async () => {
  const tell = () =>
    inTransaction(connection.db, (trx) =>
      tellAdministrators(trx, {
        organizationId,
        eventId: 'mail:1',
        at: new Date(),
        reason: 'mail-failing',
        subject: { kind: 'mail', id: organizationId },
        detail: 'No such user.',
      }),
    );
  const before = await told();
  await tell();
  await tell();
  const after = await told();
  expect(after.details.length - before.details.length).toBe(1);
  expect(after.people).toEqual([admin]);
  await connection.db.deleteFrom('notifications').where('subject_kind', '=', 'mail').execute();
});

describe.runIf(onPostgres)('two servers', () => {
  it('tell of each event once, while both write, read and lose connections', async () => {
    const other = await connect(locationOf(connection.url ?? ''));
    try {
      const before = (await told()).details.length;
      const writing = Array.from({ length: 60 }, (_, index) =>
        fail(index % 2 === 0 ? connection.db : other.db),
      );
      const killed: EventReader = {
        ...notificationReader,
        handle: async (trx, events) => {
          await notificationReader.handle(trx, events);
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
          await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(connection.db);
        },
      };
      for (let round = 0; round < 10; round += 1) {
        await runReader(other.db, killed).catch((error: unknown) => {
          if (!(error instanceof DatabaseUnavailableError)) throw error;
        });
        await Promise.all([
          runReader(connection.db, notificationReader),
          runReader(other.db, notificationReader),
        ]);
      }
      const summaries = await Promise.all(writing);
      await readAllEvents(connection.db, notificationReader);
      const { details, counts } = await told();
      expect(details.slice(before).toSorted()).toEqual(summaries.toSorted());
      expect(counts).toEqual([details.length]);
    } finally {
      await other.close();
    }
  });
});
