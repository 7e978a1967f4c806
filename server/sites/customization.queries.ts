import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { StoredCustomization } from './customization.ts';

/** The customization of a site, and when it was last updated (null if never). */
export async function findCustomization(
  db: Kysely<Database>,
  siteId: string,
): Promise<{ customization: StoredCustomization; updatedAt: Date | null }> {
  return db
    .selectFrom('sites')
    .select((column) => [
      column.ref('customization').$castTo<StoredCustomization>().as('customization'),
      'customization_updated_at as updatedAt',
    ])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
}

/** A draft of a member; undefined if it is not theirs, or was deleted. */
export async function findDraft(
  db: Kysely<Database>,
  { id, siteId, userId }: { id: string; siteId: string; userId: string },
): Promise<StoredCustomization | undefined> {
  const row = await db
    .selectFrom('site_customization_drafts')
    .select((column) => column.ref('customization').$castTo<StoredCustomization>().as('customization'))
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.customization;
}

/** A picture of a site with its bytes. */
export async function findPicture(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<Row<'site_pictures'> | undefined> {
  return db
    .selectFrom('site_pictures')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
}

const DAY_MS = 24 * 60 * 60_000;
/** How long a draft can be previewed: as long as the address of a preview is valid. */
export const DRAFT_TTL_MS = 60 * 60_000;
/** Uploaded pictures that nothing uses are kept so long: their upload may be part of a form, their removal undone. */
const UNUSED_PICTURE_TTL_MS = DAY_MS;

/** Deletes drafts that have expired, and pictures that nothing uses. */
export async function deleteUnusedCustomizations(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('site_customization_drafts')
    .where('created_at', '<', new Date(now.getTime() - DRAFT_TTL_MS))
    .execute();
  // Ids are digests, so that no other text contains one.
  await db
    .deleteFrom('site_pictures')
    .where('created_at', '<', new Date(now.getTime() - UNUSED_PICTURE_TTL_MS))
    .where(
      sql<boolean>`not exists (select from sites where sites.id = site_pictures.site_id
        and strpos(sites.customization::text, site_pictures.id) > 0)`,
    )
    .where(
      sql<boolean>`not exists (select from site_customization_drafts draft
        where draft.site_id = site_pictures.site_id and strpos(draft.customization::text, site_pictures.id) > 0)`,
    )
    .execute();
}

/**
 * Pictures of a site by their ids, for a customization that is about to use them: the cleanup keeps them for another
 * day. Missing ones are left out.
 */
export async function keepPictures(
  trx: Transaction<Database>,
  siteId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Omit<Row<'site_pictures'>, 'data'>[]> {
  if (ids.length === 0) return [];
  return trx
    .updateTable('site_pictures')
    .set({ created_at: now })
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .returning(['site_id', 'id', 'content_type', 'width', 'height', 'created_at'])
    .execute();
}
