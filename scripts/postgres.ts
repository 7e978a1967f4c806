/** Starts a temporary PostgreSQL for tests and benchmarks. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { findOnPath, installDebianPackage, isProgram } from './system-packages.ts';

/** A running server with a superuser `postgres` without a password. */
export interface Postgres {
  /** Connection string of its database `postgres`. */
  url: string;
  /** Stops it and deletes its data. */
  stop: () => void;
}

/** Folders with one subfolder per version. */
const versionFolders = [
  '/usr/lib/postgresql',
  '/usr/local/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
];

/** The folder with `initdb` and `postgres`; the newest version when there are several. */
function findBinaries(): string | undefined {
  const onPath = findOnPath('initdb');
  const candidates = versionFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((version) => join(folder, version, 'bin')))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [...candidates, ...(onPath === undefined ? [] : [dirname(onPath)])].find(
    (folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')),
  );
}

/** PostgreSQL refuses to run as root: use its own user, or `nobody`. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (user: string, flag: string): number =>
    Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout || Number.NaN);
  const user = Number.isNaN(idOf('postgres', '-u')) ? 'nobody' : 'postgres';
  return { uid: idOf(user, '-u'), gid: idOf(user, '-g') };
}

/**
 * Starts PostgreSQL in a temporary folder on a free port. Installs Debian's package if possible; throws with
 * instructions if there is no PostgreSQL. `extraSettings` are settings such as `fsync=off`.
 */
export async function startPostgres(extraSettings: readonly string[] = []): Promise<Postgres> {
  const binaries =
    findBinaries() ?? ((await installDebianPackage('postgresql')) ? findBinaries() : undefined);
  if (binaries === undefined) {
    throw new Error(
      'PostgreSQL not found. Install it, or set TEST_DATABASE_URL to a server whose data may be deleted.',
    );
  }
  const owner = findOwner();
  const folder = mkdtempSync(join(tmpdir(), 'bindery-postgres-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const spawnOptions = { ...owner, cwd: folder };
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...spawnOptions, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await findFreePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...extraSettings,
  ];
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...spawnOptions, stdio: 'ignore' },
  );
  const stop = (): void => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  process.once('exit', stop);
  await waitUntilReady(server, join(binaries, 'pg_isready'), port);
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

async function waitUntilReady(server: ChildProcess, probe: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL exited with code ${server.exitCode} during startup.`);
    if (spawnSync(probe, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0) return;
    await wait(100);
  }
  throw new Error('PostgreSQL wasn’t ready within 30 seconds.');
}
