/** Finds programs on this machine, and installs a Debian package where nothing else helps. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether `file` exists and may be executed. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The full path of the first of `names` that stands on the search path. */
export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/**
 * Installs a Debian package when this is Debian (or a child of it) and we are root. Returns whether it is there afterwards;
 * says on stdout what it does, because it changes the machine.
 */
export async function installDebianPackage(name: string): Promise<boolean> {
  const installer = findOnPath('apt-get');
  if (installer === undefined || process.getuid?.() !== 0) return false;
  console.log(`Installing Debian package "${name}"…`);
  const run = async (...args: string[]): Promise<boolean> => {
    const child = spawn(installer, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const [status] = await once(child, 'exit');
    return status === 0;
  };
  return (await run('-qq', 'update')) && run('-qq', '-y', '--no-install-recommends', 'install', name);
}
