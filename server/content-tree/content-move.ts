import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { type AccessRow, grantedLevel, grantHolderOf } from '#server/access/content-access.ts';
import { MIN_VISIBLE_LEVEL, effectiveLevel, resolveAccess } from '#server/access/roles.ts';
import { type AuditEntry, withAudit } from '#server/audit/audit.ts';
import { badRequest, conflict, notFound } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  type Container,
  lockContainer,
  rankAtEnd,
  rankBefore,
  rankAfter,
  rebalanceIfNeeded,
} from './content-order.queries.ts';
import {
  updateDescendantAccess,
  isInSubtree,
  lockContentTree,
  nextUpdatedAt,
  getParentAccess,
} from './content-tree.queries.ts';

export interface ContentKey {
  kind: 'space' | 'collection';
  id: string;
}

/** The target parent and neighbors in it; without neighbors, the end. */
export interface ContentTarget {
  parentId: string | null;
  before?: ContentKey | undefined;
  after?: ContentKey | undefined;
}

/** A row of the ordered list. */
interface ContentItem extends ContentKey, AccessRow {
  parent_id: string | null;
  rank: string;
  default_level: number;
}

/** The moved item, as loaded for the permission check. */
export interface MovedContent extends ContentKey {
  organizationId: string;
  parentId: string | null;
  /** Audit entry of the move. */
  audit: AuditEntry;
}

/** The item was moved by someone else between permission check and lock; check again and retry. */
export class ConcurrentMoveError extends Error {}

/**
 * Moves a space or collection within its organization, with both parents locked. Writes the row and the audit row in
 * one statement, and the access columns of descendants when the parent changes. Throws 404 for an unknown neighbor or
 * parent, 400 when the neighbors are the moved item or not adjacent, 409 when a neighbor is in another parent or a
 * collection would contain itself, and {@link ConcurrentMoveError}.
 */
export async function moveContent(
  trx: Transaction<Database>,
  mover: Actor,
  moved: MovedContent,
  target: ContentTarget,
): Promise<void> {
  const to: Container = { organizationId: moved.organizationId, parentId: target.parentId };
  await lockParents(trx, moved, to);
  const items = await loadItems(trx, mover, [moved, target.before, target.after]);
  const current = items.get(itemKey(moved));
  if (current?.organization_id !== moved.organizationId) throw notFound(moved.kind);
  if (current.parent_id !== moved.parentId) throw new ConcurrentMoveError();
  await assertNoCycle(trx, moved, target.parentId);
  const rank = await findRank(trx, mover, { moved, to, target, items });
  await updatePosition(trx, { current, to, rank, audit: moved.audit });
  await rebalanceIfNeeded(trx, to, rank);
}

async function lockParents(trx: Transaction<Database>, moved: MovedContent, to: Container): Promise<void> {
  if (to.parentId !== moved.parentId) await lockContentTree(trx, [to.organizationId]);
  // The top level first, then by id: one lock order for all prevents deadlocks.
  const parentIds = [...new Set([moved.parentId, to.parentId])].toSorted((a, b) =>
    (a ?? '').localeCompare(b ?? ''),
  );
  for (const parentId of parentIds) {
    const exists = await lockContainer(trx, { organizationId: to.organizationId, parentId });
    if (!exists) throw parentId === moved.parentId ? new ConcurrentMoveError() : notFound('collection');
  }
}

async function assertNoCycle(
  trx: Transaction<Database>,
  moved: MovedContent,
  parentId: string | null,
): Promise<void> {
  if (moved.kind !== 'collection' || parentId === null || parentId === moved.parentId) return;
  if (await isInSubtree(trx, parentId, moved.id)) {
    throw conflict("A collection can't be moved into itself or one of its subcollections.");
  }
}

interface RankInput {
  moved: MovedContent;
  to: Container;
  target: ContentTarget;
  items: Map<string, ContentItem>;
}

/** The rank of the target position; the parent must be locked. */
async function findRank(trx: Transaction<Database>, mover: Actor, input: RankInput): Promise<string> {
  const { moved, to } = input;
  const after = neighbor('after', mover, input);
  const before = neighbor('before', mover, input);
  if (after && before && !(await areNeighbors(trx, mover, to, { after, before, exceptId: moved.id }))) {
    throw badRequest('The items named in body.position are not adjacent in that order.', [
      { path: 'body.position', message: '`after` must come directly before `before`.' },
    ]);
  }
  if (after) return rankAfter(trx, to, after.rank, moved.id);
  if (before) return rankBefore(trx, to, before.rank, moved.id);
  return rankAtEnd(trx, to, moved.id);
}

/** The named neighbor, validated: visible to the mover, not the moved item, and in the target parent. */
function neighbor(side: 'before' | 'after', mover: Actor, input: RankInput): ContentItem | null {
  const key = input.target[side];
  if (!key) return null;
  if (itemKey(key) === itemKey(input.moved)) {
    throw badRequest(`A ${key.kind} can't be positioned next to itself.`, [
      { path: `body.position.${side}`, message: 'Must not be the moved item.' },
    ]);
  }
  const item = input.items.get(itemKey(key));
  if (!item || !canSee(mover, item)) throw notFound(key.kind);
  if (item.organization_id !== input.to.organizationId) {
    throw conflict('The item named in body.position belongs to another organization.');
  }
  if (item.parent_id !== input.to.parentId)
    throw conflict('The item named in body.position is no longer there. Reload and try again.');
  return item;
}

function canSee(mover: Actor, item: AccessRow): boolean {
  const membership = mover.membership(item.organization_id);
  return membership?.disabled === false && effectiveLevel(membership.role, item) >= MIN_VISIBLE_LEVEL;
}

/** Whether no item visible to the mover lies between the two, ignoring the moved one. */
async function areNeighbors(
  trx: Transaction<Database>,
  mover: Actor,
  container: Container,
  pair: { after: ContentItem; before: ContentItem; exceptId: string },
): Promise<boolean> {
  if (pair.after.rank >= pair.before.rank) return false;
  const between = (table: 'spaces' | 'collections'): RawBuilder<unknown> => sql`
    select organization_id, resolved_level, ${grantedLevel(grantHolderOf(mover), table)} as granted from ${sql.table(table)}
    where organization_id = ${container.organizationId} and id <> ${pair.exceptId}
      and parent_id is not distinct from ${container.parentId}
      and rank > ${pair.after.rank} and rank < ${pair.before.rank}`;
  const { rows } = await sql<AccessRow>`
    ${between('spaces')} and deleted_at is null union all ${between('collections')}`.execute(trx);
  return !rows.some((row) => canSee(mover, row));
}

/** The current rows of the moved item and its neighbors, by {@link itemKey}. */
async function loadItems(
  trx: Transaction<Database>,
  mover: Actor,
  keys: (ContentKey | undefined)[],
): Promise<Map<string, ContentItem>> {
  const idsOf = (kind: ContentKey['kind']) => keys.flatMap((key) => (key?.kind === kind ? [key.id] : []));
  const selectItems = (kind: ContentKey['kind'], table: 'spaces' | 'collections'): RawBuilder<unknown> => sql`
    select ${sql.lit(kind)} as kind, id, organization_id, parent_id, rank, default_level, resolved_level,
      ${grantedLevel(grantHolderOf(mover), table)} as granted
    from ${sql.table(table)} where id = any(${idsOf(kind)}::text[])`;
  const { rows } = await sql<ContentItem>`
    ${selectItems('space', 'spaces')} and deleted_at is null
    union all ${selectItems('collection', 'collections')}`.execute(trx);
  return new Map(rows.map((row) => [itemKey(row), row]));
}

function itemKey(key: ContentKey): string {
  return `${key.kind}:${key.id}`;
}

interface PositionUpdate {
  current: ContentItem;
  to: Container;
  rank: string;
  audit: AuditEntry;
}

/** Updates the row, and the access columns of descendants where the parent changes. */
async function updatePosition(
  trx: Transaction<Database>,
  { current, to, rank, audit }: PositionUpdate,
): Promise<void> {
  const table = current.kind === 'space' ? 'spaces' : 'collections';
  if (to.parentId === current.parent_id) {
    await withAudit(trx, audit).updateTable(table).set({ rank }).where('id', '=', current.id).execute();
    return;
  }
  const access = resolveAccess(current, await getParentAccess(trx, to.parentId));
  await withAudit(trx, audit)
    .updateTable(table)
    .set({ rank, parent_id: to.parentId, ...access, updated_at: nextUpdatedAt })
    .where('id', '=', current.id)
    .execute();
  if (current.kind === 'collection') await updateDescendantAccess(trx, current.id, access);
}
