// @module-tag long
// @module-tag both-engines
import { sql } from 'kysely';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { findLastBackup } from '#server/database/server-settings.ts';
import { parseStorageUrl } from '#server/network/s3-storage.ts';
import { findBackupProgress, requestBackup } from '#server/queue/backup-jobs.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { bundledFile } from '#server/test/processes/programs.ts';
import { S3Server } from '#server/test/s3-server.ts';
import { TestClock } from '#server/test/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import {
  type BackupContext,
  backupJobs,
  describeBackups,
  enqueueBackup,
  oldestBackup,
} from './scheduled-backups.ts';
import type { BackupSettings } from './settings.ts';

const HOUR_MS = 60 * 60_000;

let database: TestDatabase;
let folder: string;
let main: string;
const clock = new TestClock();
beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'bindery-backups-'));
  main = await bundledFile('main');
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function contextFor(place: BackupSettings['place'], program = main): BackupContext {
  const backups = { place, everyHours: 24, keep: 1 };
  const dataDirectory = join(folder, 'data');
  return {
    database,
    clock,
    settings: { dataDirectory, databaseUrl: database.url, listenUrl: undefined, backups },
    main: program,
  };
}

/** What servers do; returns the error of the last backup. */
async function run(context: BackupContext): Promise<string | null> {
  await enqueueBackup(context);
  await runDueJobs(database.db, backupJobs(context), clock);
  const last = await database.db
    .selectFrom('jobs')
    .select('last_error as error')
    .where('kind', '=', 'backup')
    .orderBy('finished_at', 'desc')
    .executeTakeFirstOrThrow();
  return last.error;
}

describe('backups on a schedule', () => {
  it('are made once in each stretch, restored to check them, and the oldest deleted', async () => {
    const path = join(folder, 'kept');
    const context = contextFor({ kind: 'folder', path });
    const made: string[][] = [];
    for (let day = 0; day < 2; day += 1) {
      expect(await run(context)).toBeNull();
      await enqueueBackup(context);
      expect(await runDueJobs(database.db, backupJobs(context), clock)).toBe(0);
      made.push(readdirSync(path).toSorted());
      clock.advance(24 * HOUR_MS);
    }
    expect(made.map((names) => names.length)).toEqual([1, 1]);
    expect(made[1]).not.toEqual(made[0]);
    const last = join(path, made[1]?.[0] ?? '');
    expect(statSync(last).mode & 0o777).toBe(0o600);
    expect(await findLastBackup(database.db)).toMatchObject({
      place: last,
      bytes: statSync(last).size,
      verified: true,
    });
  });

  it('are put into a storage, too, and told if it is full', async () => {
    const server = await S3Server.start();
    const location = parseStorageUrl(server.url);
    if (!location) throw new Error('The address is not one of a storage.');
    const context = contextFor({ kind: 'storage', location });
    expect(await run(context)).toBeNull();
    clock.advance(24 * HOUR_MS);
    expect(server.objects.size).toBe(1);
    server.fault = { kind: 'full' };
    expect(await run(context)).toContain('InsufficientStorage');
    expect(server.objects.size).toBe(1);
    clock.advance(24 * HOUR_MS);
    await server.close();
  });

  it('delete what a killed one left behind, and nothing of one that may still run', async () => {
    const path = join(folder, 'after a kill');
    mkdirSync(path);
    for (const [name, at] of [
      ['.bindery-killed.dump.unfinished', new Date(0)],
      ['.bindery-running.dump.unfinished', new Date()],
    ] as const) {
      writeFileSync(join(path, name), 'half of a dump');
      utimesSync(join(path, name), at, at);
    }
    const [killed, running] = ['000000000a', `${newId().toLowerCase()}`].map((id) => `bindery_verify_${id}`);
    const hasDatabases = database.engine === 'postgres';
    if (hasDatabases)
      for (const name of [killed, running])
        await sql`create database ${sql.id(name ?? '')} template template0`.execute(database.db);
    expect(await run(contextFor({ kind: 'folder', path }))).toBeNull();
    clock.advance(24 * HOUR_MS);
    const hidden = readdirSync(path).filter((name) => name.startsWith('.'));
    expect(hidden).toEqual(['.bindery-running.dump.unfinished']);
    if (!hasDatabases) return;
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where datname in (${killed}, ${running})`.execute(database.db);
    expect(rows).toEqual([{ name: running }]);
    await sql`drop database ${sql.id(running ?? '')}`.execute(database.db);
  });

  it('end when their server stops, and are begun again', async () => {
    const path = join(folder, 'stopped');
    const context = contextFor({ kind: 'folder', path });
    await enqueueBackup(context);
    let begun = 0;
    const stopped = { ...context, stopping: AbortSignal.abort() };
    await runDueJobs(database.db, backupJobs(stopped), clock, () => begun++ > 0);
    expect(readdirSync(path)).toEqual([]);
    expect(await run(context)).toBeNull();
    expect(readdirSync(path)).toHaveLength(1);
    clock.advance(24 * HOUR_MS);
  });

  it('are made by one of two servers that ask at once, also while an operator asks', async () => {
    const context = contextFor({ kind: 'folder', path: join(folder, 'two servers') });
    const asked = () => inTransaction(database.db, (trx) => requestBackup(trx, { now: clock.now() }));
    await Promise.all([enqueueBackup(context), asked(), enqueueBackup(context), asked()]);
    expect(await findBackupProgress(database.db, clock.now())).toMatchObject({ state: 'waiting' });
    expect(await runDueJobs(database.db, backupJobs(context), clock)).toBe(1);
    expect(await findBackupProgress(database.db, clock.now())).toEqual({
      state: undefined,
      failure: undefined,
    });
    expect(describeBackups(context.settings.backups).place).toBe(join(folder, 'two servers'));
    clock.advance(24 * HOUR_MS);
  });

  it('keep objects that the oldest of them needs, also while later ones fail', async () => {
    const context = contextFor({ kind: 'folder', path: join(folder, 'kept long') });
    const madeAt = clock.now();
    expect(await run(context)).toBeNull();
    clock.advance(240 * HOUR_MS);
    const oldest = (await oldestBackup(context)).getTime() - madeAt.getTime();
    expect(oldest).toBeGreaterThanOrEqual(0);
    expect(oldest).toBeLessThan(HOUR_MS);
    clock.advance(24 * HOUR_MS);
  });

  it('that fail say why, and leave nothing behind', async () => {
    const place = { kind: 'folder', path: '/dev/null/backups' } as const;
    expect(await run(contextFor(place))).toMatch(/ENOTDIR|not a directory/);
    clock.advance(24 * HOUR_MS);
  });

  it('are restored again when an operator asks, and say when one cannot be any more', async () => {
    const server = await S3Server.start();
    const location = parseStorageUrl(server.url);
    if (!location) throw new Error('The address is not one of a storage.');
    const places = [
      { kind: 'folder', path: join(folder, 'checked') },
      { kind: 'storage', location },
    ] as const;
    for (const place of places) {
      const context = contextFor(place);
      expect(await run(context)).toBeNull();
      clock.advance(24 * HOUR_MS);
      const newest = () =>
        database.db
          .selectFrom('backups')
          .selectAll()
          .orderBy('at', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
      const { name, place: address } = await newest();
      const check = async () => {
        await inTransaction(database.db, (trx) => requestBackup(trx, { check: name, now: clock.now() }));
        await runDueJobs(database.db, backupJobs(context), clock);
        clock.advance(HOUR_MS);
        return newest();
      };
      const count = () => (place.kind === 'folder' ? readdirSync(place.path).length : server.objects.size);
      const before = count();
      const checked = await check();
      expect(checked).toMatchObject({ name, is_verified: true, checked_at: expect.any(Date) });
      expect(count()).toBe(before);
      if (place.kind === 'storage') {
        // A storage that is away says nothing of the backup.
        server.fault = { kind: 'full' };
        server.objects.clear();
        expect(await check()).toMatchObject({ name, is_verified: true });
        expect((await findBackupProgress(database.db, clock.now())).failure).toBeDefined();
        continue;
      }
      // As a disk that loses bits.
      writeFileSync(address, 'not a backup');
      const broken = await check();
      expect(broken).toMatchObject({ name, is_verified: false });
      expect(broken.checked_at?.getTime()).toBeGreaterThan(checked.checked_at?.getTime() ?? 0);
      expect((await findBackupProgress(database.db, clock.now())).failure?.error).toContain(
        `${address} could not be restored`,
      );
    }
    await server.close();
  });

  it('that cannot be restored are told, and no good one is deleted for them', async (test) => {
    // There, programs of PostgreSQL restore it.
    if (database.engine === 'postgres') return test.skip();
    const path = join(folder, 'unverified');
    for (const program of [main, '/nowhere.mjs']) {
      const error = await run(contextFor({ kind: 'folder', path }, program));
      if (program === main) expect(error).toBeNull();
      else expect(error).toContain('was written, but could not be restored: bindery verify failed');
      clock.advance(24 * HOUR_MS);
    }
    expect(readdirSync(path)).toHaveLength(2);
    expect((await findLastBackup(database.db))?.verified).toBe(false);
  });
});
