import { existsSync, openAsBlob, renameSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { databaseFolderOf, takeDataFolder, withDatabase } from './open-database.ts';
import { type FlagValues, type Settings, UsageError } from './settings.ts';

/** `migrate`: brings the schema up to date and nothing else. */
export async function migrateOnly(settings: Settings): Promise<void> {
  await withDatabase(settings, async () => console.log('The database is up to date.'));
}

/** `restore`: makes the data folder what a backup was. What is there is kept beside it, with `--replace` only. */
export async function restore(settings: Settings, flags: FlagValues): Promise<void> {
  const path = flags.from;
  if (typeof path !== 'string')
    throw new UsageError('Say --from and the file that "bindery backup" has written.');
  if (settings.databaseUrl !== undefined) {
    throw new UsageError('Restore PostgreSQL with its own tools: psql "$DATABASE_URL" < backup.sql.');
  }
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
  const release = takeDataFolder(settings);
  try {
    const folder = databaseFolderOf(settings);
    const aside = `${folder}.before-${systemClock.now().toISOString().replaceAll(/[:.]/g, '-')}`;
    if (existsSync(folder)) {
      if (flags.replace !== true) {
        throw new UsageError(
          `${folder} holds a database already. Add --replace to keep it aside and restore.`,
        );
      }
      renameSync(folder, aside);
    }
    await mkdir(settings.dataDirectory, { recursive: true });
    const connection = await connect({ dataDirectory: folder, template: await openAsBlob(path) });
    await migrate(connection.db);
    await connection.close();
    console.log(`Restored ${path}.${existsSync(aside) ? ` What was there is in ${aside}.` : ''}`);
  } finally {
    release();
  }
}
