// @module-tag embedded-only
import { sql } from 'kysely';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import { connect } from '#server/database/engine/connect.ts';
import { fillDataFolder } from '#server/test/test-database.ts';
import { startProcess } from './child-process.ts';

const MEBIBYTE = 1024 * 1024;
const SIZE = 200;

/** A small disk in memory, where this process may make one. */
function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}m`, 'tmpfs', folder], { stdio: 'pipe' });
    return true;
  } catch (error) {
    process.stdout.write(`SKIPPED: no disk to fill, as mounting one failed: ${String(error)}\n`);
    return false;
  }
}

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('the embedded engine on a small disk', () => {
  let folder: string;
  let isMounted = false;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bindery-full-'));
    isMounted = mount(folder);
  });
  afterAll(() => {
    if (isMounted) execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses changes before the disk is full, goes on reading, and changes again when there is room', async (context) => {
    if (!isMounted) return context.skip();
    const filler = join(folder, 'filler');
    writeFileSync(filler, Buffer.alloc(30 * MEBIBYTE, 1));
    const data = join(folder, 'data');
    mkdirSync(data);
    await fillDataFolder(data);
    const { db, close } = await connect({ dataDirectory: join(data, 'database') });
    await sql`create table filled (bytes bytea)`.execute(db);
    const insert = (size: number) => sql`insert into filled values (${randomBytes(size)})`.execute(db);
    const refusals: unknown[] = [];
    let stored = 0;
    for (let index = 0; refusals.length < 60; index += 1) {
      try {
        await insert(index % 7 === 0 ? 3 * MEBIBYTE : MEBIBYTE / 4);
        stored += 1;
      } catch (error) {
        refusals.push(error);
        const { rows } = await sql<{ count: number }>`select count(*) from filled`.execute(db);
        expect(rows[0]?.count).toBe(stored);
      }
    }
    expect(stored).toBeGreaterThan(3);
    expect(refusals.filter((error) => !(error instanceof DiskAlmostFullError))).toEqual([]);
    rmSync(filler);
    await expect.poll(() => insert(1000).then(() => 'stored', String), { timeout: 10_000 }).toBe('stored');
    await close();
  }, 120_000);
});

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('a server whose thread has stopped', () => {
  it.each([
    ['ends by itself where the disk is full', String(Number.MAX_SAFE_INTEGER), null, 'as its disk is full'],
    ['goes on where it is not and the start takes long', '0', 0, 'went on'],
  ])(
    '%s',
    async (_, room, code, text) => {
      const stopped = await startProcess('stopped-engine', [tmpdir(), room], {});
      expect(await stopped.ended).toBe(code);
      expect(stopped.output()).toContain(text);
    },
    60_000,
  );
});
