import { type Kysely, type Migration, Migrator } from 'kysely';
import * as foundation from './migrations/001-foundation.ts';
import type { Database } from './schema.ts';

/** All migrations by name, applied in this order and never edited once they were released. */
const MIGRATIONS: Record<string, Migration> = {
  '001-foundation': foundation,
};

/** Brings the schema up to date. Returns the names of the migrations that were applied now. */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The database could not be brought up to date.', { cause: error });
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}
