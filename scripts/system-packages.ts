/** Finds programs and installs Debian packages if needed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the first of `names` found on PATH. */
export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Installs a Debian package on Debian-based systems as root. Returns whether it is installed; prints what it does. */
export async function installDebianPackage(name: string): Promise<boolean> {
  const installer = findOnPath('apt-get');
  if (installer === undefined || process.getuid?.() !== 0) return false;
  console.log(`Installing Debian package "${name}"…`);
  // Without a network, a run goes on soon.
  const limits = '-o Acquire::Retries=0 -o Acquire::http::Timeout=15 -o Acquire::https::Timeout=15';
  const apt = `DEBIAN_FRONTEND=noninteractive ${installer} -qq ${limits}`;
  const command = `${apt} update && ${apt} -y --no-install-recommends install ${name}`;
  const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = await once(child, 'exit');
  return status === 0;
}
