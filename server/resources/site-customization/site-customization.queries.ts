import { sql, type Transaction } from 'kysely';
import { hashId } from '#server/content/pages/storage.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  type StoredCustomization,
  type StoredPicture,
  toStoredPicture,
} from '#server/sites/customization.ts';
import type { NewPicture } from './site-customization.rules.ts';

/** A member has so many drafts of a site; a frame may still load what an older one of them needs. */
const MAX_DRAFTS = 20;

/** The site must be locked. */
export async function updateCustomization(
  trx: Transaction<Database>,
  siteId: string,
  { customization, updatedAt }: { customization: StoredCustomization; updatedAt: Date },
): Promise<void> {
  await trx
    .updateTable('sites')
    .set({ customization: JSON.stringify(customization), customization_updated_at: updatedAt })
    .where('id', '=', siteId)
    .execute();
}

/** Stores a draft and deletes the oldest of the member. Returns its id, the same for equal drafts. */
export async function saveDraft(
  trx: Transaction<Database>,
  { siteId, userId, customization, now }: DraftFields,
): Promise<string> {
  const text = JSON.stringify(customization);
  const id = hashId(JSON.stringify([siteId, userId, text]));
  await trx
    .insertInto('site_customization_drafts')
    .values({ id, site_id: siteId, user_id: userId, customization: text, created_at: now })
    .onConflict((clash) => clash.column('id').doUpdateSet({ created_at: now }))
    .execute();
  await trx
    .deleteFrom('site_customization_drafts')
    .where('id', 'in', (drafts) =>
      drafts
        .selectFrom('site_customization_drafts')
        .select('id')
        .where('site_id', '=', siteId)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(sql.lit(MAX_DRAFTS)),
    )
    .execute();
  return id;
}

interface DraftFields {
  siteId: string;
  userId: string;
  customization: StoredCustomization;
  now: Date;
}

/** The number of pictures of a site without one. */
export async function countOtherPictures(
  trx: Transaction<Database>,
  siteId: string,
  id: string,
): Promise<number> {
  const { count } = await trx
    .selectFrom('site_pictures')
    .select((column) => column.cast<number>(column.fn.countAll(), 'integer').as('count'))
    .where('site_id', '=', siteId)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a picture; one that the site has already is kept for another day. */
export async function savePicture(
  trx: Transaction<Database>,
  siteId: string,
  { id, contentType, width, height, data, now }: NewPicture & { now: Date },
): Promise<StoredPicture> {
  await trx
    .insertInto('site_pictures')
    .values({ site_id: siteId, id, content_type: contentType, width, height, data, created_at: now })
    .onConflict((clash) => clash.columns(['site_id', 'id']).doUpdateSet({ created_at: now }))
    .execute();
  return toStoredPicture({ id, content_type: contentType, width, height });
}
