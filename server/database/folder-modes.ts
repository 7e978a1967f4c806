import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What groups and all other users may do. */
const GROUP_AND_OTHERS = 0o077;
/** What we make in a data folder: the database, earlier ones kept beside it, the lock, the command socket. */
const OWN_FILES = /^(database|bindery\.lock|admin\.sock)/;

/** Lets every file and folder that this process makes from now on be opened by its own user only. */
export function setPrivateUmask(): void {
  process.umask(GROUP_AND_OTHERS);
}

/**
 * Closes to other users what is ours in a data folder, where an older release has left it open; and the folder itself,
 * unless it holds other things too. Windows has no such modes.
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

/** Takes the rights of others from a file or folder; returns whether it is a folder. */
function removeModes(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return false;
  if ((found.mode & GROUP_AND_OTHERS) !== 0) changeMode(path, found.mode & 0o700);
  return found.isDirectory();
}

function changeMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // A mounted folder may belong to another user than the server; what lies in it is closed all the same.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}
