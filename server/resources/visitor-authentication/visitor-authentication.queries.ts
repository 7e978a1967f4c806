import { type Kysely, sql, type Transaction } from 'kysely';
import { notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { visitorKeyPlace } from '#server/published/visit/published-site.ts';
import type { VisitorKeyRow } from './visitor-authentication.rules.ts';

/** The keys of a site with their secrets decrypted, oldest first. */
export async function findVisitorKeys(
  db: Kysely<Database>,
  siteId: string,
  secretKeys: SecretKeys,
): Promise<VisitorKeyRow[]> {
  const rows = await db
    .selectFrom('site_visitor_keys')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => decryptKey(row, secretKeys));
}

function decryptKey(row: VisitorKeyRow, secretKeys: SecretKeys): VisitorKeyRow {
  return { ...row, secret: secretKeys.decrypt(row.secret, visitorKeyPlace(row.id)) };
}

export async function findSignInUrl(db: Kysely<Database>, siteId: string): Promise<string | null> {
  const site = await db
    .selectFrom('sites')
    .select('visitor_sign_in_url')
    .where('id', '=', siteId)
    .executeTakeFirst();
  return site?.visitor_sign_in_url ?? null;
}

/** The schema of the claims of a site's visitors; null if none was stored. */
export async function findClaimSchema(db: Kysely<Database>, siteId: string): Promise<unknown> {
  const site = await db
    .selectFrom('sites')
    .select('adaptive_schema')
    .where('id', '=', siteId)
    .executeTakeFirst();
  return site?.adaptive_schema ?? null;
}

export async function updateSignInUrl(
  trx: Transaction<Database>,
  siteId: string,
  signInUrl: string | null,
): Promise<void> {
  await trx.updateTable('sites').set({ visitor_sign_in_url: signInUrl }).where('id', '=', siteId).execute();
}

/** Lets keys expire, unless they do so earlier. */
export async function expireVisitorKeys(
  trx: Transaction<Database>,
  keyIds: readonly string[],
  expiresAt: Date,
): Promise<void> {
  await trx
    .updateTable('site_visitor_keys')
    .set({ expires_at: sql<Date>`least(expires_at, ${expiresAt}::timestamptz)` })
    .where('id', 'in', keyIds)
    .execute();
}

/** A new key; those that expired before `now` are deleted. The site must be locked. */
export async function insertVisitorKey(
  trx: Transaction<Database>,
  siteId: string,
  { secret, now, secretKeys }: { secret: string; now: Date; secretKeys: SecretKeys },
): Promise<VisitorKeyRow> {
  await trx
    .deleteFrom('site_visitor_keys')
    .where('site_id', '=', siteId)
    .where('expires_at', '<=', now)
    .execute();
  const id = newId();
  const row = await trx
    .insertInto('site_visitor_keys')
    .values({ id, site_id: siteId, secret: secretKeys.encrypt(secret, visitorKeyPlace(id)) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, secret };
}

/** 404 where the site has no such key. */
export async function deleteVisitorKey(
  trx: Transaction<Database>,
  siteId: string,
  keyId: string,
  secretKeys: SecretKeys,
): Promise<VisitorKeyRow> {
  const deleted = await trx
    .deleteFrom('site_visitor_keys')
    .where('site_id', '=', siteId)
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirst();
  if (!deleted) throw notFound('key');
  return decryptKey(deleted, secretKeys);
}
