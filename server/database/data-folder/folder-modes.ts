import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The permissions of the group and of other users. */
const GROUP_AND_OTHERS = 0o077;
/** The files that we create in a data folder: the database, previous ones, the lock, the command socket, keys. */
const OWN_FILES = /^(database|bindery\.lock|admin\.sock|secrets\.key)/;

/** Makes new files and folders of this process private to its user. */
export function setPrivateUmask(): void {
  process.umask(GROUP_AND_OTHERS);
}

/**
 * Makes our files in a data folder private, in case an older release left them open; and the folder itself, unless it
 * contains other files. Windows has no file modes.
 */
export function restrictDataFolder(directory: string): void {
  if (process.platform === 'win32') return;
  const names = readdirSync(directory);
  for (const name of names) if (OWN_FILES.test(name)) restrict(join(directory, name));
  if (names.every((name) => OWN_FILES.test(name))) removeModes(directory);
}

function restrict(path: string): void {
  if (!removeModes(path)) return;
  for (const name of readdirSync(path)) restrict(join(path, name));
}

/** Removes the permissions of others from a file or folder; returns whether it is a folder. */
function removeModes(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return false;
  if ((stats.mode & GROUP_AND_OTHERS) !== 0) changeMode(path, stats.mode & 0o700);
  return stats.isDirectory();
}

function changeMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // A mounted folder may belong to another user; its content is private anyway.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}
