import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { newId } from '#server/base/ids.ts';

export interface LockHolder {
  /** The machine or container of its process id. */
  host: string;
  pid: number;
  /** The process start time as the system counts it; distinguishes a new process that reuses a pid. */
  started: string;
  /** The path of its command socket. */
  socket: string;
}

/** Thrown if another process has locked the folder. */
export class DataFolderInUseError extends Error {
  readonly holder: LockHolder;

  constructor(directory: string, holder: LockHolder) {
    super(
      `Another process (${describeHolder(holder)}) is using the data folder ${directory}. Stop it first, or choose another folder.`,
    );
    this.holder = holder;
  }
}

const LOCK_FILE = 'bindery.lock';
const heldLocks = new Set<string>();
/** How often a holder writes a heartbeat, for processes on other machines, which cannot look up its pid. */
const HEARTBEAT_MS = 10_000;
/**
 * Without a heartbeat for this long, a holder on another machine counts as dead. Longer than the engine ever blocks.
 */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/**
 * Locks a data folder for this process: the embedded engine does not notice a second one, and both would write. A lock
 * left by a killed process is taken over: at once on the same machine, after a minute if it is of another machine.
 * Throws `DataFolderInUseError`; returns the function that releases it.
 */
export function lockDataFolder(directory: string, socket: string): () => void {
  const file = join(directory, LOCK_FILE);
  const self: LockHolder = {
    host: currentHost(),
    pid: process.pid,
    started: processStartTime(process.pid),
    socket,
  };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (createLock(file, self)) {
      heldLocks.add(file);
      const heartbeat = setInterval(() => writeHeartbeat(file), HEARTBEAT_MS).unref();
      return () => {
        clearInterval(heartbeat);
        heldLocks.delete(file);
        rmSync(file, { force: true });
      };
    }
    const lock = readLock(file);
    if (lock && isAlive(lock.holder, file)) throw new DataFolderInUseError(directory, lock.holder);
    if (lock) removeStale(file, lock.text);
  }
  throw new Error(`Couldn't lock the data folder ${directory}. Try again.`);
}

/** The live holder of a data folder; undefined if there is none. */
export function findLockHolder(directory: string): LockHolder | undefined {
  const file = join(directory, LOCK_FILE);
  const lock = readLock(file);
  return lock && isAlive(lock.holder, file) ? lock.holder : undefined;
}

/** The file appears atomically: another process must never read a partial holder. */
function createLock(file: string, holder: LockHolder): boolean {
  const draft = `${file}.${newId()}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, JSON.stringify(holder));
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    closeSync(descriptor);
    rmSync(draft, { force: true });
  }
}

function readLock(file: string): { text: string; holder: LockHolder } | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, holder: parseHolder(text) };
  } catch {
    return undefined;
  }
}

function parseHolder(text: string): LockHolder {
  try {
    const value: unknown = JSON.parse(text);
    if (
      typeof value === 'object' &&
      value !== null &&
      'pid' in value &&
      'started' in value &&
      'socket' in value
    ) {
      // An older release did not write its machine: it was this one.
      const host = 'host' in value ? String(value.host) : currentHost();
      return { host, pid: Number(value.pid), started: String(value.started), socket: String(value.socket) };
    }
  } catch {
    // Not one of our locks: a holder that cannot be checked is stale.
  }
  return { host: currentHost(), pid: 0, started: '', socket: '' };
}

function isAlive({ host, pid, started }: LockHolder, file: string): boolean {
  if (host !== currentHost()) return Date.now() - lastHeartbeat(file) < HEARTBEAT_TIMEOUT_MS;
  if (pid === process.pid && started === processStartTime(pid)) return heldLocks.has(file);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = processStartTime(pid);
  return now === '' || started === '' || now === started;
}

function describeHolder({ host, pid }: LockHolder): string {
  return host === currentHost() ? String(pid) : `${pid} on ${host.split(' ', 1)[0]}`;
}

/** Pids are unique within a machine, and there within a container. */
function currentHost(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function writeHeartbeat(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The file was removed by hand; further heartbeats fail too, and the process continues.
  }
}

function lastHeartbeat(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The start time of a process, if the system provides it (Linux); else empty. */
function processStartTime(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // The 22nd field of the line; the first two are cut off with the name, which may contain spaces.
    return fields[19] ?? '';
  } catch {
    return '';
  }
}

/** Removes a stale lock; if another process has just replaced it, the new lock is put back. */
function removeStale(file: string, staleText: string): void {
  const aside = `${file}.${newId()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, 'utf8') !== staleText) linkSync(aside, file);
  rmSync(aside, { force: true });
}
