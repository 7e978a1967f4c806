import { type Kysely, sql, type Transaction } from 'kysely';
import { notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { VisitorKeyRow } from './visitor-authentication.rules.ts';

/** The keys of a site, oldest first. */
export async function findVisitorKeys(db: Kysely<Database>, siteId: string): Promise<VisitorKeyRow[]> {
  return db
    .selectFrom('site_visitor_keys')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
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
  { secret, now }: { secret: string; now: Date },
): Promise<VisitorKeyRow> {
  await trx
    .deleteFrom('site_visitor_keys')
    .where('site_id', '=', siteId)
    .where('expires_at', '<=', now)
    .execute();
  return trx
    .insertInto('site_visitor_keys')
    .values({ id: newId(), site_id: siteId, secret })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** 404 where the site has no such key. */
export async function deleteVisitorKey(
  trx: Transaction<Database>,
  siteId: string,
  keyId: string,
): Promise<VisitorKeyRow> {
  const deleted = await trx
    .deleteFrom('site_visitor_keys')
    .where('site_id', '=', siteId)
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirst();
  if (!deleted) throw notFound('key');
  return deleted;
}
