import type { Kysely, Transaction, UpdateObject } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { StoredContent } from '#server/content/pages/storage.ts';
import { addRevision } from '#server/content/stored/revisions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';

/**
 * A space whose content takes many transactions is a draft until the last one: a row with this time of deletion, which is
 * too long ago to be listed or restored. Drafts that are left behind are removed by the cleanup job.
 */
export const DRAFT_TIME = new Date(0);

/** Rank of a row that has no position. */
export const NO_RANK = '';

interface NewDraft {
  id: string;
  organizationId: string;
  title: string;
  emoji: string;
  /** The run that makes it. */
  importId?: string;
  /** The message and author of an empty first revision. Without it `writeDraft` writes the first one. */
  first?: { message: string; createdBy: string | null };
}

/** Inserts a draft, unless it is there. */
export async function insertDraft(db: Kysely<Database>, draft: NewDraft): Promise<void> {
  const { id, organizationId, importId = null, title, emoji, first } = draft;
  const revisionId = first ? newId() : '';
  await inTransaction(db, async (trx) => {
    const inserted = await trx
      .insertInto('spaces')
      .values({
        id,
        organization_id: organizationId,
        title,
        emoji,
        rank: NO_RANK,
        ancestor_path: [id],
        grant_path: [id],
        revision_id: revisionId,
        deleted_at: DRAFT_TIME,
        import_id: importId,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted || !first) return;
    await trx
      .insertInto('revisions')
      .values({ id: revisionId, space_id: id, message: first.message, created_by: first.createdBy })
      .execute();
  });
}

/** Writes the content of a draft, without its index. Returns the ids of the revision and of the one before (empty for none). */
export async function writeDraft(
  db: Kysely<Database>,
  spaceId: string,
  content: StoredContent & { message: string; createdBy: string | null; now: Date },
): Promise<{ revisionId: string; previousId: string }> {
  const { now, ...written } = content;
  return inTransaction(db, async (trx) => {
    const { revision_id: previousId } = await trx
      .selectFrom('spaces')
      .select('revision_id')
      .where('id', '=', spaceId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const revisionId = await addRevision(trx, {
      ...written,
      spaceId,
      changeRequestId: null,
      type: 'edits',
      parents: previousId === '' ? [] : [previousId],
      createdAt: now,
    });
    await trx.updateTable('spaces').set({ revision_id: revisionId }).where('id', '=', spaceId).execute();
    return { revisionId, previousId };
  });
}

/** Makes a draft a space, with its position, access and settings. */
export async function showDraft(
  trx: Transaction<Database>,
  spaceId: string,
  columns: UpdateObject<Database, 'spaces'>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('spaces')
    .set({ ...columns, deleted_at: null, import_id: null })
    .where('id', '=', spaceId)
    .where('deleted_at', '=', DRAFT_TIME)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error(`The draft ${spaceId} was removed.`);
}
