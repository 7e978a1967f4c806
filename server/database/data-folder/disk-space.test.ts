// @module-tag both-engines
import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#server/test/test-app.ts';
import { fillDataFolder } from '#server/test/test-database.ts';
import { type Connection, connect } from '../engine/connect.ts';
import { inTransaction } from '../engine/transaction.ts';
import { type Disk, DiskAlmostFullError, DiskSpace } from './disk-space.ts';

const MEBIBYTE = 1024 * 1024;

describe('room on a disk', () => {
  /** A disk of so many MiB, of which some are free. */
  function spaceOf(total: number) {
    let free = total;
    let now = 0;
    let looks = 0;
    const read = (): Disk => {
      looks += 1;
      return { free: free * MEBIBYTE, total: total * MEBIBYTE };
    };
    const space = new DiskSpace(read, () => now);
    return {
      space,
      looks: () => looks,
      leave: (next: number) => {
        free = next;
        now += 1000;
      },
    };
  }

  it.each([
    [100, 48],
    [300, 75],
    [100_000, 128],
  ])('of %i MiB is low below %i MiB, until there is some more', (total, reserve) => {
    const { space, leave } = spaceOf(total);
    leave(reserve);
    expect(space.isLow).toBe(false);
    leave(reserve - 1);
    expect(space.isLow).toBe(true);
    leave(reserve + 7);
    expect(space.isLow).toBe(true);
    leave(reserve + 8);
    expect(space.isLow).toBe(false);
  });

  it('is looked at once a second, and before much is written', () => {
    const { space, looks, leave } = spaceOf(1000);
    for (let index = 0; index < 100; index += 1) space.assertRoomFor(1000, false);
    expect(looks()).toBe(1);
    space.assertRoomFor(5 * MEBIBYTE, false);
    expect(looks()).toBe(2);
    leave(1000);
    expect(space.isLow).toBe(false);
    expect(looks()).toBe(3);
  });

  it('is enough for a change that was begun before, down to the half, and for reads down to 24 MiB', () => {
    const { space, leave } = spaceOf(1000);
    leave(200);
    expect(() => space.assertRoomFor(40 * MEBIBYTE, false)).not.toThrow();
    expect(() => space.assertRoomFor(60 * MEBIBYTE, false)).toThrow(DiskAlmostFullError);
    leave(63);
    expect(space.isLow).toBe(true);
    expect(() => space.assertRoomFor(100, false)).toThrow(DiskAlmostFullError);
    expect(() => space.assertRoomFor(100, true)).not.toThrow();
    leave(23);
    expect(() => space.assertRoomFor(100, true)).toThrow(DiskAlmostFullError);
    expect(space.isExhausted).toBe(true);
  });
});

describe.runIf(process.env.TEST_ENGINE !== 'postgres')(
  'the embedded engine on a disk that is almost full',
  () => {
    let folder: string;
    let connection: Connection;
    let free = 1000;
    const notices: string[] = [];
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'bindery-disk-'));
      await fillDataFolder(folder);
      connection = await connect({
        dataDirectory: join(folder, 'database'),
        readDisk: () => ({ free: free * MEBIBYTE, total: 1000 * MEBIBYTE }),
        onNotice: (notice) => notices.push(notice),
      });
    });
    afterAll(async () => {
      await connection.close();
      rmSync(folder, { recursive: true });
    });
    const leave = (mebibytes: number) => {
      free = mebibytes;
      connection.space?.refresh();
    };
    const insert = (key: string) =>
      connection.db.insertInto('server_settings').values({ key, value: 'x' }).execute();

    it('reads on, refuses each kind of change in words, and takes changes again once there is room', async () => {
      const { app } = await startApp({ database: connection });
      leave(100);
      await expect(insert('a')).rejects.toThrow(DiskAlmostFullError);
      await expect(
        inTransaction(connection.db, async (trx) => {
          await trx.selectFrom('server_settings').selectAll().execute();
          await trx.deleteFrom('server_settings').execute();
        }),
      ).rejects.toThrow(DiskAlmostFullError);
      expect((await sql`select 1`.execute(connection.db)).rows).toHaveLength(1);
      const ready = await app.inject({ url: '/readyz' });
      expect([ready.statusCode, ready.json()]).toEqual([
        200,
        { status: 'read-only', message: expect.stringContaining('is almost full') },
      ]);
      const { statusCode, headers, body } = await app.inject({
        method: 'POST',
        url: '/auth/mail',
        payload: { email: 'a@b.example' },
      });
      expect([statusCode, headers['retry-after']]).toEqual([503, '60']);
      expect(JSON.parse(body).error.message).toBe(
        'The disk that holds the data folder is almost full, so nothing can be changed. Make room on it.',
      );
      leave(10);
      expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
      expect((await app.inject({ url: '/livez' })).statusCode).toBe(200);
      leave(500);
      await insert('b');
      expect((await app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ok' });
      expect(notices).toEqual([
        expect.stringContaining('is almost full'),
        expect.stringContaining('There is room again'),
      ]);
      await app.close();
    });

    it('ends a transaction that would need the last room, and keeps nothing of it', async () => {
      const write = inTransaction(connection.db, async (trx) => {
        await trx.insertInto('server_settings').values({ key: 'c', value: 'x' }).execute();
        leave(50);
        await trx.insertInto('server_settings').values({ key: 'd', value: 'x' }).execute();
      });
      await expect(write).rejects.toThrow(DiskAlmostFullError);
      leave(500);
      const keptRows = await connection.db
        .selectFrom('server_settings')
        .select('key')
        .where('key', 'in', ['c', 'd'])
        .execute();
      expect(keptRows).toEqual([]);
    });

    it('does not open where there is no room at all', async () => {
      const opened = connect({
        dataDirectory: join(folder, 'other'),
        readDisk: () => ({ free: 10 * MEBIBYTE, total: 1000 * MEBIBYTE }),
      });
      await expect(opened).rejects.toThrow(DiskAlmostFullError);
    });
  },
);
