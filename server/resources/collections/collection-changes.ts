import type { Transaction } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { columnsIn } from '#server/audit-changes.ts';
import { type AuditEntry, recordAudit } from '#server/audit.ts';
import { countOf } from '#server/count-of.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { laterThan } from '#server/etag.ts';
import { changeCollection, type CollectionChanges } from '../spaces/content-change.queries.ts';
import { keepAccess } from '#server/access/content-access.ts';
import type { CollectionRow } from '#server/content-tree/arranging.ts';
import type { Container } from '#server/content-tree/content-order.queries.ts';
import { lockContentTree } from '#server/content-tree/content-tree.queries.ts';
import { deleteCollectionTree, insertCollection, lockCollection } from './collections.queries.ts';
import { transferContent } from '../spaces/content-transfer.queries.ts';

/** Who changes which collection. `level` is the caller's on it, and is kept. */
export interface CollectionChange {
  collection: Pick<CollectionRow, 'id' | 'organization_id' | 'title'>;
  actor: Actor;
  viewer: Membership;
  level: number;
}

/** Adds a collection at the end of a container, where the caller has `level`; returns its id. */
export async function addCollection(
  trx: Transaction<Database>,
  by: { actor: Actor; viewer: Membership; level: number },
  container: Container,
  title: string,
): Promise<string> {
  const id = await insertCollection(trx, container, title, { ...by.viewer, level: by.level });
  await recordAudit(trx, {
    organizationId: container.organizationId,
    actor: by.actor,
    action: 'createCollection',
    targetKind: 'collection',
    targetId: id,
    summary: `Added the collection ${title}.`,
    after: { title, parent: container.parentId },
  });
  return id;
}

/** Changes the settings of a collection. */
export async function updateSettings(
  trx: Transaction<Database>,
  change: CollectionChange,
  changes: CollectionChanges,
  now: Date,
): Promise<void> {
  const { collection, viewer, level } = change;
  const organizationId = collection.organization_id;
  if (changes.default_level !== undefined) await lockContentTree(trx, [organizationId]);
  const before = await lockCollection(trx, organizationId, collection.id);
  if (!before) throw notFound('collection');
  await changeCollection(trx, before, { ...changes, updated_at: laterThan(before.updated_at, now) });
  await keepAccess(trx, viewer, { kind: 'collection', id: collection.id, organizationId }, level);
  await audit(trx, change, {
    action: 'updateCollection',
    summary: `Changed the settings of the collection ${before.title}.`,
    before: columnsIn(changes, before),
    after: changes,
  });
}

/** Deletes a collection with all collections in it; their spaces can be restored. */
export async function deleteCollection(
  trx: Transaction<Database>,
  change: CollectionChange,
  now: Date,
): Promise<void> {
  const { id, organization_id: organizationId, title } = change.collection;
  const { collectionIds, spaceIds } = await deleteCollectionTree(trx, { id, organizationId }, now);
  await audit(trx, change, {
    action: 'deleteCollection',
    summary: `Deleted the collection ${title} with ${countOf(spaceIds.length, 'space')}.`,
    before: { title, collections: collectionIds, spaces: spaceIds },
  });
}

/** Hands a collection over to the organization of `receiver`, the caller's membership there. Both keep a note of it. */
export async function transferCollection(
  trx: Transaction<Database>,
  change: CollectionChange,
  receiver: Membership,
): Promise<void> {
  const { collection } = change;
  const fromOrganizationId = collection.organization_id;
  const toOrganizationId = receiver.organizationId;
  await transferContent(
    trx,
    { kind: 'collection', id: collection.id, fromOrganizationId, toOrganizationId },
    { ...receiver, level: receiver.role },
  );
  for (const organizationId of [fromOrganizationId, toOrganizationId]) {
    await audit(
      trx,
      { ...change, collection: { ...collection, organization_id: organizationId } },
      {
        action: 'transferCollection',
        summary: `Handed the collection ${collection.title} over to another organization.`,
        before: { organization: fromOrganizationId },
        after: { organization: toOrganizationId },
      },
    );
  }
}

function audit(
  trx: Transaction<Database>,
  { collection, actor }: CollectionChange,
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
