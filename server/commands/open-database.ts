import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { socketPathOf } from '#server/admin-socket.ts';
import { type Connection, connect } from '#server/database/connect.ts';
import { lockDataFolder } from '#server/database/data-lock.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Settings, UsageError } from './settings.ts';

/** Where the embedded engine keeps its files within the data folder. */
export function databaseFolderOf({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return join(dataDirectory, 'database');
}

/** Takes the data folder, where the embedded engine is used; returns how to give it back. */
export function takeDataFolder(settings: Settings): () => void {
  if (settings.databaseUrl !== undefined) return () => undefined;
  try {
    mkdirSync(settings.dataDirectory, { recursive: true });
  } catch (error) {
    throw new UsageError(`The data folder ${settings.dataDirectory} cannot be made: ${reasonOf(error)}.`);
  }
  return lockDataFolder(settings.dataDirectory, socketPathOf(settings.dataDirectory));
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
  );
  try {
    await migrate(connection.db);
    return connection;
  } catch (error) {
    await connection.close();
    throw settings.databaseUrl === undefined ? error : describeFailure(error);
  }
}

/** Takes the data folder, opens the database, does the work, and gives both back. */
export async function withDatabase<T>(
  settings: Settings,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const release = takeDataFolder(settings);
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
function describeFailure(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new UsageError(`The database at DATABASE_URL cannot be used: ${reasonOf(cause)}.`);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
