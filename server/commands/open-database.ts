import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { socketPathOf } from '#server/admin-socket.ts';
import { type Connection, connect } from '#server/database/connect.ts';
import { DataFolderInUseError, lockDataFolder } from '#server/database/data-lock.ts';
import { restrictDataFolder } from '#server/database/folder-modes.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Settings, UsageError } from './settings.ts';

/** Where the embedded engine keeps its files within the data folder. */
export function databaseFolderOf({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return join(dataDirectory, 'database');
}

/** Takes the data folder, where the embedded engine is used; returns how to give it back. */
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

/** Opens the database and brings its schema up to date. The data folder must be taken. */
export async function openDatabase(
  settings: Settings,
  onIdleError?: (error: Error) => void,
): Promise<Connection> {
  const connection = await connect(
    settings.databaseUrl === undefined
      ? { dataDirectory: databaseFolderOf(settings) }
      : { databaseUrl: settings.databaseUrl, ...(onIdleError ? { onIdleError } : {}) },
  ).catch((error: unknown) => {
    throw describeFailure(settings, error);
  });
  try {
    await migrate(connection.db);
    return connection;
  } catch (error) {
    await connection.close();
    throw describeFailure(settings, error);
  }
}

/** Takes the data folder, opens the database, does the work, and gives both back. */
export async function withDatabase<T>(
  settings: Settings,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const release = acquireDataFolder(settings);
  try {
    const connection = await openDatabase(settings);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  } finally {
    release();
  }
}

/** The commonest failures, in a sentence that does not repeat the password of the address. */
function describeFailure(settings: Settings, error: unknown): Error {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const place = settings.databaseUrl === undefined ? `in ${databaseFolderOf(settings)}` : 'at DATABASE_URL';
  return new UsageError(`Can't open the database ${place}: ${reasonOf(cause)}.`, { cause: error });
}

/** The number by which the embedded engine's file system says that the disk is full. */
const ENOSPC = 51;

/** What an error says, to be put into a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return reasonOf(error.errors[0]);
  if (Reflect.get(Object(error), 'errno') === ENOSPC) return 'no space left on the disk';
  return (error instanceof Error ? error.message : JSON.stringify(error)).replace(/\.$/, '');
}
