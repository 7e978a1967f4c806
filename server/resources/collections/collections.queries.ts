import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type ContentViewer,
  countWithLevel,
  dropGrants,
  isVisible,
  keepAccess,
} from '#server/access/content-access.ts';
import { LEVEL_THAT_SEES, resolveAccess } from '#server/access/content-level.ts';
import { selectCollections } from '#server/content-tree/arranging.ts';
import {
  type Container,
  lockContainer,
  rankAtEnd,
  renumberAfter,
} from '#server/content-tree/content-order.queries.ts';
import {
  lockCollections,
  lockContentTree,
  readStartingLevel,
  subtreeOf,
} from '#server/content-tree/content-tree.queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { deleteSpacesOf } from '../spaces/space-removal.queries.ts';

/**
 * Adds a collection at the end of a container, with its parent's level written out. The creator keeps
 * `creator.level`, the level that they have on the parent. Returns the id; 404 when the parent is gone.
 */
export async function insertCollection(
  trx: Transaction<Database>,
  container: Container,
  title: string,
  creator: ContentViewer & { level: number },
): Promise<string> {
  await lockContentTree(trx, [container.organizationId]);
  if (!(await lockContainer(trx, container))) throw notFound('collection');
  const level = await readStartingLevel(trx, container);
  const rank = await rankAtEnd(trx, container);
  const id = newId();
  const access = resolveAccess({ id, default_level: level }, null);
  await trx
    .insertInto('collections')
    .values({
      id,
      organization_id: container.organizationId,
      parent_id: container.parentId,
      title,
      description: null,
      default_level: level,
      ...access,
      rank,
    })
    .execute();
  await renumberAfter(trx, container, rank);
  await keepAccess(
    trx,
    creator,
    {
      kind: 'collection',
      id,
      organizationId: container.organizationId,
    },
    creator.level,
  );
  return id;
}

/**
 * Deletes a collection with the collections below it. Their spaces are soft-deleted, and end up at the top level.
 * Returns the ids of what went.
 */
export async function deleteCollectionTree(
  trx: Transaction<Database>,
  collection: { id: string; organizationId: string },
  now: Date,
): Promise<{ collectionIds: string[]; spaceIds: string[] }> {
  await lockContentTree(trx, [collection.organizationId]);
  if (!(await lockCollection(trx, collection.organizationId, collection.id))) throw notFound('collection');
  const collectionIds = await subtreeOf(trx, collection.id);
  await lockCollections(trx, collectionIds);
  const spaceIds = await deleteSpacesOf(trx, collectionIds, now);
  await dropGrants(trx, collectionIds);
  await trx.deleteFrom('collections').where('id', 'in', collectionIds).execute();
  return { collectionIds, spaceIds };
}

/** A collection of an organization, locked until the transaction ends. */
export function lockCollection(trx: Transaction<Database>, organizationId: string, collectionId: string) {
  return trx
    .selectFrom('collections')
    .select(['id', 'parent_id', 'title', 'description', 'default_level', 'updated_at'])
    .where('id', '=', collectionId)
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Which collections of an organization a list holds. */
export interface CollectionFilter {
  organizationId: string;
  /** Those inside other collections too. */
  nested: boolean;
}

/**
 * Collections that a filter names and a member can see, with `parent_key` and `rank`, by which they are listed: the top
 * level in its order, then the content of each collection in its order. A query to go on with.
 */
export function selectListedCollections(
  db: Kysely<Database>,
  viewer: ContentViewer,
  filter: CollectionFilter,
) {
  const listed = selectCollections(db, viewer)
    .select(['collections.rank', sql<string>`coalesce(collections.parent_id, '')`.as('parent_key')])
    .where(inFilter(filter))
    .where(isVisible(viewer, 'collections'));
  return db.selectFrom(listed.as('listed')).selectAll('listed');
}

/** How many collections a filter names that a member can see. */
export function countCollections(
  db: Kysely<Database>,
  viewer: ContentViewer,
  filter: CollectionFilter,
): Promise<number> {
  return countWithLevel(db, viewer, 'collections', { condition: inFilter(filter), level: LEVEL_THAT_SEES });
}

function inFilter({ organizationId, nested }: CollectionFilter) {
  const place = nested ? sql`true` : sql`collections.parent_id is null`;
  return sql<boolean>`collections.organization_id = ${organizationId} and ${place}`;
}
