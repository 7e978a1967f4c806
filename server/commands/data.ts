import { createReadStream, existsSync, openAsBlob, renameSync, rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { startEpoch } from '#server/audit/event-cursors.ts';
import { systemClock } from '#server/base/clock.ts';
import { connect } from '#server/database/engine/connect.ts';
import { migrate, NewerDatabaseError, pendingMigrations } from '#server/database/migrate.ts';
import { databaseFolderOf, reasonOf, acquireDataFolder, withDatabase } from './open-database.ts';
import { ServerSecrets } from './secrets.ts';
import { type FlagValues, type Settings, UsageError } from './settings.ts';
import { verifyArchive, verifyDump } from './write-backup.ts';

/** `migrate`: applies what is pending. With `--check` it is listed, and nothing is changed. */
export async function migrateOnly(settings: Settings, flags: FlagValues): Promise<void> {
  if (flags.check !== true)
    return withDatabase(settings, async () => console.log('The database is up to date.'));
  if (settings.databaseUrl === undefined && !existsSync(databaseFolderOf(settings))) {
    console.log(`There is no database in ${databaseFolderOf(settings)} yet. The next start creates one.`);
    return;
  }
  const pending = await withDatabase(
    settings,
    async ({ db }) => {
      try {
        return await pendingMigrations(db);
      } catch (error) {
        if (error instanceof NewerDatabaseError)
          throw new UsageError(`The database can't be used: ${error.message}.`, { cause: error });
        throw error;
      }
    },
    { skipsMigration: true },
  );
  if (pending.length === 0) console.log('The database is up to date: a start applies no migration.');
  else
    console.log(
      [
        `A start of this version applies ${pending.length === 1 ? '1 migration' : `${pending.length} migrations`}, in one transaction:`,
        ...pending.map((name) => `  ${name}`),
      ].join('\n'),
    );
}

/** `verify`: restores a backup beside the database, and deletes that again. Runs beside a server. */
export async function verify(settings: Settings, flags: FlagValues): Promise<void> {
  const path = flags.from;
  if (typeof path !== 'string') throw new UsageError('Missing --from: a backup.');
  if (!existsSync(path)) throw new UsageError(`File not found: ${path}.`);
  const databaseUrl = settings.listenUrl ?? settings.databaseUrl;
  const restoring =
    databaseUrl === undefined
      ? assertGzip(path).then(() => verifyArchive(path, settings))
      : withDatabase(settings, ({ db }) => verifyDump(path, db, { databaseUrl }));
  const content = await restoring.catch((error: unknown) => {
    throw new UsageError(`${path} can't be restored: ${reasonOf(error)}.`, { cause: error });
  });
  console.log(`${path} can be restored: ${content}.`);
}

/** `restore`: replaces the data folder by a backup. With `--replace`, existing data is moved aside. */
export async function restore(settings: Settings, flags: FlagValues): Promise<void> {
  const path = flags.from;
  if (typeof path !== 'string') throw new UsageError('Missing --from: a file written by "bindery backup".');
  if (settings.databaseUrl !== undefined) {
    throw new UsageError(
      '"bindery restore" works with the embedded database only. Use psql "$DATABASE_URL" < backup.sql instead.',
    );
  }
  if (!existsSync(path)) throw new UsageError(`File not found: ${path}.`);
  const release = acquireDataFolder(settings);
  try {
    const folder = databaseFolderOf(settings);
    const aside = `${folder}.before-${systemClock.now().toISOString().replaceAll(/[:.]/g, '-')}`;
    if (existsSync(folder) && flags.replace !== true) {
      throw new UsageError(
        `${folder} already contains a database. Add --replace to move it aside and restore.`,
      );
    }
    // The existing database is replaced only once the backup has been opened.
    const draft = `${folder}.restoring`;
    const keyNotice = await unpackBackup(path, draft, new ServerSecrets(settings));
    if (existsSync(folder)) renameSync(folder, aside);
    renameSync(draft, folder);
    console.log(
      `Restored ${path}.${existsSync(aside) ? ` The previous database is in ${aside}.` : ''}${keyNotice}`,
    );
  } finally {
    release();
  }
}

/**
 * Unpacks a backup into a new database folder; removes it again if the backup is damaged. Returns what has to be done about
 * the keys of its secrets, if anything.
 */
async function unpackBackup(path: string, folder: string, secrets: ServerSecrets): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  try {
    await assertGzip(path);
    const connection = await connect({ dataDirectory: folder, template: await openAsBlob(path) });
    try {
      await migrate(connection.db);
      // What clients have seen of the time after the backup is gone.
      await startEpoch(connection.db);
      return await secrets.describeForRestore(connection.db);
    } finally {
      await connection.close();
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new UsageError(`Couldn't restore ${path}; nothing was changed: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Throws if a file does not unpack: the engine would end the process. */
async function assertGzip(path: string): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(path), createGunzip(), nowhere);
}
