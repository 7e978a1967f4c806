import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { newId } from '#server/base/ids.ts';
import { type Connection, connect, type DatabaseLocation } from '#server/database/engine/connect.ts';
import { migrate } from '#server/database/migrate.ts';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/bindery');

export interface TestDatabase extends Connection {
  /** The URL; PostgreSQL only. */
  url?: string;
}

let isPermitted = true;

export function permitDatabases(areDatabasesPermitted: boolean): void {
  isPermitted = areDatabasesPermitted;
}

export function assertDatabasesPermitted(): void {
  if (!isPermitted)
    throw new Error(
      'The tag `without-database` of this test file leaves it out on PostgreSQL, but it opens a database. Remove the tag.',
    );
}

/** A new, migrated database on the engine that `TEST_ENGINE` names: `pglite` (default) or `postgres`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  assertDatabasesPermitted();
  return process.env.TEST_ENGINE === 'postgres' ? openOnPostgres() : openEmbedded();
}

/** The same without any table. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  assertDatabasesPermitted();
  return process.env.TEST_ENGINE === 'postgres' ? openOnPostgres('empty') : connect({});
}

/** In memory, from a template: loading it takes a quarter of the time of migrating. */
async function openEmbedded(): Promise<Connection> {
  return connect({ template: await openTemplate() });
}

const openTemplate = async (): Promise<Blob> => openAsBlob(await templateFile());

/** Writes a migrated database into a data folder, in a tenth of the time that a server needs for it. */
export async function fillDataFolder(folder: string): Promise<void> {
  const database = join(folder, 'database');
  mkdirSync(database);
  execFileSync('tar', ['-xf', await templateFile(), '-C', database], { stdio: 'ignore' });
}

async function templateFile(): Promise<string> {
  const file = join(cache, `pglite-${templateKey()}.tar`);
  if (!existsSync(file)) {
    const fresh = await connect({});
    await migrate(fresh.db);
    const dump = await fresh.dump?.('none');
    await fresh.close();
    if (!dump) throw new Error('The embedded engine created no template.');
    mkdirSync(cache, { recursive: true });
    // Several workers may create the template at once. No worker may read a partial file: a complete one is linked
    // under its name by the first that finishes.
    const unfinished = `${file}.${process.pid}.${newId()}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    if (!existsSync(file)) linkUnlessThere(unfinished, file);
    rmSync(unfinished);
  }
  return file;
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Changes with the engine and with every migration. */
function templateKey(): string {
  const migrations = join(root, 'server/database/migrations');
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  for (const name of readdirSync(migrations).toSorted()) hash.update(readFileSync(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}

/** No test fails because the machine is busy. */
const TRANSACTION_LIMIT_MS = 120_000;

/** A database on PostgreSQL, through the pooler at `TEST_POOLER_URL` if there is one. */
export function locationOf(url: string, transactionLimitMs = TRANSACTION_LIMIT_MS): DatabaseLocation {
  const pooler = process.env.TEST_POOLER_URL;
  if (pooler === undefined || pooler === '') return { databaseUrl: url, transactionLimitMs };
  const address = new URL(pooler);
  address.pathname = new URL(url).pathname;
  return { databaseUrl: address.href, listenUrl: url, transactionLimitMs };
}

/** A separate database on the server at `TEST_DATABASE_URL`; dropped when it is closed, or after the run. */
async function openOnPostgres(content: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined || url === '') {
    throw new Error(
      'Set TEST_DATABASE_URL to a PostgreSQL server, or run `npm test -- server`, which starts one.',
    );
  }
  const { Client } = (await import('pg')).default;
  const administrator = new Client({ connectionString: url });
  await administrator.connect();
  const template = content === 'empty' ? 'template1' : await createTemplate(administrator, url);
  const name = `bindery_${run()}_${newId().toLowerCase()}`;
  await administrator.query(`create database ${name} template ${template}`);
  const address = urlOfDatabase(url, name);
  const connection = await connect(locationOf(address));
  return {
    ...connection,
    url: address,
    close: async () => {
      await connection.close();
      await administrator.query(`drop database ${name} with (force)`);
      await administrator.end();
    },
  };
}

const run = (): string => process.env.TEST_RUN ?? 'alone';

function urlOfDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** The migrated database that the others of a run are copied from, as of the embedded engine; the first who asks makes it. */
async function createTemplate(administrator: Client, url: string): Promise<string> {
  const name = `bindery_${run()}_from_${templateKey()}`;
  await administrator.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await administrator.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      // A run that ended early leaves an incomplete one.
      const unfinished = `${name}_new`;
      await administrator.query(`drop database if exists ${unfinished}`);
      await administrator.query(`create database ${unfinished}`);
      const connection = await connect({ databaseUrl: urlOfDatabase(url, unfinished) });
      await migrate(connection.db);
      await connection.close();
      await administrator.query(`alter database ${unfinished} rename to ${name}`);
    }
  } finally {
    await administrator.query('select pg_advisory_unlock($1)', [templateLock]);
  }
  return name;
}

/** Any number: nothing else locks by it. */
const templateLock = 4_400_209;
