import type { Insertable, Kysely, Transaction } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import { hashSecret, newSecret } from './tokens.ts';

/**
 * What a code is for; the names are stored. `sign-in` starts a session, `account` makes an account's first credential,
 * the others are the challenges of passkeys.
 */
export type CodePurpose = 'sign-in' | 'account' | 'passkey-registration' | 'passkey-sign-in';

interface NewCode extends Omit<Insertable<Database['one_time_codes']>, 'hash' | 'created_at' | 'used_at'> {
  purpose: CodePurpose;
}

/** Creates a code: 43 letters and digits, of which only the hash is stored. It is part of a link, after the `#`. */
export async function createCode(db: Kysely<Database>, fields: NewCode, now: Date): Promise<string> {
  const code = newSecret();
  await insertCode(db, code, fields, now);
  return code;
}

/** Stores the hash of a code that was made elsewhere: a challenge. */
export async function insertCode(
  db: Kysely<Database>,
  code: string,
  fields: NewCode,
  now: Date,
): Promise<void> {
  await db
    .insertInto('one_time_codes')
    .values({ ...fields, hash: hashSecret(code), created_at: now, used_at: null })
    .execute();
}

/** Looks at a code without using it. Undefined if it is unknown, for another purpose, used or expired. */
export function findCode(
  db: Kysely<Database>,
  purpose: CodePurpose,
  code: string,
  now: Date,
): Promise<Row<'one_time_codes'> | undefined> {
  return db
    .selectFrom('one_time_codes')
    .selectAll()
    .where('hash', '=', hashSecret(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a code up. Undefined if it is unknown, for another purpose, used or expired. */
export function consumeCode(
  trx: Transaction<Database>,
  purpose: CodePurpose,
  code: string,
  now: Date,
): Promise<Row<'one_time_codes'> | undefined> {
  return trx
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('hash', '=', hashSecret(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Makes all unused codes of a person for a purpose worthless. */
export async function revokeCodes(
  trx: Transaction<Database>,
  userId: string,
  purpose: CodePurpose,
): Promise<void> {
  await trx
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}
