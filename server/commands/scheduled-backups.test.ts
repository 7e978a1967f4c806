// @module-tag long
// @module-tag both-engines
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLastBackup } from '#server/database/server-settings.ts';
import { parseStorageUrl } from '#server/network/s3-storage.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { bundledFile } from '#server/test/processes/programs.ts';
import { S3Server } from '#server/test/s3-server.ts';
import { TestClock } from '#server/test/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { type BackupContext, backupJobs, enqueueBackup } from './scheduled-backups.ts';
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
  return { database, clock, settings: { dataDirectory, databaseUrl: database.url, backups }, main: program };
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

  it('that fail say why, and leave nothing behind', async () => {
    const place = { kind: 'folder', path: '/dev/null/backups' } as const;
    expect(await run(contextFor(place))).toMatch(/ENOTDIR|not a directory/);
    clock.advance(24 * HOUR_MS);
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
