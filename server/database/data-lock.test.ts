import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, findLockHolder, lockDataFolder } from './data-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeLock = (text: string) => writeFileSync(join(folder, 'bindery.lock'), text);

describe('lockDataFolder', () => {
  it('lets one in, refuses a second, and lets one in again afterwards', () => {
    const release = lockDataFolder(folder, 'socket');
    expect(() => lockDataFolder(folder, 'socket')).toThrow(DataFolderInUse);
    expect(() => lockDataFolder(folder, 'socket')).toThrow(
      `(${process.pid}) is using the data folder ${folder}`,
    );
    expect(findLockHolder(folder)).toMatchObject({ pid: process.pid, socket: 'socket' });
    release();
    expect(findLockHolder(folder)).toBeUndefined();
    lockDataFolder(folder, 'socket')();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses while another process lives, and takes over when it was killed', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(other, 'spawn');
    writeLock(JSON.stringify({ pid: other.pid, started: '', socket: '' }));
    expect(() => lockDataFolder(folder, 'socket')).toThrow(DataFolderInUse);
    other.kill('SIGKILL');
    await once(other, 'exit');
    lockDataFolder(folder, 'socket')();
  });

  it.runIf(process.platform === 'linux')(
    'is not fooled by a new process with the number of a dead one',
    () => {
      writeLock(JSON.stringify({ pid: process.ppid, started: '1', socket: '' }));
      expect(() => lockDataFolder(folder, 'socket')()).not.toThrow();
      writeLock(JSON.stringify({ pid: process.pid, started: '1', socket: '' }));
      expect(() => lockDataFolder(folder, 'socket')()).not.toThrow();
    },
  );

  it.each(['', '{"pid":', 'null', '{"pid":"x"}'])('takes over a lock that says nothing: %j', (text) => {
    writeLock(text);
    const release = lockDataFolder(folder, 'socket');
    expect(findLockHolder(folder)?.pid).toBe(process.pid);
    release();
  });
});
