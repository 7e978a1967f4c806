import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { deleteGrants } from '#server/access/content-access.ts';
import { DRAFT_TIME } from '#server/content-tree/draft-spaces.ts';
import { deleteFiles } from '#server/content/stored/uploads.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { removeFromSites } from './remove-from-sites.queries.ts';

/** What one statement deletes: with the embedded engine, other requests wait for it. */
const ROWS_PER_STATEMENT = 100;

/** Tables beside `files` that grow with the content of a space, in an order in which none deletes many rows of another. */
const LARGE_TABLES = [
  'comments',
  'change_requests',
  'revision_rows',
  'revision_parts',
  'search_pages',
] as const;
type LargeTable = (typeof LARGE_TABLES)[number];

type SelectSpaces = (
  spaces: SelectQueryBuilder<Database, 'spaces', { id: string }>,
) => SelectQueryBuilder<Database, 'spaces', { id: string }>;

/**
 * Removes spaces permanently, with their grants and link invites, and site sections that become empty; returns how many. A
 * first short transaction makes each one a draft, which cannot be restored. The rest is deleted in pieces; a later call
 * continues after an interruption.
 */
export async function removeSpaces(db: Kysely<Database>, select: SelectSpaces): Promise<number> {
  const spaces = await select(db.selectFrom('spaces').select('id')).execute();
  for (const { id } of spaces) {
    const isDue = await inTransaction(db, async (trx) => {
      const row = await select(trx.selectFrom('spaces').select('id'))
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      // Restored, or removed by another server.
      if (!row) return false;
      await removeFromSites(trx, [id]);
      await deleteGrants(trx, [id]);
      await trx.updateTable('spaces').set({ deleted_at: DRAFT_TIME }).where('id', '=', id).execute();
      return true;
    });
    if (!isDue) continue;
    for (const table of LARGE_TABLES) await deleteInPieces(db, table, id);
    await deleteFiles(db, sql`space_id = ${id}`);
    await db.deleteFrom('spaces').where('id', '=', id).execute();
  }
  return spaces.length;
}

/** Removes the draft with an id, or those of an import. Spaces that they have become stay. */
export async function removeDrafts(
  db: Kysely<Database>,
  draft: { id: string } | { importId: string },
): Promise<void> {
  await removeSpaces(db, (spaces) => {
    const drafts = spaces.where('deleted_at', '=', DRAFT_TIME);
    return 'id' in draft ? drafts.where('id', '=', draft.id) : drafts.where('import_id', '=', draft.importId);
  });
}

/** Runs a step that a draft needs; removes the draft if the step fails. */
export async function orRemoveDraft<Result>(
  db: Kysely<Database>,
  id: string,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    await removeDrafts(db, { id });
    throw error;
  }
}

async function deleteInPieces(db: Kysely<Database>, name: LargeTable, spaceId: string): Promise<void> {
  const table = sql.table(name);
  // Those of change requests go with these; the index of comments has only the others.
  const condition = name === 'comments' ? sql`and change_request_id is null` : sql``;
  for (let deleted = 1n; deleted > 0n;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where space_id = ${spaceId} and ctid = any(array(select ctid from ${table}
        where space_id = ${spaceId} ${condition} limit ${ROWS_PER_STATEMENT}::integer))`.execute(db);
    deleted = numAffectedRows;
  }
}
