// @module-tag embedded-only
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPort, runCommand, startProcess } from '#server/test/processes/child-process.ts';

/** The commands open their own database; Windows has no file modes. */
const applies = process.env.TEST_ENGINE !== 'postgres' && process.platform !== 'win32';

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'bindery-modes-'));
  folder = join(root, 'data');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const environment = async () => ({ DATA_DIR: folder, PORT: String(await findPort()), EMPTY: 'true' });

/** A folder and everything in it, with octal file modes. */
function listModes(path: string): { path: string; mode: string; isFolder: boolean }[] {
  const stats = statSync(path);
  const entry = { path, mode: (stats.mode & 0o777).toString(8), isFolder: stats.isDirectory() };
  if (!entry.isFolder) return [entry];
  return [entry, ...readdirSync(path).flatMap((name) => listModes(join(path, name)))];
}

/** Everything that another user of the machine could open or list. */
const listExposed = () =>
  listModes(folder).filter(({ mode, isFolder }) => mode !== (isFolder ? '700' : '600'));

async function serve(check: () => void): Promise<void> {
  const server = await startProcess('main', ['serve'], await environment());
  await server.waitForOutput('Set up the server');
  check();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

describe.runIf(applies)('the files of a server', () => {
  it('are private to its user while it runs: database, lock and command socket', async () => {
    await serve(() => {
      expect(listModes(folder).length).toBeGreaterThan(1000);
      expect(readdirSync(folder).toSorted()).toEqual([
        'admin.sock',
        'bindery.lock',
        'database',
        'secrets.key',
      ]);
      expect(listExposed()).toEqual([]);
    });
  }, 60_000);

  it('are private in a backup, and in what is restored from it', async () => {
    const file = join(root, 'backup.tar.gz');
    expect((await runCommand(['backup', '--to', file], await environment())).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await runCommand(['restore', '--from', file, '--replace'], await environment())).code).toBe(0);
    expect(readdirSync(folder)).toHaveLength(3);
    expect(listExposed()).toEqual([]);
  }, 60_000);

  it('are made private at the next start, if an older release left them open', async () => {
    for (const { path, isFolder } of listModes(folder)) chmodSync(path, isFolder ? 0o755 : 0o666);
    await serve(() => expect(listExposed()).toEqual([]));
  }, 60_000);

  it('leave a folder open that contains other files', async () => {
    const otherFile = join(folder, 'notes.txt');
    chmodSync(folder, 0o755);
    expect((await runCommand(['backup', '--to', otherFile], await environment())).code).toBe(0);
    chmodSync(folder, 0o755);
    chmodSync(otherFile, 0o644);
    await serve(() => expect(listExposed().map(({ path }) => path)).toEqual([folder, otherFile]));
  }, 60_000);
});
