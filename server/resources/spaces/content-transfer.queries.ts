import { sql, type Transaction } from 'kysely';
import { type ContentViewer, deleteGrants, retainAccess } from '#server/access/content-access.ts';
import { INHERIT_LEVEL, resolveAccess } from '#server/access/roles.ts';
import {
  type Container,
  lockContainer,
  rankAtEnd,
  rebalanceIfNeeded,
} from '#server/content-tree/content-order.queries.ts';
import {
  updateDescendantAccess,
  lockCollections,
  lockContentTree,
  nextUpdatedAt,
  findSubtreeIds,
} from '#server/content-tree/content-tree.queries.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { removeFromSites } from '#server/sites/remove-from-sites.queries.ts';

/** A space, or a collection with everything in it. */
export interface Transfer {
  kind: 'space' | 'collection';
  id: string;
  fromOrganizationId: string;
  toOrganizationId: string;
}

/**
 * Transfers a space or collection to the end of another organization's top level, with its effective level as default
 * level. Removes parent, sites, grants, invite links and custom field values. `newOwner`, a member of the target
 * organization, retains `newOwner.level`.
 */
export async function transferContent(
  trx: Transaction<Database>,
  transfer: Transfer,
  newOwner: ContentViewer & { level: number },
): Promise<void> {
  const { kind, id, toOrganizationId } = transfer;
  await lockContentTree(trx, [transfer.fromOrganizationId, toOrganizationId]);
  await lockSourceContainer(trx, transfer);
  const collectionIds = kind === 'collection' ? await findSubtreeIds(trx, id) : [];
  const spaceIds = kind === 'collection' ? await lockSpacesIn(trx, collectionIds) : [id];
  await detachContent(trx, spaceIds, collectionIds);
  await setOrganization(trx, toOrganizationId, spaceIds, collectionIds);
  await insertAtTopLevel(trx, kind, id, { organizationId: toOrganizationId, parentId: null });
  await retainAccess(trx, newOwner, { kind, id, organizationId: toOrganizationId }, newOwner.level);
}

/** Locks the order of the current container. Its content cannot change while the content trees are locked. */
async function lockSourceContainer(trx: Transaction<Database>, transfer: Transfer): Promise<void> {
  const { kind, id, fromOrganizationId } = transfer;
  const exists = kind === 'space' ? sql`deleted_at is null` : sql`true`;
  const { rows } = await sql<{ parent_id: string | null }>`
    select parent_id from ${sql.table(kind === 'space' ? 'spaces' : 'collections')}
    where id = ${id} and organization_id = ${fromOrganizationId} and ${exists}`.execute(trx);
  const [row] = rows;
  if (!row) throw notFound(kind);
  await lockContainer(trx, { organizationId: fromOrganizationId, parentId: row.parent_id });
}

/** Also deleted spaces. The collections are locked, so none can be added. */
async function lockSpacesIn(trx: Transaction<Database>, collectionIds: string[]): Promise<string[]> {
  await lockCollections(trx, collectionIds);
  const rows = await trx.selectFrom('spaces').select('id').where('parent_id', 'in', collectionIds).execute();
  return rows.map((row) => row.id);
}

async function detachContent(
  trx: Transaction<Database>,
  spaceIds: string[],
  collectionIds: string[],
): Promise<void> {
  await deleteGrants(trx, [...spaceIds, ...collectionIds]);
  if (spaceIds.length === 0) return;
  await removeFromSites(trx, spaceIds);
  await trx.deleteFrom('custom_field_values').where('space_id', 'in', spaceIds).execute();
}

async function setOrganization(
  trx: Transaction<Database>,
  organizationId: string,
  spaceIds: string[],
  collectionIds: string[],
): Promise<void> {
  const owner = { organization_id: organizationId };
  if (collectionIds.length > 0) {
    await trx.updateTable('collections').set(owner).where('id', 'in', collectionIds).execute();
  }
  if (spaceIds.length > 0) {
    await trx.updateTable('spaces').set(owner).where('id', 'in', spaceIds).execute();
    await trx.updateTable('change_requests').set(owner).where('space_id', 'in', spaceIds).execute();
  }
}

/** Moves the item itself to the end of its new container. */
async function insertAtTopLevel(
  trx: Transaction<Database>,
  kind: Transfer['kind'],
  id: string,
  container: Container,
): Promise<void> {
  await lockContainer(trx, container);
  const table = kind === 'space' ? 'spaces' : 'collections';
  const rank = await rankAtEnd(trx, container, id);
  const before = await trx
    .selectFrom(table)
    .select(['default_level', 'resolved_level'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const defaultLevel = before.resolved_level ?? INHERIT_LEVEL;
  const access = resolveAccess({ id, default_level: defaultLevel }, null);
  await trx
    .updateTable(table)
    .set({ parent_id: null, rank, default_level: defaultLevel, ...access, updated_at: nextUpdatedAt })
    .where('id', '=', id)
    .execute();
  if (kind === 'collection') await updateDescendantAccess(trx, id, access);
  await rebalanceIfNeeded(trx, container, rank);
}
