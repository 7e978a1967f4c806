// @module-tag both-engines
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Connection } from '#server/database/engine/connect.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { CountCacheSync } from './count-cache-sync.ts';
import { CountCache, invalidateCounts } from './count-cache.ts';

let database: TestDatabase;
let otherConnection: Connection;

const pubSubOf = ({ pubSub }: Connection): PubSub => {
  if (!pubSub) throw new Error('Not on PostgreSQL.');
  return pubSub;
};

describe.runIf(process.env.TEST_ENGINE === 'postgres')('CountCacheSync', () => {
  beforeAll(async () => {
    database = await openTestDatabase();
    otherConnection = await connect({ databaseUrl: database.url ?? '' });
    for (const { pubSub } of [database, otherConnection]) await pubSub?.listen();
  });
  afterAll(async () => {
    await otherConnection.close();
    await database.close();
  });

  it('counts once after a change of this process, and again after one of another', async () => {
    const received: string[] = [];
    pubSubOf(otherConnection).subscribe('counts', (ids) => received.push(...ids.split(',')));
    const sync = new CountCacheSync(pubSubOf(database));
    const counts = new CountCache<number>();
    let loads = 0;
    const count = () =>
      counts.get('a', 'x', async () => {
        loads += 1;
        return loads;
      });
    expect(await count()).toBe(1);
    invalidateCounts('a');
    expect(await count()).toBe(2);
    await sync.flush();
    for (const connection of [database, otherConnection]) await pubSubOf(connection).waitForDelivery();
    expect(received).toContain('a');
    expect(await count()).toBe(2);
    // Servers of before sent no sender.
    for (const [message, expected] of [
      ['a,another', 3],
      ['b,a', 4],
      ['b', 4],
    ] as const) {
      await pubSubOf(otherConnection).publish('counts', message);
      await pubSubOf(database).waitForDelivery();
      expect(await count()).toBe(expected);
    }
    await sync.close();
  });
});
