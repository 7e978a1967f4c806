/** Starts temporary PostgreSQL servers and poolers for tests and benchmarks. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
export function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (user: string, flag: string): number =>
    Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout || Number.NaN);
  const user = Number.isNaN(idOf('postgres', '-u')) ? 'nobody' : 'postgres';
  return { uid: idOf(user, '-u'), gid: idOf(user, '-g') };
}

export async function requireBinaries(): Promise<string> {
  const binaries =
    findBinaries() ?? ((await installDebianPackage('postgresql')) ? findBinaries() : undefined);
  if (binaries !== undefined) return binaries;
  throw new Error(
    'PostgreSQL not found. Install it, or set TEST_DATABASE_URL to a server whose data may be deleted.',
  );
}

/** A temporary folder that the user of the server owns. */
export function makeFolder(owner: { uid: number; gid: number } | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-postgres-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

/** One server process on the data in `folder`. */
async function startServer(folder: string, port: number, settings: readonly string[]) {
  const binaries = await requireBinaries();
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...settings,
  ];
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', join(folder, 'data'), ...all.flatMap((setting) => ['-c', setting])],
    { ...findOwner(), cwd: folder, stdio: 'ignore' },
  );
  await waitUntilReady(server, join(binaries, 'pg_isready'), port);
  return server;
}

const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

async function initialize(): Promise<string> {
  const binaries = await requireBinaries();
  const owner = findOwner();
  const folder = makeFolder(owner);
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return folder;
}

/**
 * Starts PostgreSQL in a temporary folder on a free port. Installs Debian's package if possible; throws with
 * instructions if there is no PostgreSQL. `extraSettings` are settings such as `fsync=off`.
 */
export async function startPostgres(extraSettings: readonly string[] = []): Promise<Postgres> {
  const folder = await initialize();
  const port = await findFreePort();
  const server = await startServer(folder, port, extraSettings);
  const stop = (): void => {
    server.kill('SIGQUIT');
    removeFolder(folder);
  };
  process.once('exit', stop);
  return { url: urlOf(port), stop };
}

/** Two servers, of which the second follows the first: no commit is acknowledged before both have it. */
export interface PostgresPair {
  primaryPort: number;
  standbyPort: number;
  /** Stops the primary, makes the standby the primary, and starts the former primary as a standby. */
  switchOver: () => Promise<void>;
  stop: () => void;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const binaries = await requireBinaries();
  const owner = findOwner();
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()];
  const primaryFolder = await initialize();
  let primary = await startServer(primaryFolder, primaryPort, ['wal_level=replica']);
  const standbyFolder = copyServer(binaries, primaryPort);
  const standby = await startServer(standbyFolder, standbyPort, []);
  await stopServer(primary);
  primary = await startServer(primaryFolder, primaryPort, ['synchronous_standby_names=*']);
  const stop = (): void => {
    primary.kill('SIGQUIT');
    standby.kill('SIGQUIT');
    removeFolder(primaryFolder);
    removeFolder(standbyFolder);
  };
  process.once('exit', stop);
  const switchOver = async (): Promise<void> => {
    await stopServer(primary);
    execFileSync(join(binaries, 'pg_ctl'), ['promote', '-w', '-D', join(standbyFolder, 'data')], {
      ...owner,
      cwd: standbyFolder,
      stdio: 'ignore',
    });
    const signal = join(primaryFolder, 'data', 'standby.signal');
    writeFileSync(signal, '');
    if (owner !== undefined) chownSync(signal, owner.uid, owner.gid);
    primary = await startServer(primaryFolder, primaryPort, [`primary_conninfo=${urlOf(standbyPort)}`]);
  };
  return { primaryPort, standbyPort, switchOver, stop };
}

/** A folder with the data of a running server, which it will follow. */
function copyServer(binaries: string, port: number): string {
  const owner = findOwner();
  const folder = makeFolder(owner);
  execFileSync(
    join(binaries, 'pg_basebackup'),
    ['-d', urlOf(port), '-D', join(folder, 'data'), '-R', '--no-sync', '-c', 'fast'],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return folder;
}

/** A primary and replicas that follow it, none of which it waits for. */
export interface ReplicatedPostgres {
  url: string;
  replicaUrls: string[];
  /** Ends the primary at once, without what it does when it is shut down. */
  kill: () => Promise<void>;
  /** Starts it again. */
  restart: () => Promise<void>;
  /** Ends a replica at once, for good. */
  killReplica: (index: number) => Promise<void>;
  stop: () => void;
}

export async function startReplicatedPostgres(replicaCount: number): Promise<ReplicatedPostgres> {
  const binaries = await requireBinaries();
  const port = await findFreePort();
  const folders = [await initialize()];
  const start = async (folder = '') => startServer(folder, port, ['wal_level=replica', 'fsync=off']);
  let primary = await start(folders[0]);
  const replicas: ChildProcess[] = [];
  const replicaUrls: string[] = [];
  for (let count = 0; count < replicaCount; count += 1) {
    const folder = copyServer(binaries, port);
    const replicaPort = await findFreePort();
    replicas.push(await startServer(folder, replicaPort, ['fsync=off', 'wal_retrieve_retry_interval=500ms']));
    replicaUrls.push(urlOf(replicaPort));
    folders.push(folder);
  }
  const stop = (): void => {
    for (const server of [primary, ...replicas]) server.kill('SIGQUIT');
    for (const folder of folders) removeFolder(folder);
  };
  process.once('exit', stop);
  return {
    url: urlOf(port),
    replicaUrls,
    kill: async () => {
      const ended = once(primary, 'exit');
      primary.kill('SIGQUIT');
      await ended;
    },
    restart: async () => {
      primary = await start(folders[0]);
    },
    killReplica: async (index) => {
      const replica = replicas[index];
      if (!replica) throw new Error(`There is no replica ${index}.`);
      const ended = once(replica, 'exit');
      replica.kill('SIGQUIT');
      await ended;
    },
    stop,
  };
}

async function stopServer(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
}

/**
 * Starts PgBouncer before the server at `url`, for all its databases, in transaction mode with few connections, so that
 * transactions of one client meet different ones. `extraSettings` are lines such as `ignore_startup_parameters = options`.
 */
export async function startPgBouncer(url: string, extraSettings: readonly string[] = []): Promise<Postgres> {
  const find = () => findOnPath('pgbouncer') ?? ['/usr/sbin/pgbouncer'].find(isProgram);
  const program = find() ?? ((await installDebianPackage('pgbouncer')) ? find() : undefined);
  if (program === undefined) throw new Error('PgBouncer not found. Install it.');
  const { hostname, port, username, pathname } = new URL(url);
  const owner = findOwner();
  const folder = makeFolder(owner);
  const ownPort = await findFreePort();
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port || '5432'} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 500',
    ...extraSettings,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`);
  const pooler = spawn(program, [file], { ...owner, cwd: folder, stdio: 'ignore' });
  const stop = (): void => {
    pooler.kill('SIGQUIT');
    removeFolder(folder);
  };
  process.once('exit', stop);
  const probe = join(await requireBinaries(), 'pg_isready');
  await waitUntilReady(pooler, probe, ownPort);
  return { url: `postgres://${username}@127.0.0.1:${ownPort}${pathname}`, stop };
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
