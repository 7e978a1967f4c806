import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import {
  type ContentViewer,
  countWithLevel,
  deleteGrants,
  isVisible,
  retainAccess,
} from '#server/access/content-access.ts';
import { MIN_VISIBLE_LEVEL } from '#server/access/roles.ts';
import { pickChangedColumns, type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import {
  type Container,
  lockContainer,
  rankAtEnd,
  rebalanceIfNeeded,
} from '#server/content-tree/content-order.queries.ts';
import {
  updateCollectionRow,
  type CollectionChanges,
  lockCollections,
  lockContentTree,
  getInitialAccess,
  findSubtreeIds,
} from '#server/content-tree/content-tree.queries.ts';
import { type CollectionRow, selectCollections } from '#server/content-tree/require-create-permission.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import { deleteSpacesInCollections } from '../spaces/space-lifecycle.queries.ts';

/** Creates a collection at the end of a container, where the caller has `level`; returns its id. */
async function insertCollection(
  trx: Transaction<Database>,
  container: Container,
  title: string,
  creator: ContentViewer & { level: number },
): Promise<string> {
  await lockContentTree(trx, [container.organizationId]);
  if (!(await lockContainer(trx, container))) throw notFound('collection');
  const rank = await rankAtEnd(trx, container);
  const id = newId();
  const access = await getInitialAccess(trx, container, id);
  await trx
    .insertInto('collections')
    .values({
      id,
      organization_id: container.organizationId,
      parent_id: container.parentId,
      title,
      description: null,
      ...access,
      rank,
    })
    .execute();
  await rebalanceIfNeeded(trx, container, rank);
  await retainAccess(
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
 * Deletes a collection with its subcollections. Their spaces are soft-deleted and move to the top level. Returns the
 * deleted ids.
 */
async function deleteCollectionTree(
  trx: Transaction<Database>,
  collection: { id: string; organizationId: string },
  now: Date,
): Promise<{ collectionIds: string[]; spaceIds: string[] }> {
  await lockContentTree(trx, [collection.organizationId]);
  if (!(await lockCollection(trx, collection.organizationId, collection.id))) throw notFound('collection');
  const collectionIds = await findSubtreeIds(trx, collection.id);
  await lockCollections(trx, collectionIds);
  const spaceIds = await deleteSpacesInCollections(trx, collectionIds, now);
  await deleteGrants(trx, collectionIds);
  await trx.deleteFrom('collections').where('id', 'in', collectionIds).execute();
  return { collectionIds, spaceIds };
}

/** Locked until the transaction ends. */
function lockCollection(trx: Transaction<Database>, organizationId: string, collectionId: string) {
  return trx
    .selectFrom('collections')
    .select(['id', 'parent_id', 'title', 'description', 'default_level', 'updated_at'])
    .where('id', '=', collectionId)
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface CollectionFilter {
  organizationId: string;
  /** Include subcollections. */
  nested: boolean;
}

/**
 * Base query: visible collections that match the filter. Sort by `parent_key` and `rank`: the top level first, then the
 * content of each collection.
 */
export function selectListedCollections(
  db: Kysely<Database>,
  viewer: ContentViewer,
  filter: CollectionFilter,
) {
  const listQuery = selectCollections(db, viewer)
    .select(['collections.rank', sql<string>`coalesce(collections.parent_id, '')`.as('parent_key')])
    .where(inFilter(filter))
    .where(isVisible(viewer, 'collections'));
  return db.selectFrom(listQuery.as('listed')).selectAll('listed');
}

export function countCollections(
  db: Kysely<Database>,
  viewer: ContentViewer,
  filter: CollectionFilter,
): Promise<number> {
  return countWithLevel(db, viewer, 'collections', { condition: inFilter(filter), level: MIN_VISIBLE_LEVEL });
}

function inFilter({ organizationId, nested }: CollectionFilter) {
  const level = nested ? sql`true` : sql`collections.parent_id is null`;
  return sql<boolean>`collections.organization_id = ${organizationId} and ${level}`;
}

/** `level`: the caller's level on the collection, which they retain. */
export interface CollectionChangeContext {
  collection: Pick<CollectionRow, 'id' | 'organization_id' | 'title'>;
  actor: Actor;
  viewer: Membership;
  level: number;
}

/**
 * Inserts a collection at the end of a container, with its parent's level. The creator retains `creator.level`, their
 * level on the parent. Returns the id; 404 where the parent does not exist.
 */
export async function addCollection(
  trx: Transaction<Database>,
  context: { actor: Actor; viewer: Membership; level: number },
  container: Container,
  title: string,
): Promise<string> {
  const id = await insertCollection(trx, container, title, { ...context.viewer, level: context.level });
  await recordAudit(trx, {
    organizationId: container.organizationId,
    actor: context.actor,
    action: 'createCollection',
    targetKind: 'collection',
    targetId: id,
    summary: `Created the collection “${title}”.`,
    after: { title, parent: container.parentId },
  });
  return id;
}

export async function updateCollection(
  trx: Transaction<Database>,
  change: CollectionChangeContext,
  changes: CollectionChanges,
  now: Date,
): Promise<void> {
  const { collection, viewer, level } = change;
  const organizationId = collection.organization_id;
  if (changes.default_level !== undefined) await lockContentTree(trx, [organizationId]);
  const before = await lockCollection(trx, organizationId, collection.id);
  if (!before) throw notFound('collection');
  await updateCollectionRow(trx, before, { ...changes, updated_at: laterThan(before.updated_at, now) });
  await retainAccess(trx, viewer, { kind: 'collection', id: collection.id, organizationId }, level);
  await auditCollection(trx, change, {
    action: 'updateCollection',
    summary: `Changed the settings of the collection “${before.title}”.`,
    before: pickChangedColumns(changes, before),
    after: changes,
  });
}

/** Deletes a collection with its subcollections; their spaces can be restored. */
export async function deleteCollection(
  trx: Transaction<Database>,
  change: CollectionChangeContext,
  now: Date,
): Promise<void> {
  const { id, organization_id: organizationId, title } = change.collection;
  const { collectionIds, spaceIds } = await deleteCollectionTree(trx, { id, organizationId }, now);
  await auditCollection(trx, change, {
    action: 'deleteCollection',
    summary: `Deleted the collection “${title}” with ${countOf(spaceIds.length, 'space')}.`,
    before: { title, collections: collectionIds, spaces: spaceIds },
  });
}

function auditCollection(
  trx: Transaction<Database>,
  { collection, actor }: CollectionChangeContext,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, {
    organizationId: collection.organization_id,
    actor,
    targetKind: 'collection',
    targetId: collection.id,
    ...entry,
  });
}
