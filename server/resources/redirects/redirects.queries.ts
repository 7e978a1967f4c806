import { type Kysely, sql, type Transaction } from 'kysely';
import { conflict, notFound } from '#server/base/errors.ts';
import { isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { containsPattern } from '#server/lists/lists.ts';
import type { RedirectColumns } from '#server/sites/redirects.queries.ts';
import { MAX_REDIRECTS } from '#server/sites/redirects.rules.ts';
import type { RedirectRow } from './redirects.rules.ts';

/** Base query. */
export function selectRedirects(db: Kysely<Database>, siteId: string, search?: string) {
  const pattern = containsPattern(search ?? '');
  return db
    .selectFrom('site_redirects')
    .selectAll('site_redirects')
    .where('site_redirects.site_id', '=', siteId)
    .$if(search !== undefined, (all) =>
      all.where(
        sql<boolean>`(search_key(site_redirects.source) like ${pattern} or search_key(site_redirects.target) like ${pattern})`,
      ),
    );
}

/** 404 where the site has no such redirect. */
export async function requireRedirect(
  trx: Transaction<Database>,
  siteId: string,
  redirectId: string,
): Promise<RedirectRow> {
  const row = await selectRedirects(trx, siteId)
    .where('site_redirects.id', '=', redirectId)
    .executeTakeFirst();
  if (!row) throw notFound('redirect');
  return row;
}

/**
 * Writes redirects; those of a source that has one already replace it, and keep its id. The site must be locked.
 * Returns the rows.
 */
export async function upsertRedirects(
  trx: Transaction<Database>,
  redirects: readonly RedirectColumns[],
): Promise<RedirectRow[]> {
  return trx
    .insertInto('site_redirects')
    .values(redirects)
    .onConflict((clash) =>
      clash.columns(['site_id', 'source_key', 'is_wildcard']).doUpdateSet((column) => ({
        source: column.ref('excluded.source'),
        target: column.ref('excluded.target'),
        destination: column.ref('excluded.destination'),
        appends_rest: column.ref('excluded.appends_rest'),
        status: column.ref('excluded.status'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .returningAll()
    .execute();
}

/** 409 where the source has one already. The site must be locked. */
export async function insertRedirect(
  trx: Transaction<Database>,
  redirect: RedirectColumns,
): Promise<RedirectRow> {
  try {
    return await trx.insertInto('site_redirects').values(redirect).returningAll().executeTakeFirstOrThrow();
  } catch (error) {
    throw asConflict(error, redirect.source);
  }
}

/** 409 where another redirect has the source. The site must be locked. */
export async function updateRedirect(
  trx: Transaction<Database>,
  { id, source, source_key, is_wildcard, target, destination, appends_rest, status }: RedirectColumns,
): Promise<RedirectRow> {
  try {
    return await trx
      .updateTable('site_redirects')
      .set({
        source,
        source_key,
        is_wildcard,
        target,
        destination,
        appends_rest,
        status,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    throw asConflict(error, source);
  }
}

function asConflict(error: unknown, source: string): unknown {
  return isUniqueViolation(error, 'site_redirects_source')
    ? conflict(`The path "${source}" is already redirected.`, 'body.source')
    : error;
}

/** 409 where a site would have too many. */
export function assertCount(count: number): void {
  if (count > MAX_REDIRECTS) throw conflict(`A site can have ${MAX_REDIRECTS} redirects.`);
}
