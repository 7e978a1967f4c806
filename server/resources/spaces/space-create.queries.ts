import type { Transaction } from 'kysely';
import { type ContentViewer, keepAccess } from '#server/access/content-access.ts';
import { resolveAccess } from '#server/access/content-level.ts';
import {
  type Container,
  lockContainer,
  rankAtEnd,
  renumberAfter,
} from '#server/content-tree/content-order.queries.ts';
import { readStartingLevel } from '#server/content-tree/content-tree.queries.ts';
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
  const level = await readStartingLevel(trx, container);
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
  await renumberAfter(trx, container, rank);
  await keepAccess(
    trx,
    creator,
    { kind: 'space', id, organizationId: container.organizationId },
    creator.level,
  );
  return id;
}
