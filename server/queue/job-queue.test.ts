// @module-tag both-engines
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '#server/database/engine/connect.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { TestClock } from '#server/test/test-app.ts';
import { openTestDatabase } from '#server/test/test-database.ts';
import { enqueue, runDueJobs } from './job-queue.ts';

let connection: Connection;
let clock: TestClock;
let done: unknown[];
beforeAll(async () => {
  connection = await openTestDatabase();
});
afterAll(() => connection.close());
beforeEach(async () => {
  await connection.db.deleteFrom('jobs').execute();
  clock = new TestClock();
  done = [];
});

const note = async (_db: unknown, payload: unknown) => {
  done.push(payload);
};
const run = (handlers = { note }) => runDueJobs(connection.db, handlers, clock);

describe('runDueJobs', () => {
  it('runs due jobs once each, oldest first', async () => {
    const now = clock.now().getTime();
    await enqueue(connection.db, { kind: 'note', payload: { n: 2 }, runAt: new Date(now - 1000) });
    await enqueue(connection.db, { kind: 'note', payload: { n: 1 }, runAt: new Date(now - 2000) });
    await enqueue(connection.db, { kind: 'note', payload: { n: 3 }, runAt: new Date(now + 60_000) });
    expect(await run()).toBe(2);
    expect(done).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await run()).toBe(0);
    clock.advance(61_000);
    expect(await run()).toBe(1);
  });

  it('starts no further job while stopping, and leaves them for the next start', async () => {
    for (let n = 0; n < 3; n += 1)
      await enqueue(connection.db, { kind: 'note', payload: n, runAt: clock.now() });
    expect(await runDueJobs(connection.db, { note }, clock, () => done.length === 1)).toBe(1);
    expect(await run()).toBe(2);
  });

  it('leaves jobs of unknown kinds alone', async () => {
    await enqueue(connection.db, { kind: 'unknown', runAt: clock.now() });
    expect(await run()).toBe(0);
  });

  it('never runs a job twice with several workers', async () => {
    for (let n = 0; n < 10; n += 1)
      await enqueue(connection.db, { kind: 'note', payload: n, runAt: clock.now() });
    await Promise.all([run(), run(), run()]);
    expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('retries a failed job with increasing delays, and gives up in the end', async () => {
    let attempts = 0;
    const handlers = {
      note: async () => {
        attempts += 1;
        throw new Error('no luck');
      },
    };
    await enqueue(connection.db, { kind: 'note', runAt: clock.now() });
    await run(handlers);
    await run(handlers);
    expect(attempts).toBe(1);
    for (let round = 0; round < 20; round += 1) {
      clock.advance(24 * 60 * 60_000);
      await run(handlers);
    }
    expect(attempts).toBe(8);
    const job = await connection.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    expect(job).toMatchObject({ last_error: 'no luck', attempts: 8 });
    expect(job.finished_at).not.toBeNull();
  });

  it('takes over a job whose worker died', async () => {
    await enqueue(connection.db, { kind: 'note', payload: 'left', runAt: clock.now() });
    await connection.db
      .updateTable('jobs')
      .set({ locked_until: new Date(clock.now().getTime() + 60_000) })
      .execute();
    expect(await run()).toBe(0);
    clock.advance(61_000);
    expect(await run()).toBe(1);
    expect(done).toEqual(['left']);
  });

  it('ignores a job of a rolled-back transaction', async () => {
    const failed = inTransaction(connection.db, async (trx) => {
      await enqueue(trx, { kind: 'note', runAt: clock.now() });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await run()).toBe(0);
  });
});
