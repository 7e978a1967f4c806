import type { Kysely } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import type { Database } from './tables/schema.ts';

/** The setting that stores the last backup that this server has written, as JSON. */
const LAST_BACKUP_KEY = 'last_backup';

/** The setting that says where an operator wants files. */
const FILES_KEY = 'place_of_files';

const PLACE = { table: 'server_settings', column: 'value', id: 'signing_secret' };

/**
 * The key that signs cursors and visitor tokens. Created on first use and shared by all processes on the database. Stored
 * readable where the server has no key for secrets: no server could start otherwise.
 */
export async function signingSecret(db: Kysely<Database>, secretKeys: SecretKeys): Promise<string> {
  const storedSecret = await findSecret(db);
  if (storedSecret) return secretKeys.decrypt(storedSecret.value, PLACE);
  const fresh = randomBytes(32).toString('base64url');
  const value = secretKeys.currentId === undefined ? fresh : secretKeys.encrypt(fresh, PLACE);
  await db
    .insertInto('server_settings')
    .values({ key: PLACE.id, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await findSecret(db);
  if (!row) throw new Error('The signing secret was not stored.');
  return secretKeys.decrypt(row.value, PLACE);
}

function findSecret(db: Kysely<Database>): Promise<{ value: string } | undefined> {
  return db.selectFrom('server_settings').select('value').where('key', '=', PLACE.id).executeTakeFirst();
}

/** Whether files stay in the database although there is a storage. */
export async function keepsFilesInDatabase(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom('server_settings')
    .select('value')
    .where('key', '=', FILES_KEY)
    .executeTakeFirst();
  return row?.value === 'database';
}

export async function storePlaceOfFiles(db: Kysely<Database>, value: 'database' | 'storage'): Promise<void> {
  await db
    .insertInto('server_settings')
    .values({ key: FILES_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** A backup that was written. */
export interface WrittenBackup {
  /** ISO 8601. */
  at: string;
  place: string;
  bytes: number;
  /** Whether it was restored to check it. */
  verified?: boolean;
}

/** Stores that a backup was written, for operators. It is not in the backup itself. */
export async function storeLastBackup(db: Kysely<Database>, backup: WrittenBackup): Promise<void> {
  const value = JSON.stringify(backup);
  await db
    .insertInto('server_settings')
    .values({ key: LAST_BACKUP_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** The last backup that this server has written. */
export async function findLastBackup(db: Kysely<Database>): Promise<WrittenBackup | undefined> {
  const row = await db
    .selectFrom('server_settings')
    .select('value')
    .where('key', '=', LAST_BACKUP_KEY)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}
