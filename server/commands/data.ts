import { createReadStream, existsSync, openAsBlob, renameSync, rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { databaseFolderOf, reasonOf, acquireDataFolder, withDatabase } from './open-database.ts';
import { type FlagValues, type Settings, UsageError } from './settings.ts';

/** `migrate`: brings the schema up to date and nothing else. */
export async function migrateOnly(settings: Settings): Promise<void> {
  await withDatabase(settings, async () => console.log('The database is up to date.'));
}

/** `restore`: makes the data folder what a backup was. What is there is kept beside it, with `--replace` only. */
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
    // Only what turned out to be a database takes the place of the one that is there.
    const draft = `${folder}.restoring`;
    await unpackBackup(path, draft);
    if (existsSync(folder)) renameSync(folder, aside);
    renameSync(draft, folder);
    console.log(`Restored ${path}.${existsSync(aside) ? ` The previous database is in ${aside}.` : ''}`);
  } finally {
    release();
  }
}

/** Makes a database folder of a backup; there is none afterwards where the backup is broken. */
async function unpackBackup(path: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  try {
    await assertGzip(path);
    const connection = await connect({ dataDirectory: folder, template: await openAsBlob(path) });
    try {
      await migrate(connection.db);
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

/** Throws where a file does not unpack: the engine would end the process. */
async function assertGzip(path: string): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(path), createGunzip(), nowhere);
}
