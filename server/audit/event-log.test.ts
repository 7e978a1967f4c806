// @module-tag both-engines
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { connect } from '#server/database/engine/connect.ts';
import { DatabaseUnavailableError } from '#server/database/engine/engine-dialect.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { locationOf, openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { recordInstallationEvent } from './account-events.ts';
import { recordAudit } from './audit.ts';
import { type EventReader, runReader, startEpochAfterRestore } from './event-cursors.ts';

const onPostgres = process.env.TEST_ENGINE === 'postgres';

let connection: TestDatabase;
let organizationId: string;
beforeAll(async () => {
  connection = await openTestDatabase();
  organizationId = newId();
  await connection.db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
});
afterAll(() => connection.close());

/** Writes an event in an open transaction. */
const write = (trx: Transaction<Database>, targetId: string) =>
  recordAudit(trx, {
    organizationId,
    actor: null,
    action: 'updateTeam',
    targetKind: 'team',
    targetId,
    summary: `Changed ${targetId}.`,
  });
const commit = (targetId: string) => inTransaction(connection.db, (trx) => write(trx, targetId));

/** A reader that keeps the targets of its events in a table, in the transaction that moves its cursor. */
function keepingReader(name = newId()): EventReader & { kept: () => Promise<string[]> } {
  const key = (id: string) => `${name}:${id}`;
  return {
    name,
    handle: async (trx, events) => {
      for (const { id, targetId } of events) {
        // Fails for an event that comes twice.
        await trx
          .insertInto('server_settings')
          .values({ key: key(id), value: targetId })
          .execute();
      }
    },
    kept: async () => {
      const rows = await connection.db
        .selectFrom('server_settings')
        .select('value')
        .where('key', 'like', `${name}:%`)
        .orderBy('value')
        .execute();
      return rows.map(({ value }) => value);
    },
  };
}

describe('a reader of events', () => {
  it('begins with what happens after its first run, and gets each event once, in order', async () => {
    await commit('before');
    const targets: string[] = [];
    const reader: EventReader = {
      name: 'order',
      handle: async (_trx, events) => {
        targets.push(...events.map(({ targetId }) => targetId));
      },
    };
    expect(await readAllEvents(connection.db, reader)).toBe(0);
    const expected = Array.from({ length: 120 }, (_, index) => `t${index}`);
    for (const target of expected) await commit(target);
    expect(await readAllEvents(connection.db, reader)).toBe(120);
    expect(await readAllEvents(connection.db, reader)).toBe(0);
    expect(targets).toEqual(expected);
  });

  it('gets events of accounts without an organization in their place', async () => {
    const actions: string[] = [];
    const reader: EventReader = {
      name: 'places',
      handle: async (_trx, events) => {
        actions.push(...events.map(({ action, organizationId: id }) => `${action} ${id ?? 'none'}`));
      },
    };
    await readAllEvents(connection.db, reader);
    await commit('one');
    await inTransaction(connection.db, (trx) =>
      recordInstallationEvent(trx, {
        actor: null,
        action: 'signIn',
        targetKind: 'session',
        targetId: 's',
        summary: 'Signed in.',
      }),
    );
    await commit('two');
    await readAllEvents(connection.db, reader);
    expect(actions).toEqual([`updateTeam ${organizationId}`, 'signIn none', `updateTeam ${organizationId}`]);
  });

  it('passes over entries of before there was a record', async () => {
    const reader = keepingReader();
    await readAllEvents(connection.db, reader);
    await commit('old');
    await connection.db.updateTable('audit_log').set({ seq: null, tx: null }).execute();
    await commit('new');
    await readAllEvents(connection.db, reader);
    expect(await reader.kept()).toEqual(['new']);
  });

  it('gets the same events again after a failure, at each step', async () => {
    const reader = keepingReader();
    await readAllEvents(connection.db, reader);
    for (const target of ['a', 'b', 'c']) await commit(target);
    const stops: EventReader['handle'][] = [
      () => Promise.reject(new Error('before anything')),
      async (trx, events) => {
        await reader.handle(trx, events.slice(0, 1));
        throw new Error('after the first');
      },
      async (trx, events) => {
        await reader.handle(trx, events);
        throw new Error('before the cursor moves');
      },
    ];
    for (const handle of stops) {
      await expect(readAllEvents(connection.db, { ...reader, handle })).rejects.toThrow(/before|after/);
      expect(await reader.kept()).toEqual([]);
    }
    await readAllEvents(connection.db, reader);
    expect(await reader.kept()).toEqual(['a', 'b', 'c']);
  });
});

describe('a dump that is restored into another cluster', () => {
  /** As if everything so far had been written in a cluster that had counted further. */
  const pretendOtherCluster = async () => {
    const further = sql<string>`(tx::text::bigint + 1000000000)::text::xid8`;
    await connection.db.updateTable('audit_log').set({ tx: further }).where('tx', 'is not', null).execute();
    await connection.db.updateTable('event_cursors').set({ tx: further }).execute();
  };

  it('is told from one in the same cluster', async () => {
    await commit('before');
    expect(await startEpochAfterRestore(connection.db)).toBe(false);
  });

  it('loses and repeats no event of before and after, whatever its readers had read', async () => {
    const ahead = keepingReader();
    const behind = keepingReader();
    await readAllEvents(connection.db, ahead);
    await readAllEvents(connection.db, behind);
    await commit('1 before');
    await readAllEvents(connection.db, ahead);
    await commit('2 dumped');
    await pretendOtherCluster();
    expect(await startEpochAfterRestore(connection.db)).toBe(true);
    expect(await startEpochAfterRestore(connection.db)).toBe(false);
    await commit('3 after');
    await readAllEvents(connection.db, ahead);
    await commit('4 later');
    for (const reader of [ahead, behind]) {
      await readAllEvents(connection.db, reader);
      expect(await reader.kept()).toEqual(['1 before', '2 dumped', '3 after', '4 later']);
    }
  });

  it('is noticed by a cursor alone, where no entry is left', async () => {
    const reader = keepingReader();
    await readAllEvents(connection.db, reader);
    await connection.db.deleteFrom('audit_log').execute();
    await pretendOtherCluster();
    expect(await startEpochAfterRestore(connection.db)).toBe(true);
    await commit('after');
    await readAllEvents(connection.db, reader);
    expect(await reader.kept()).toEqual(['after']);
  });
});

describe.runIf(onPostgres)('two servers', () => {
  const openOther = () => connect(locationOf(connection.url ?? ''));

  it('lose nothing to a transaction that commits after later ones', async () => {
    const reader = keepingReader();
    await readAllEvents(connection.db, reader);
    const other = await openOther();
    try {
      let finish = () => {};
      const isFinished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let hasWritten = () => {};
      const written = new Promise<void>((resolve) => {
        hasWritten = resolve;
      });
      const late = inTransaction(other.db, async (trx) => {
        await write(trx, 'late');
        hasWritten();
        await isFinished;
      });
      await written;
      await commit('early');
      expect(await runReader(connection.db, reader)).toBe(0);
      finish();
      await late;
      expect(await readAllEvents(connection.db, reader)).toBe(2);
      expect(await reader.kept()).toEqual(['early', 'late']);
    } finally {
      await other.close();
    }
  });

  it('hand each event to a reader once, while both write and read', async () => {
    const reader = keepingReader();
    await readAllEvents(connection.db, reader);
    const other = await openOther();
    try {
      const targets = Array.from({ length: 120 }, (_, index) => `t${String(index).padStart(3, '0')}`);
      const writing = targets.map((target, index) =>
        inTransaction((index % 2 === 0 ? connection : other).db, (trx) => write(trx, target)),
      );
      for (let round = 0; round < 30; round += 1) {
        await Promise.all([runReader(connection.db, reader), runReader(other.db, reader)]);
      }
      await Promise.all(writing);
      await readAllEvents(other.db, reader);
      expect(await reader.kept()).toEqual(targets);
    } finally {
      await other.close();
    }
  });

  it('take over from one whose connection ends while it handles events', async () => {
    const reader = keepingReader();
    await readAllEvents(connection.db, reader);
    await commit('one');
    await commit('two');
    const other = await openOther();
    try {
      const killed = readAllEvents(other.db, {
        ...reader,
        handle: async (trx, events) => {
          await reader.handle(trx, events);
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
          // The other server finds the cursor taken until then.
          expect(await runReader(connection.db, reader)).toBe(0);
          await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(connection.db);
        },
      });
      await expect(killed).rejects.toThrow(DatabaseUnavailableError);
      expect(await reader.kept()).toEqual([]);
      await readAllEvents(connection.db, reader);
      expect(await reader.kept()).toEqual(['one', 'two']);
    } finally {
      await other.close();
    }
  });
});
