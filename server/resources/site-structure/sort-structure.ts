import type { Kysely } from 'kysely';
import type { StructureItem, StructureItemType, StructureSort } from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { PlannedMove } from './carry-out-move.ts';
import {
  findGroupNeighbors,
  findNeighbor,
  type GroupNeighbor,
  type MoveContext,
  planGroupMove,
  planSection,
  planSiteSpaceMove,
  requireMoved,
} from './moves.ts';
import type { StructureTable } from './queries/order.queries.ts';

type SortPosition = StructureSort['position'];
type Side = 'before' | 'after';

const NOUNS: Record<StructureItemType, string> = {
  'site-section': 'site section',
  'site-section-group': 'site section group',
  'site-space': 'site space',
};
/** Allowed neighbor kinds. */
const ALLOWED_NEIGHBORS: Record<StructureItemType, readonly StructureItemType[]> = {
  'site-section': ['site-section', 'site-section-group'],
  'site-section-group': ['site-section', 'site-section-group'],
  'site-space': ['site-space'],
};

/** An item of any kind. */
export interface SortContext extends MoveContext {
  type: StructureItemType;
}

/**
 * Moves any item of a site next to another one and into its container; without a position to the end of its current
 * list. 400 for a neighbor of the wrong kind; otherwise the rules of the individual moves.
 */
export async function planSort(
  db: Kysely<Database>,
  context: SortContext,
  position: SortPosition,
): Promise<PlannedMove<StructureTable>> {
  const { before, after } = position;
  assertNeighborKind(context.type, 'before', before);
  assertNeighborKind(context.type, 'after', after);
  if (context.type === 'site-space')
    return planSiteSpaceMove(db, context, { before: toSiteSpace(before), after: toSiteSpace(after) });
  if (context.type === 'site-section') return planSectionSort(db, context, position);
  await assertNotNested(db, context, position);
  return planGroupMove(db, context, { before: toTopLevel(before), after: toTopLevel(after) });
}

/** A section can also be placed next to a group, which `planSectionMove` does not support. */
async function planSectionSort(
  db: Kysely<Database>,
  context: MoveContext,
  position: SortPosition,
): Promise<PlannedMove<'site_sections'>> {
  const { actor, site, id } = context;
  const neighborRows = await findNeighborRows(db, context, position);
  const sections = neighborRows.filter(({ kind }) => kind === 'site-section');
  const section = requireMoved(context, sections, 'site section');
  const find = (side: Side) => {
    const ref = position[side];
    const candidates = neighborRows.filter(({ kind }) => kind === ref?.type);
    const noun = NOUNS[ref?.type ?? 'site-section'];
    return findNeighbor(side, ref?.id, { actor, site, movedId: id, noun, found: candidates });
  };
  return planSection(context, section, { before: find('before'), after: find('after') }, position);
}

function findNeighborRows(
  db: Kysely<Database>,
  { id }: MoveContext,
  { before, after }: SortPosition,
): Promise<GroupNeighbor[]> {
  return findGroupNeighbors(db, { movedId: id, before: before?.id, after: after?.id });
}

function assertNeighborKind(type: StructureItemType, side: Side, neighbor: StructureItem | undefined): void {
  if (!neighbor || ALLOWED_NEIGHBORS[type].includes(neighbor.type)) return;
  throw badValue(
    `body.position.${side}`,
    `is a ${NOUNS[neighbor.type]}; a ${NOUNS[type]} can't be positioned next to it`,
  );
}

async function assertNotNested(
  db: Kysely<Database>,
  context: MoveContext,
  position: SortPosition,
): Promise<void> {
  const neighborRows = await findNeighborRows(db, context, position);
  for (const side of ['before', 'after'] as const) {
    const neighbor = neighborRows.find(
      ({ id, site_id }) => id === position[side]?.id && site_id === context.site.id,
    );
    if (neighbor?.group_id == null) continue;
    throw badValue(`body.position.${side}`, "is in a group; groups can't be nested");
  }
}

function toSiteSpace(item: StructureItem | undefined) {
  return item && ({ type: 'site-space', siteSpace: item.id } as const);
}

function toTopLevel(item: StructureItem | undefined) {
  if (!item) return undefined;
  const { id } = item;
  return item.type === 'site-section'
    ? ({ type: 'site-section', id } as const)
    : ({ type: 'site-section-group', id } as const);
}
