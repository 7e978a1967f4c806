import type { Insertable, Kysely, Transaction } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import { hashSecret, newSecret } from './tokens.ts';

/** What a code is for; the names are stored. */
export type CodePurpose = 'sign-in';

interface NewCode extends Omit<Insertable<Database['one_time_codes']>, 'hash' | 'created_at' | 'used_at'> {
  purpose: CodePurpose;
}

/** Creates a code: 43 letters and digits, of which only the hash is stored. It is part of a link, after the `#`. */
export async function createCode(db: Kysely<Database>, fields: NewCode, now: Date): Promise<string> {
  const code = newSecret();
  await db
    .insertInto('one_time_codes')
    .values({ ...fields, hash: hashSecret(code), created_at: now, used_at: null })
    .execute();
  return code;
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
