import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from './ids.ts';

/** Who holds a data folder. */
export interface LockHolder {
  pid: number;
  /** When the process was started, in the system's own count; tells a new process with an old number apart. */
  started: string;
  /** Where its commands are taken. */
  socket: string;
}

/** Thrown when another process holds the folder. */
export class DataFolderInUse extends Error {
  readonly holder: LockHolder;

  constructor(directory: string, holder: LockHolder) {
    super(
      `Another process (${holder.pid}) is using the data folder ${directory}. Stop it first, or choose another folder.`,
    );
    this.holder = holder;
  }
}

const FILE = 'bindery.lock';
const held = new Set<string>();

/**
 * Takes a data folder for this process alone: the embedded engine does not notice a second one, and both would write.
 * A lock that a killed process left behind is taken over. Throws `DataFolderInUse`; returns how to give it back.
 */
export function lockDataFolder(directory: string, socket: string): () => void {
  const file = join(directory, FILE);
  const self: LockHolder = { pid: process.pid, started: startOf(process.pid), socket };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (createLock(file, self)) {
      held.add(file);
      return () => {
        held.delete(file);
        rmSync(file, { force: true });
      };
    }
    const found = readLock(file);
    if (found && isAlive(found.holder, file)) throw new DataFolderInUse(directory, found.holder);
    if (found) removeStale(file, found.text);
  }
  throw new Error(`The lock of the data folder ${directory} could not be taken. Try again.`);
}

/** Who holds a data folder now; undefined where nobody who lives does. */
export function findLockHolder(directory: string): LockHolder | undefined {
  const file = join(directory, FILE);
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
      return { pid: Number(found.pid), started: String(found.started), socket: String(found.socket) };
    }
  } catch {
    // Not a lock of ours: what nobody can be asked about is stale.
  }
  return { pid: 0, started: '', socket: '' };
}

function isAlive({ pid, started }: LockHolder, file: string): boolean {
  if (pid === process.pid && started === startOf(pid)) return held.has(file);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user cannot be signalled, but it is there.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now === '' || started === '' || now === started;
}

/** When a process started, where the system tells (Linux); empty elsewhere. */
function startOf(pid: number): string {
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
