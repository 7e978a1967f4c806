import { sql, type Transaction } from 'kysely';
import { type ContentViewer, retainAccess } from '#server/access/content-access.ts';
import { resolveAccess } from '#server/access/roles.ts';
import { notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import {
  type Container,
  isRankTaken,
  lockContainer,
  rankAtEnd,
  rankAfter,
  ranksFrom,
  rebalanceIfNeeded,
} from '#server/content-tree/content-order.queries.ts';
import {
  lockContentTree,
  nextUpdatedAt,
  getParentAccess,
  getInitialAccess,
} from '#server/content-tree/content-tree.queries.ts';
import { NO_RANK, showDraft } from '#server/content-tree/draft-spaces.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { indexSpace } from '#server/content/stored/index-space.ts';
import type { Database } from '#server/database/tables/schema.ts';

export interface NewSpace {
  title: string;
  emoji: string;
  /** Empty for none. */
  icon?: string;
  editMode?: 'live' | 'locked' | undefined;
  writingView?: 'visual' | 'source' | undefined;
  /** Pages of the first revision; their documents must exist. */
  pages?: StoredPage[];
}

/** A draft that becomes a space. */
export interface TitledDraft extends Pick<NewSpace, 'title' | 'emoji'> {
  id: string;
}

/** Makes drafts spaces at the end of a container, in order, with the access that new ones get there; 404 where the collection does not exist. */
export async function showSpaces(
  trx: Transaction<Database>,
  container: Container,
  drafts: readonly TitledDraft[],
  creator: ContentViewer & { level: number },
): Promise<void> {
  const [first] = drafts;
  if (!first) return;
  if (!(await lockContainer(trx, container))) throw notFound('collection');
  const ranks = ranksFrom(await rankAtEnd(trx, container), drafts.length);
  const { default_level } = await getInitialAccess(trx, container, first.id);
  const parent = await getParentAccess(trx, container.parentId);
  for (const [at, { id, title, emoji }] of drafts.entries()) {
    const access = { default_level, ...resolveAccess({ id, default_level }, parent) };
    const rank = ranks[at] ?? NO_RANK;
    await showDraft(trx, id, { title, emoji, parent_id: container.parentId, rank, ...access });
    const target = { kind: 'space' as const, id, organizationId: container.organizationId };
    await retainAccess(trx, creator, target, creator.level);
  }
  await rebalanceIfNeeded(trx, container, ranks.at(-1) ?? NO_RANK);
}

/**
 * Inserts a space at the end of a container, with its first revision and its parent's level. The creator retains
 * `creator.level`, their level on the parent. Returns the id; 404 where the collection does not exist.
 */
export async function insertSpace(
  trx: Transaction<Database>,
  container: Container,
  space: NewSpace,
  creator: ContentViewer & { level: number },
): Promise<string> {
  if (!(await lockContainer(trx, container))) throw notFound('collection');
  const rank = await rankAtEnd(trx, container);
  const id = newId();
  const revisionId = newId();
  const access = await getInitialAccess(trx, container, id);
  await trx
    .insertInto('spaces')
    .values({
      id,
      organization_id: container.organizationId,
      parent_id: container.parentId,
      title: space.title,
      emoji: space.emoji,
      icon: space.icon ?? '',
      edit_mode: space.editMode ?? 'live',
      writing_view: space.writingView ?? null,
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
      message: 'Created the space',
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

/** Rows in collections and sites remain hidden, so that a restored space is back at its position. */
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
 * Soft-deletes the spaces of collections that are about to be deleted and moves them to the top level, with their
 * effective level as default level, so that restoring one grants no one else access.
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
      ancestor_path: sql<string[]>`array[id]`,
      grant_path: sql<string[]>`array[id]`,
    })
    .where('id', 'in', spaceIds)
    .execute();
  return spaceIds;
}

/**
 * Restores a deleted space at its position, or at the end of the top level where its collection was deleted. False
 * where it is not deleted.
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
  // Another item may have taken this rank.
  const isTaken = await isRankTaken(trx, container, deleted.rank);
  return isTaken ? rankAfter(trx, container, deleted.rank, deleted.id) : deleted.rank;
}
