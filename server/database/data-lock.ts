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
import { newId } from './ids.ts';

/** Who holds a data folder. */
export interface LockHolder {
  /** The machine or container that its process number is of. */
  host: string;
  pid: number;
  /** When the process was started, in the system's own count; tells a new process with an old number apart. */
  started: string;
  /** Where its commands are taken. */
  socket: string;
}

/** Thrown when another process holds the folder. */
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
/** How often a holder gives a sign of life, for those on other machines, who cannot ask for its process. */
const HEARTBEAT_MS = 10_000;
/** Without a sign for so long, a holder elsewhere counts as dead. Longer than the engine ever works in one piece. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/**
 * Takes a data folder for this process alone: the embedded engine does not notice a second one, and both would write.
 * A lock that a killed process left behind is taken over: at once where it was one of this machine, after a minute
 * where it was of another that has the folder too. Throws `DataFolderInUseError`; returns how to give it back.
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
    const found = readLock(file);
    if (found && isAlive(found.holder, file)) throw new DataFolderInUseError(directory, found.holder);
    if (found) removeStale(file, found.text);
  }
  throw new Error(`Couldn't lock the data folder ${directory}. Try again.`);
}

/** Who holds a data folder now; undefined where nobody who lives does. */
export function findLockHolder(directory: string): LockHolder | undefined {
  const file = join(directory, LOCK_FILE);
  const found = readLock(file);
  return found && isAlive(found.holder, file) ? found.holder : undefined;
}

/** The file appears whole or not at all: another process must never read half a holder. */
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
    const found: unknown = JSON.parse(text);
    if (
      typeof found === 'object' &&
      found !== null &&
      'pid' in found &&
      'started' in found &&
      'socket' in found
    ) {
      // An older release did not say on which machine it ran: on this one.
      const host = 'host' in found ? String(found.host) : currentHost();
      return { host, pid: Number(found.pid), started: String(found.started), socket: String(found.socket) };
    }
  } catch {
    // Not a lock of ours: what nobody can be asked about is stale.
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
    // A process of another user cannot be signalled, but it is there.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = processStartTime(pid);
  return now === '' || started === '' || now === started;
}

function describeHolder({ host, pid }: LockHolder): string {
  return host === currentHost() ? String(pid) : `${pid} on ${host.split(' ', 1)[0]}`;
}

/** Process numbers mean something within one machine, and there within one container. */
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
    // Somebody has removed the file by hand; the next sign fails as well, and the work goes on.
  }
}

function lastHeartbeat(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** When a process started, where the system tells (Linux); empty elsewhere. */
function processStartTime(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // The 22nd field of the line; the first two are cut off with the name, which may hold spaces.
    return fields[19] ?? '';
  } catch {
    return '';
  }
}

/** Removes a stale lock, unless another process has just replaced it by its own: then it is put back. */
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
