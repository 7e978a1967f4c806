import { type Kysely, sql } from 'kysely';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openAsBlob, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsUntil, newId } from '#server/base/ids.ts';
import { type Connection, connect } from '#server/database/engine/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Settings } from './settings.ts';

/** Of what a program says when it fails. */
const MAX_ERROR = 500;
const HOUR_MS = 60 * 60_000;
/** What a killed process left behind is deleted after this time: nobody writes or restores for so long without a change to it. */
const LEFTOVER_MS = 6 * HOUR_MS;
const SCRATCH_DATABASE = 'bindery_verify_';
const SCRATCH_FOLDER = 'verifying-';

/** Writes the whole database into a file: the data folder of the embedded engine as an archive, else a dump for `pg_restore`. */
export async function dumpDatabase(
  path: string,
  { dump }: Pick<Connection, 'dump'>,
  { databaseUrl = '', signal }: { databaseUrl: string | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  if (dump) {
    const archive = await dump('gzip');
    writeFileSync(path, Buffer.from(await archive.arrayBuffer()), { flag: 'wx', mode: 0o600 });
    return;
  }
  // Without the key of today's visitors, which is not kept.
  const options = ['--format=custom', '--no-owner', '--exclude-table-data=visitor_salts', `--file=${path}`];
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  await runProgram('pg_dump', options, { databaseUrl, signal });
}

/** Restores a dump into a database that is made for it, and dropped again; returns what is in it. */
export async function verifyDump(
  path: string,
  db: Kysely<Database>,
  { databaseUrl, signal }: ProgramContext,
): Promise<string> {
  await dropLeftovers(db);
  const name = `${SCRATCH_DATABASE}${newId().toLowerCase()}`;
  await sql.raw(`create database ${name} template template0`).execute(db);
  try {
    const address = new URL(databaseUrl);
    address.pathname = `/${name}`;
    const options = ['--exit-on-error', '--no-owner', path];
    await runProgram('pg_restore', options, { databaseUrl: address.href, signal });
    const restored = await connect({ databaseUrl: address.href });
    try {
      return await describeContent(restored.db);
    } finally {
      await restored.close();
    }
  } finally {
    await sql.raw(`drop database if exists ${name} with (force)`).execute(db);
  }
}

/** Drops databases of a process that was killed while it restored. Another one may be about to use a younger one. */
async function dropLeftovers(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database
    where starts_with(datname, ${SCRATCH_DATABASE}) and datname < ${SCRATCH_DATABASE + idsUntil(Date.now() - LEFTOVER_MS)}
      and datdba = (select oid from pg_roles where rolname = current_user)
      and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop database if exists ${sql.id(name)}`.execute(db);
}

/** Deletes files or folders of a killed process, by the start of their names. */
export function deleteLeftovers(folder: string, start: string, end = ''): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || !name.endsWith(end)) continue;
    const path = join(folder, name);
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedAt < Date.now() - LEFTOVER_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Restores an archive of the embedded engine into a folder that is deleted again; returns what is in it. */
export async function verifyArchive(
  path: string,
  { dataDirectory }: Pick<Settings, 'dataDirectory'>,
): Promise<string> {
  const folder = join(dataDirectory, `${SCRATCH_FOLDER}${process.pid}`);
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  deleteLeftovers(dataDirectory, SCRATCH_FOLDER);
  // In containers, processes have the same ids again.
  rmSync(folder, { recursive: true, force: true });
  try {
    const { db, close } = await connect({ dataDirectory: folder, template: await openAsBlob(path) });
    try {
      await migrate(db);
      return await describeContent(db);
    } finally {
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function describeContent(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ accounts: number; spaces: number; revisions: number }>`
    select (select count(*) from users)::int as accounts, (select count(*) from spaces)::int as spaces,
      (select count(*) from revisions)::int as revisions`.execute(db);
  const [content] = rows;
  if (!content) throw new Error('the restored database returns nothing');
  return `${content.accounts} accounts, ${content.spaces} spaces, ${content.revisions} revisions`;
}

/** What a program of PostgreSQL is run with. */
interface ProgramContext {
  /** Of PostgreSQL itself: the programs don't get through a pooler. */
  databaseUrl: string;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

/** Runs a program of PostgreSQL at a database. The password is not among the arguments, which others on the machine see. */
async function runProgram(
  program: string,
  options: readonly string[],
  { databaseUrl, signal }: ProgramContext,
): Promise<void> {
  const { url, password } = withoutPassword(databaseUrl);
  const child = spawn(program, [...options, `--dbname=${url}`], {
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  await untilDone(child, program);
}

/** A URL may have the password before the host or, as a parameter, at its end. */
export function withoutPassword(databaseUrl: string): { url: string; password: string } {
  const url = new URL(databaseUrl);
  const parameter = url.searchParams.get('password');
  const password = parameter ?? decodeURIComponent(url.password);
  url.password = '';
  if (parameter !== null) {
    url.searchParams.delete('password');
    // The programs take a plus for what it is.
    url.search = url.search.replaceAll('+', '%20');
  }
  return { url: url.href, password };
}

/** Restores an archive in another process, as the engine would hold this one up. */
export async function verifyArchiveElsewhere(
  path: string,
  { main, dataDirectory, signal }: { main: string; dataDirectory: string; signal?: AbortSignal | undefined },
): Promise<void> {
  const child = spawn(process.execPath, [main, 'verify', '--from', path], {
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  await untilDone(child, 'bindery verify');
}

async function untilDone(child: ReturnType<typeof spawn>, program: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text.toString()}`.slice(-MAX_ERROR);
  });
  try {
    await once(child, 'close');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing
      ? new Error(`${program} is not installed where the server runs`, { cause: error })
      : error;
  }
  if (child.exitCode !== 0) throw new Error(`${program} failed: ${said.trim()}`);
}
