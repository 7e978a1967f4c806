import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataFolderInUseError, findLockHolder, lockDataFolder } from './data-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeLock = (text: string) => writeFileSync(join(folder, 'bindery.lock'), text);

describe('lockDataFolder', () => {
  it('lets one in, refuses a second, and lets one in again afterwards', () => {
    const release = lockDataFolder(folder, 'socket');
    expect(() => lockDataFolder(folder, 'socket')).toThrow(DataFolderInUseError);
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
    expect(() => lockDataFolder(folder, 'socket')).toThrow(DataFolderInUseError);
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

  it('leaves the folder to a process on another machine until that has been silent for a minute', () => {
    writeLock(JSON.stringify({ host: 'elsewhere', pid: process.pid, started: '', socket: '' }));
    expect(() => lockDataFolder(folder, 'socket')).toThrow(`(${process.pid} on elsewhere) is using`);
    const before = new Date(Date.now() - 61_000);
    utimesSync(join(folder, 'bindery.lock'), before, before);
    lockDataFolder(folder, 'socket')();
  });

  it('gives signs of life that those on other machines see', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const release = lockDataFolder(folder, 'socket');
    const file = join(folder, 'bindery.lock');
    utimesSync(file, new Date(0), new Date(0));
    vi.advanceTimersByTime(10_000);
    expect(statSync(file).mtimeMs).toBeGreaterThan(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    release();
    vi.useRealTimers();
  });

  it.each(['', '{"pid":', 'null', '{"pid":"x"}'])('takes over a lock that says nothing: %j', (text) => {
    writeLock(text);
    const release = lockDataFolder(folder, 'socket');
    expect(findLockHolder(folder)?.pid).toBe(process.pid);
    release();
  });
});
