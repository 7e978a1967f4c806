import type { Insertable, Kysely, Transaction } from 'kysely';
import { hashSecret, newSecret } from '#server/access/tokens.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

/**
 * What a code is for; the names are stored. `sign-in` starts a session, as does `asked-sign-in`, for which somebody has
 * asked at the command line; `account` makes an account's first credential,
 * `set-up` the first administrator, `email-change` gives an account another address, `identity-link` an identity;
 * `sign-on-test` reads what the test of an identity provider showed; the others are the challenges of passkeys.
 */
export type CodePurpose =
  | 'sign-in'
  | 'asked-sign-in'
  | 'set-up'
  | 'email-change'
  | 'identity-link'
  | 'sign-on-test'
  | 'account'
  | 'passkey-registration'
  | 'passkey-sign-in';

interface NewCode extends Omit<Insertable<Database['one_time_codes']>, 'hash' | 'created_at' | 'used_at'> {
  purpose: CodePurpose;
}

/** Creates a code: 43 letters and digits, of which only the hash is stored. It is part of a link, after the `#`. */
export async function createCode(db: Kysely<Database>, fields: NewCode, now: Date): Promise<string> {
  const code = newSecret();
  await insertCode(db, code, fields, now);
  return code;
}

/** Stores the hash of a given code: a challenge. */
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

/** Notes that a code that was never stored is used up. False if it was before. */
export async function insertUsedCode(
  trx: Transaction<Database>,
  code: string,
  fields: NewCode,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('one_time_codes')
    .values({ ...fields, hash: hashSecret(code), created_at: now, used_at: now })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
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

/** Makes all links worthless that an organization's administrators have for a person. */
export async function revokeOrganizationLinks(
  trx: Transaction<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await trx
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('purpose', 'in', ['account', 'sign-in'])
    .where('used_at', 'is', null)
    .execute();
}

/** A link mailed to a former address does not prove the current one. */
export function isFor(
  { email }: Pick<Row<'one_time_codes'>, 'email'>,
  owner: Pick<Row<'users'>, 'email'>,
): boolean {
  return email === null || email.toLowerCase() === owner.email.toLowerCase();
}
