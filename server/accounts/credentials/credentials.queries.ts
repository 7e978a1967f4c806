import { type Kysely, sql, type Transaction } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

/** The account of an address at sign-in. */
export interface SignInAccount {
  userId: string;
  passwordHash: string | undefined;
  /** The only organization that the password opens; null for all. */
  organizationId: string | null;
}

/** The account of an address, with its password if it has one. The same statement for known and unknown addresses. */
export async function findAccount(db: Kysely<Database>, email: string): Promise<SignInAccount | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'passwords.hash', 'passwords.organization_id'])
    .where((is) => is(is.fn<string>('lower', ['users.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row && { userId: row.id, passwordHash: row.hash ?? undefined, organizationId: row.organization_id };
}

/** Whether an account has a password or a passkey. */
export async function hasCredential(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from passwords where user_id = ${userId})
        or exists (select from passkeys where user_id = ${userId})`.as('found'),
    )
    .executeTakeFirstOrThrow();
  return found;
}

/** Whether anybody can sign in by themselves: with a password, a passkey or an identity of a provider. */
export const anybodyHasCredential = sql<boolean>`(exists (select from passwords) or exists (select from passkeys)
  or exists (select from sign_on_identities))`;

/** Holds back other changes of the account's credentials until the transaction ends. */
export async function lockAccount(
  trx: Transaction<Database>,
  userId: string,
): Promise<Row<'users'> | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
}

/** Sets or replaces a password; `hash` is that of `hashPassword`. */
export async function setPassword(
  db: Kysely<Database>,
  { userId, hash, organizationId }: { userId: string; hash: string; organizationId: string | null },
  now: Date,
): Promise<void> {
  const columns = { hash, organization_id: organizationId, set_at: now };
  await db
    .insertInto('passwords')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

/** Stores a password again with today's parameters, unless it was changed in between. */
export async function replaceHash(
  db: Kysely<Database>,
  { userId, before, after }: { userId: string; before: string; after: string },
): Promise<void> {
  await db
    .updateTable('passwords')
    .set({ hash: after })
    .where('user_id', '=', userId)
    .where('hash', '=', before)
    .execute();
}

/** A passkey as its browser registered it. */
export interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: readonly string[];
  isSynced: boolean;
}

export async function insertPasskey(
  trx: Transaction<Database>,
  passkey: NewPasskey & { userId: string; name: string; organizationId: string | null },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      is_synced: passkey.isSynced,
      name: passkey.name,
      organization_id: passkey.organizationId,
      created_at: now,
      last_used_at: null,
    })
    .execute();
}

export function findPasskey(
  db: Kysely<Database>,
  credentialId: string,
): Promise<Row<'passkeys'> | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/**
 * Notes a use. False if another use with this counter came first, or the passkey was removed: its signature must then
 * not be accepted.
 */
export async function recordPasskeyUse(
  trx: Transaction<Database>,
  { id, counter: before }: Pick<Row<'passkeys'>, 'id' | 'counter'>,
  { counter, isSynced }: { counter: number; isSynced: boolean },
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('passkeys')
    .set({ counter, is_synced: isSynced, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
