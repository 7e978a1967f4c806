import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEpochAfterRestore } from '#server/audit/event-cursors.ts';
import { DataFolderInUseError, lockDataFolder } from '#server/database/data-folder/data-lock.ts';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import { restrictDataFolder } from '#server/database/data-folder/folder-modes.ts';
import { type Connection, connect, type DatabaseLocation } from '#server/database/engine/connect.ts';
import { isAway } from '#server/database/engine/examine-postgres.ts';
import { isUnavailable } from '#server/database/engine/transaction.ts';
import { migrate, refuseSchema } from '#server/database/migrate.ts';
import { socketPathOf } from './admin-socket.ts';
import { type Settings, UsageError } from './settings.ts';
import { seconds, StartWaits } from './start-waits.ts';

/** How often a start that waits for a database looks again. */
const LOOK_AGAIN_MS = 1000;

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
  /**
   * Opens PostgreSQL while there is no primary, too, if a replica answers, and waits while neither does. Called once the primary is
   * there and migrated; again, where it rejects as the primary is away again.
   */
  onPrimary?: (connection: Connection) => Promise<void>;
  /** Whether nobody waits any more. */
  isStopping?: () => boolean;
}

/** Opens the database and migrates it. The data folder must be locked. */
export async function openDatabase(settings: Settings, options: OpenOptions = {}): Promise<Connection> {
  const { waits = sayWaits(), skipsMigration = false, onPrimary, ...others } = options;
  const location = locationOf(settings);
  const prepare = async (connection: Connection) => {
    await migrateSaying(connection, waits, location);
    await startEpochAfterRestore(connection.db);
  };
  try {
    const orReplica =
      onPrimary && settings.reads.urls.length > 0 ? ', or a replica of DATABASE_READ_URL,' : '';
    waits.begin(`the database ${location}${orReplica} to respond`);
    const connection = await connectSoon(settings, {
      ...others,
      ...(onPrimary && {
        onPrimary: (late) => arrive(location, () => prepare(late).then(() => onPrimary(late))),
      }),
    });
    if (skipsMigration || connection.late) return connection;
    try {
      await prepare(connection);
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

/** Connects; where a replica would do, too, for as long as neither answers. */
async function connectSoon(
  settings: Settings,
  { isStopping = () => false, ...listeners }: Omit<OpenOptions, 'waits' | 'skipsMigration'>,
): Promise<Connection> {
  const { databaseUrl, listenUrl, pool, reads } = settings;
  if (databaseUrl === undefined)
    return connect({ dataDirectory: databaseFolderOf(settings), onEnd: endWithEngine, ...listeners });
  const location = { databaseUrl, listenUrl, pool, reads, examineSchema: refuseSchema, ...listeners };
  for (;;) {
    try {
      return await connect(location);
    } catch (error) {
      const isAwaited = listeners.onPrimary !== undefined && reads.urls.length > 0 && isAway(error);
      if (!isAwaited || isStopping()) throw error;
      await wait(LOOK_AGAIN_MS);
    }
  }
}

/** Prepares a primary that a server has waited for. What another attempt would not mend, ends the process as it ends a start. */
async function arrive(location: string, prepare: () => Promise<void>): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    if (isUnavailable(error)) throw error;
    console.error(error instanceof UsageError ? error.message : describeFailure(location, error).message);
    process.exit(1);
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
