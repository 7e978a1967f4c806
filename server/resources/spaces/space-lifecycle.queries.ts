import { sql, type Transaction } from 'kysely';
import { type ContentViewer, retainAccess } from '#server/access/content-access.ts';
import { resolveAccess } from '#server/access/content-level.ts';
import {
  type Container,
  isRankTaken,
  lockContainer,
  rankAtEnd,
  rankAfter,
  rebalanceIfNeeded,
} from '#server/content-tree/content-order.queries.ts';
import {
  lockContentTree,
  nextUpdatedAt,
  getParentAccess,
  getInitialLevel,
} from '#server/content-tree/content-tree.queries.ts';
import { indexSpace } from '#server/content/search/index-space.ts';
import type { StoredPage } from '#server/content/storage.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';

/** What a new space starts with. */
export interface NewSpace {
  title: string;
  emoji: string;
  editMode?: 'live' | 'locked' | undefined;
  /** Pages of the first revision; none for an empty space. Their documents are there already. */
  pages?: StoredPage[];
}

/**
 * Adds a space at the end of a container, with its first revision and its parent's level written out. The creator
 * keeps `creator.level`, the level that they have on the parent. Returns the id; 404 when the collection is gone.
 */
export async function insertSpace(
  trx: Transaction<Database>,
  container: Container,
  space: NewSpace,
  creator: ContentViewer & { level: number },
): Promise<string> {
  if (!(await lockContainer(trx, container))) throw notFound('collection');
  const level = await getInitialLevel(trx, container);
  const rank = await rankAtEnd(trx, container);
  const id = newId();
  const revisionId = newId();
  const access = resolveAccess({ id, default_level: level }, null);
  await trx
    .insertInto('spaces')
    .values({
      id,
      organization_id: container.organizationId,
      parent_id: container.parentId,
      title: space.title,
      emoji: space.emoji,
      edit_mode: space.editMode ?? 'live',
      default_level: level,
      ...access,
      rank,
      revision_id: revisionId,
    })
    .execute();
  await trx
    .insertInto('revisions')
    .values({
      id: revisionId,
      space_id: id,
      pages: JSON.stringify(space.pages ?? []),
      created_by: creator.userId,
    })
    .execute();
  await indexSpace(trx, id);
  await rebalanceIfNeeded(trx, container, rank);
  await retainAccess(
    trx,
    creator,
    { kind: 'space', id, organizationId: container.organizationId },
    creator.level,
  );
  return id;
}

/** The rank of a deleted space whose collection is gone: it has no place to come back to. */
const NO_RANK = '';

/**
 * Marks spaces as deleted. Their rows in collections and sites stay, out of sight, so that a restored space is back
 * where it was.
 */
export async function softDeleteSpaces(
  trx: Transaction<Database>,
  spaceIds: string[],
  now: Date,
): Promise<void> {
  await trx
    .updateTable('spaces')
    .set({ deleted_at: now })
    .where('id', 'in', spaceIds)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Takes deleted and other spaces out of collections that are about to go: all of them end up deleted and at the top,
 * with the level that applied to them written out, so that restoring one later opens it to nobody else.
 */
export async function deleteSpacesInCollections(
  trx: Transaction<Database>,
  collectionIds: string[],
  now: Date,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('spaces')
    .select('id')
    .where('parent_id', 'in', collectionIds)
    .forUpdate()
    .execute();
  const spaceIds = rows.map((row) => row.id);
  if (spaceIds.length === 0) return [];
  await softDeleteSpaces(trx, spaceIds, now);
  await trx
    .updateTable('spaces')
    .set({
      parent_id: null,
      rank: NO_RANK,
      default_level: sql<number>`coalesce(resolved_level, default_level)`,
      grant_path: sql<string[]>`array[id]`,
    })
    .where('id', 'in', spaceIds)
    .execute();
  return spaceIds;
}

/**
 * Brings a deleted space back to its place; where the collection is gone, to the end of the top level. False where it is
 * not deleted any more.
 */
export async function restoreSpaceRow(
  trx: Transaction<Database>,
  space: { id: string; organizationId: string },
): Promise<boolean> {
  await lockContentTree(trx, [space.organizationId]);
  const deleted = await trx
    .selectFrom('spaces')
    .select(['id', 'parent_id', 'rank', 'default_level'])
    .where('id', '=', space.id)
    .where('organization_id', '=', space.organizationId)
    .where('deleted_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!deleted) return false;
  const container: Container = { organizationId: space.organizationId, parentId: deleted.parent_id };
  await lockContainer(trx, container);
  const rank = await rankForRestore(trx, container, deleted);
  const access = resolveAccess(deleted, await getParentAccess(trx, container.parentId));
  await trx
    .updateTable('spaces')
    .set({ deleted_at: null, rank, ...access, updated_at: nextUpdatedAt })
    .where('id', '=', space.id)
    .execute();
  await rebalanceIfNeeded(trx, container, rank);
  return true;
}

async function rankForRestore(
  trx: Transaction<Database>,
  container: Container,
  deleted: { id: string; rank: string },
): Promise<string> {
  if (deleted.rank === NO_RANK) return rankAtEnd(trx, container, deleted.id);
  // While the space was away, something may have been put exactly where it stood.
  const isTaken = await isRankTaken(trx, container, deleted.rank);
  return isTaken ? rankAfter(trx, container, deleted.rank, deleted.id) : deleted.rank;
}
