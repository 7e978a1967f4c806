import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { grantedLevel, grantsOf } from '#server/access/content-access.ts';
import { LEVEL_THAT_SEES, levelFrom, resolveAccess } from '#server/access/content-level.ts';
import { type AuditEntry, withAudit } from '#server/audit.ts';
import type { Database } from '#server/database/schema.ts';
import { badRequest, conflict, notFound } from '#server/errors.ts';
import {
  type Container,
  lockContainer,
  rankAtEnd,
  rankBefore,
  rankBehind,
  renumberAfter,
} from './content-order.queries.ts';
import {
  deriveBelow,
  isWithin,
  lockContentTree,
  nextVersion,
  readParentAccess,
} from './content-tree.queries.ts';

/** A space or collection by kind and id. */
export interface ContentKey {
  kind: 'space' | 'collection';
  id: string;
}

/** Where something goes: the parent, and neighbours in it; none means the end. */
export interface ContentTarget {
  parentId: string | null;
  before?: ContentKey | undefined;
  after?: ContentKey | undefined;
}

/** What decides whether the mover sees a row. */
interface Visibility {
  organization_id: string;
  resolved_level: number | null;
  granted: number | null;
}

/** A row of the ordered list, as moves see it. */
interface Place extends ContentKey, Visibility {
  parent_id: string | null;
  rank: string;
  default_level: number;
}

/** The moved thing as it was loaded for the permission check. */
export interface MovedContent extends ContentKey {
  organizationId: string;
  parentId: string | null;
  /** What the audit log says about the move. */
  audit: AuditEntry;
}

/** The thing was moved by someone else between the permission check and the lock: check again, then try again. */
export class MovedMeanwhile extends Error {}

/**
 * Moves a space or collection within its organization, with the parents locked. Writes its row and, in the same
 * statement, the audit row; when the parent changes, also the access columns of what stands below.
 *
 * Throws 404 for an unknown neighbour or parent, 400 when the neighbours are the moved thing or not next to each
 * other, 409 when a neighbour is elsewhere or a collection would end up in itself; {@link MovedMeanwhile}.
 */
export async function moveContent(
  trx: Transaction<Database>,
  mover: Actor,
  moved: MovedContent,
  target: ContentTarget,
): Promise<void> {
  const to: Container = { organizationId: moved.organizationId, parentId: target.parentId };
  await lockParents(trx, moved, to);
  const places = await readPlaces(trx, mover, [moved, target.before, target.after]);
  const current = places.get(placeKey(moved));
  if (current?.organization_id !== moved.organizationId) throw notFound(moved.kind);
  if (current.parent_id !== moved.parentId) throw new MovedMeanwhile();
  await refuseCycle(trx, moved, target.parentId);
  const rank = await findRank(trx, mover, { moved, to, target, places });
  await writePlace(trx, { current, to, rank, audit: moved.audit });
  await renumberAfter(trx, to, rank);
}

async function lockParents(trx: Transaction<Database>, moved: MovedContent, to: Container): Promise<void> {
  if (to.parentId !== moved.parentId) await lockContentTree(trx, [to.organizationId]);
  // The top level first, then by id: everybody locks in the same order, so nobody waits in a circle.
  const parentIds = [...new Set([moved.parentId, to.parentId])].toSorted((a, b) =>
    (a ?? '').localeCompare(b ?? ''),
  );
  for (const parentId of parentIds) {
    const isThere = await lockContainer(trx, { organizationId: to.organizationId, parentId });
    if (!isThere) throw parentId === moved.parentId ? new MovedMeanwhile() : notFound('collection');
  }
}

async function refuseCycle(
  trx: Transaction<Database>,
  moved: MovedContent,
  parentId: string | null,
): Promise<void> {
  if (moved.kind !== 'collection' || parentId === null || parentId === moved.parentId) return;
  if (await isWithin(trx, parentId, moved.id)) {
    throw conflict("A collection can't be moved into itself or one of its subcollections.");
  }
}

interface RankQuestion {
  moved: MovedContent;
  to: Container;
  target: ContentTarget;
  places: Map<string, Place>;
}

/** The rank that a target names, with the parent locked. */
async function findRank(trx: Transaction<Database>, mover: Actor, question: RankQuestion): Promise<string> {
  const { moved, to } = question;
  const after = neighbor('after', mover, question);
  const before = neighbor('before', mover, question);
  if (after && before && !(await areNeighbors(trx, mover, to, { after, before, exceptId: moved.id }))) {
    throw badRequest('The items named in body.position are not adjacent in that order.', [
      { path: 'body.position', message: '`after` must come directly before `before`.' },
    ]);
  }
  if (after) return rankBehind(trx, to, after.rank, moved.id);
  if (before) return rankBefore(trx, to, before.rank, moved.id);
  return rankAtEnd(trx, to, moved.id);
}

/** The named neighbour, checked: it exists for the mover, is not the moved thing and stands in the target parent. */
function neighbor(side: 'before' | 'after', mover: Actor, question: RankQuestion): Place | null {
  const key = question.target[side];
  if (!key) return null;
  if (placeKey(key) === placeKey(question.moved)) {
    throw badRequest(`A ${key.kind} can't be positioned next to itself.`, [
      { path: `body.position.${side}`, message: 'Must not be the moved item.' },
    ]);
  }
  const place = question.places.get(placeKey(key));
  if (!place || !canSee(mover, place)) throw notFound(key.kind);
  if (place.organization_id !== question.to.organizationId) {
    throw conflict('The item named in body.position belongs to another organization.');
  }
  if (place.parent_id !== question.to.parentId)
    throw conflict('The item named in body.position is no longer there. Reload and try again.');
  return place;
}

function canSee(mover: Actor, place: Visibility): boolean {
  const membership = mover.membership(place.organization_id);
  return membership?.disabled === false && levelFrom(membership.role, place) >= LEVEL_THAT_SEES;
}

/** Whether nothing that the mover can see stands between two items, leaving out the moved one. */
async function areNeighbors(
  trx: Transaction<Database>,
  mover: Actor,
  container: Container,
  pair: { after: Place; before: Place; exceptId: string },
): Promise<boolean> {
  if (pair.after.rank >= pair.before.rank) return false;
  const between = (table: 'spaces' | 'collections'): RawBuilder<unknown> => sql`
    select organization_id, resolved_level, ${grantedLevel(grantsOf(mover), table)} as granted from ${sql.table(table)}
    where organization_id = ${container.organizationId} and id <> ${pair.exceptId}
      and parent_id is not distinct from ${container.parentId}
      and rank > ${pair.after.rank} and rank < ${pair.before.rank}`;
  const { rows } = await sql<Visibility>`
    ${between('spaces')} and deleted_at is null union all ${between('collections')}`.execute(trx);
  return !rows.some((row) => canSee(mover, row));
}

/** Reads the moved thing and its neighbours as they stand now, by {@link placeKey}. */
async function readPlaces(
  trx: Transaction<Database>,
  mover: Actor,
  keys: (ContentKey | undefined)[],
): Promise<Map<string, Place>> {
  const idsOf = (kind: ContentKey['kind']) => keys.flatMap((key) => (key?.kind === kind ? [key.id] : []));
  const read = (kind: ContentKey['kind'], table: 'spaces' | 'collections'): RawBuilder<unknown> => sql`
    select ${sql.lit(kind)} as kind, id, organization_id, parent_id, rank, default_level, resolved_level,
      ${grantedLevel(grantsOf(mover), table)} as granted
    from ${sql.table(table)} where id = any(${idsOf(kind)}::text[])`;
  const { rows } = await sql<Place>`
    ${read('space', 'spaces')} and deleted_at is null
    union all ${read('collection', 'collections')}`.execute(trx);
  return new Map(rows.map((row) => [placeKey(row), row]));
}

function placeKey(key: ContentKey): string {
  return `${key.kind}:${key.id}`;
}

interface Write {
  current: Place;
  to: Container;
  rank: string;
  audit: AuditEntry;
}

/** Writes the new place: one row, and where the parent changes the access columns that hang on it. */
async function writePlace(trx: Transaction<Database>, { current, to, rank, audit }: Write): Promise<void> {
  const table = current.kind === 'space' ? 'spaces' : 'collections';
  if (to.parentId === current.parent_id) {
    await withAudit(trx, audit).updateTable(table).set({ rank }).where('id', '=', current.id).execute();
    return;
  }
  const access = resolveAccess(current, await readParentAccess(trx, to.parentId));
  await withAudit(trx, audit)
    .updateTable(table)
    .set({ rank, parent_id: to.parentId, ...access, updated_at: nextVersion })
    .where('id', '=', current.id)
    .execute();
  if (current.kind === 'collection') await deriveBelow(trx, current.id, access);
}
