// @module-tag without-database
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
  it('locks once, rejects a second lock, and can lock again after the release', () => {
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

  it('rejects while another process is alive, and takes over after it was killed', async () => {
    const otherProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(otherProcess, 'spawn');
    writeLock(JSON.stringify({ pid: otherProcess.pid, started: '', socket: '' }));
    expect(() => lockDataFolder(folder, 'socket')).toThrow(DataFolderInUseError);
    otherProcess.kill('SIGKILL');
    await once(otherProcess, 'exit');
    lockDataFolder(folder, 'socket')();
  });

  it.runIf(process.platform === 'linux')('recognizes a new process that reuses the pid of a dead one', () => {
    writeLock(JSON.stringify({ pid: process.ppid, started: '1', socket: '' }));
    expect(() => lockDataFolder(folder, 'socket')()).not.toThrow();
    writeLock(JSON.stringify({ pid: process.pid, started: '1', socket: '' }));
    expect(() => lockDataFolder(folder, 'socket')()).not.toThrow();
  });

  it('takes over from another machine only after a minute without a heartbeat', () => {
    writeLock(JSON.stringify({ host: 'elsewhere', pid: process.pid, started: '', socket: '' }));
    expect(() => lockDataFolder(folder, 'socket')).toThrow(`(${process.pid} on elsewhere) is using`);
    const before = new Date(Date.now() - 61_000);
    utimesSync(join(folder, 'bindery.lock'), before, before);
    lockDataFolder(folder, 'socket')();
  });

  it('writes a heartbeat for processes on other machines', () => {
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

  it.each(['', '{"pid":', 'null', '{"pid":"x"}'])('takes over an invalid lock: %j', (text) => {
    writeLock(text);
    const release = lockDataFolder(folder, 'socket');
    expect(findLockHolder(folder)?.pid).toBe(process.pid);
    release();
  });
});
