import { sql, type Transaction } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { deleteGrants, retainAccess } from '#server/access/content-access.ts';
import { INHERIT_LEVEL, resolveAccess } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import type { ContentKey } from '#server/content-tree/content-move.ts';
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
import type { Database } from '#server/database/tables/schema.ts';
import { removeConnections } from '#server/git-sync/remove-connections.ts';
import { removeFromSites } from '#server/sites/remove-from-sites.queries.ts';

/** A space, or a collection with everything in it. */
export interface TransferredContent extends ContentKey {
  title: string;
  organization_id: string;
}

/**
 * Transfers a space or collection to the end of the top level of the organization of `receiver`, the caller's
 * membership there, with its effective level as default level. Removes parent, sites, grants, invite links, merge
 * rules, Git connections and custom field values; the receiver retains the level of their role. Both organizations get an audit entry.
 */
export async function transferContent(
  trx: Transaction<Database>,
  actor: Actor,
  content: TransferredContent,
  receiver: Membership,
): Promise<void> {
  const { kind, id, title, organization_id: fromOrganizationId } = content;
  const toOrganizationId = receiver.organizationId;
  await lockContentTree(trx, [fromOrganizationId, toOrganizationId]);
  await lockSourceContainer(trx, content);
  const collectionIds = kind === 'collection' ? await findSubtreeIds(trx, id) : [];
  const spaceIds = kind === 'collection' ? await lockSpacesIn(trx, collectionIds) : [id];
  await detachContent(trx, spaceIds, collectionIds);
  await setOrganization(trx, toOrganizationId, spaceIds, collectionIds);
  await insertAtTopLevel(trx, kind, id, { organizationId: toOrganizationId, parentId: null });
  await retainAccess(trx, receiver, { kind, id, organizationId: toOrganizationId }, receiver.role);
  for (const organizationId of [fromOrganizationId, toOrganizationId]) {
    await recordAudit(trx, {
      organizationId,
      actor,
      action: kind === 'space' ? 'transferSpace' : 'transferCollection',
      targetKind: kind,
      targetId: id,
      summary: `Transferred the ${kind} “${title}” to another organization.`,
      before: { organization: fromOrganizationId },
      after: { organization: toOrganizationId },
    });
  }
}

/** Locks the order of the current container. Its content cannot change while the content trees are locked. */
async function lockSourceContainer(trx: Transaction<Database>, content: TransferredContent): Promise<void> {
  const { kind, id, organization_id: organizationId } = content;
  const exists = kind === 'space' ? sql`deleted_at is null` : sql`true`;
  const { rows } = await sql<{ parent_id: string | null }>`
    select parent_id from ${sql.table(kind === 'space' ? 'spaces' : 'collections')}
    where id = ${id} and organization_id = ${organizationId} and ${exists}`.execute(trx);
  const [row] = rows;
  if (!row) throw notFound(kind);
  await lockContainer(trx, { organizationId, parentId: row.parent_id });
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
  // They name teams and members of the organization.
  await trx.deleteFrom('merge_rules').where('space_id', 'in', spaceIds).execute();
  // Their tokens are those of people of the organization.
  await removeConnections(trx, spaceIds);
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
  kind: ContentKey['kind'],
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
