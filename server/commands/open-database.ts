import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEpochAfterRestore } from '#server/audit/event-cursors.ts';
import { DataFolderInUseError, lockDataFolder } from '#server/database/data-folder/data-lock.ts';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import { restrictDataFolder } from '#server/database/data-folder/folder-modes.ts';
import { type Connection, connect, type DatabaseLocation } from '#server/database/engine/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { socketPathOf } from './admin-socket.ts';
import { type Settings, UsageError } from './settings.ts';
import { seconds, StartWaits } from './start-waits.ts';

/** The folder of the embedded database within the data folder. */
export function databaseFolderOf({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return join(dataDirectory, 'database');
}

/** Locks the data folder for the embedded engine; returns the function that releases it. */
export function acquireDataFolder(settings: Settings): () => void {
  if (settings.databaseUrl !== undefined) return () => undefined;
  const { dataDirectory } = settings;
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    const release = lockDataFolder(dataDirectory, socketPathOf(dataDirectory));
    restrictDataFolder(dataDirectory);
    return release;
  } catch (error) {
    if (error instanceof DataFolderInUseError) throw error;
    throw new UsageError(`Can't write to the data folder ${dataDirectory}: ${reasonOf(error)}.`);
  }
}

interface OpenOptions extends Pick<DatabaseLocation, 'onIdleError' | 'onNotice' | 'onEnd'> {
  waits?: StartWaits;
  /** Opens a database that is older than this version, too. */
  skipsMigration?: boolean;
}

/** Opens the database and migrates it. The data folder must be locked. */
export async function openDatabase(
  settings: Settings,
  { waits = sayWaits(), skipsMigration = false, ...listeners }: OpenOptions = {},
): Promise<Connection> {
  const location = locationOf(settings);
  try {
    waits.begin(`the database ${location} to respond`);
    const connection = await connect(
      settings.databaseUrl === undefined
        ? { dataDirectory: databaseFolderOf(settings), onEnd: endWithEngine, ...listeners }
        : {
            databaseUrl: settings.databaseUrl,
            listenUrl: settings.listenUrl,
            pool: settings.pool,
            reads: settings.reads,
            ...listeners,
          },
    );
    if (skipsMigration) return connection;
    try {
      await migrateSaying(connection, waits, location);
      await startEpochAfterRestore(connection.db);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    throw describeFailure(location, error);
  } finally {
    waits.end();
  }
}

/** Ends the process: an engine that has ended itself answers no request, and cannot be closed. */
export function endWithEngine(reason: Error): void {
  console.error(
    `The embedded database has stopped (${reason.message}). What was confirmed is stored; start again.`,
  );
  process.exit(1);
}

/** Says on standard error what a start waits for. */
export function sayWaits(): StartWaits {
  return new StartWaits((line) => console.error(line));
}

async function migrateSaying({ db }: Connection, waits: StartWaits, location: string): Promise<void> {
  waits.begin(`the database ${location} to be migrated`);
  let holder: { since: string } | undefined;
  await migrate(db, {
    onWait: (heldForMs) => {
      const isFirst = holder === undefined;
      holder = { since: heldForMs === undefined ? '' : ` for ${seconds(heldForMs)}` };
      if (isFirst) waits.begin(() => `another server, which has been migrating the database${holder?.since}`);
    },
  });
}

/** Runs `work` with the database open and the data folder locked. */
export async function withDatabase<T>(
  settings: Settings,
  work: (connection: Connection) => Promise<T>,
  options: Pick<OpenOptions, 'skipsMigration'> = {},
): Promise<T> {
  const release = acquireDataFolder(settings);
  try {
    const connection = await openDatabase(settings, options);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  } finally {
    release();
  }
}

/** Where the database is, without the password of its URL. */
function locationOf(settings: Settings): string {
  return settings.databaseUrl === undefined ? `in ${databaseFolderOf(settings)}` : 'at DATABASE_URL';
}

/** A message for common failures. */
function describeFailure(location: string, error: unknown): Error {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return new UsageError(`Can't open the database ${location}: ${reasonOf(cause)}.`, { cause: error });
}

/** The errno with which the embedded engine's file system reports a full disk. */
const ENOSPC = 51;

/** An error as a part of a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return reasonOf(error.errors[0]);
  if (error instanceof DiskAlmostFullError)
    return 'the disk is almost full, and there has to be room on it first';
  if (Reflect.get(Object(error), 'errno') === ENOSPC) return 'no space left on the disk';
  return (error instanceof Error ? error.message : JSON.stringify(error)).replace(/\.$/, '');
}
