import { type Kysely, sql } from 'kysely';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '#server/base/ids.ts';
import { type Connection, connect } from '#server/database/engine/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Settings } from './settings.ts';

/** Of what a program says when it fails. */
const MAX_ERROR = 500;

/** Writes the whole database into a file: the data folder of the embedded engine as an archive, else a dump for `pg_restore`. */
export async function dumpDatabase(
  path: string,
  { dump }: Pick<Connection, 'dump'>,
  databaseUrl: string | undefined,
): Promise<void> {
  if (dump) {
    const archive = await dump('gzip');
    writeFileSync(path, Buffer.from(await archive.arrayBuffer()), { flag: 'wx', mode: 0o600 });
    return;
  }
  // Without the key of today's visitors, which is not kept.
  const options = ['--format=custom', '--no-owner', '--exclude-table-data=visitor_salts', `--file=${path}`];
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  await runProgram('pg_dump', options, databaseUrl ?? '');
}

/** Restores a dump into a database that is made for it, and dropped again; returns what is in it. */
export async function verifyDump(path: string, db: Kysely<Database>, databaseUrl: string): Promise<string> {
  const name = `bindery_verify_${newId().toLowerCase()}`;
  await sql.raw(`create database ${name} template template0`).execute(db);
  try {
    const address = new URL(databaseUrl);
    address.pathname = `/${name}`;
    await runProgram('pg_restore', ['--exit-on-error', '--no-owner', path], address.href);
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

/** Restores an archive of the embedded engine into a folder that is deleted again; returns what is in it. */
export async function verifyArchive(
  path: string,
  { dataDirectory }: Pick<Settings, 'dataDirectory'>,
): Promise<string> {
  const folder = join(dataDirectory, `verifying-${process.pid}`);
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
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

/** Runs a program of PostgreSQL at a database. The password is not among the arguments, which others on the machine see. */
async function runProgram(program: string, options: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const child = spawn(program, [...options, `--dbname=${url.href}`], {
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilDone(child, program);
}

/** Restores an archive in another process, as the engine would hold this one up. */
export async function verifyArchiveElsewhere(
  path: string,
  { main, dataDirectory }: { main: string; dataDirectory: string },
): Promise<void> {
  const child = spawn(process.execPath, [main, 'verify', '--from', path], {
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'ignore', 'pipe'],
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
