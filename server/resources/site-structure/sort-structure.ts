import type { Transaction } from 'kysely';
import type { StructureItem, StructureItemType, StructureSort } from '#api/generated/types.gen.ts';
import { withAudit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/schema.ts';
import { badValue, notFound } from '#server/errors.ts';
import {
  notAdjacentError,
  findGroupNeighbors,
  findNeighbor,
  type GroupNeighbor,
  moveAuditEntry,
  moveGroup,
  moveSiteSpace,
  type MoveContext,
} from './moves.ts';
import { rankBetween, sectionList } from './order.queries.ts';

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

/**
 * Moves any item of a site next to another one and into its container; without a position to the end of its current
 * list. 400 for a neighbor of the wrong kind; otherwise the rules of the individual moves. The site must be locked.
 */
export async function sortStructureItem(
  trx: Transaction<Database>,
  context: MoveContext & { type: StructureItemType },
  position: SortPosition,
): Promise<void> {
  const { before, after } = position;
  assertNeighborKind(context.type, 'before', before);
  assertNeighborKind(context.type, 'after', after);
  if (context.type === 'site-space') {
    await moveSiteSpace(trx, context, { before: toSiteSpace(before), after: toSiteSpace(after) });
  } else if (context.type === 'site-section-group') {
    await assertNotNested(trx, context, position);
    await moveGroup(trx, context, { before: toTopLevel(before), after: toTopLevel(after) });
  } else {
    await sortSection(trx, context, position);
  }
}

/** A section can also be placed next to a group, which `moveSection` does not support. */
async function sortSection(
  trx: Transaction<Database>,
  context: MoveContext,
  position: SortPosition,
): Promise<void> {
  const { actor, site, id } = context;
  const found = await findNeighborRows(trx, context, position);
  const section = found.find(
    (candidate) => candidate.id === id && candidate.kind === 'site-section' && candidate.site_id === site.id,
  );
  if (!section) throw notFound('site section');
  const find = (side: Side) => {
    const ref = position[side];
    const candidates = found.filter(({ kind }) => kind === ref?.type);
    const noun = NOUNS[ref?.type ?? 'site-section'];
    return findNeighbor(side, ref?.id, { actor, site, movedId: id, noun, found: candidates });
  };
  const [before, after] = [find('before'), find('after')];
  if (before && after && before.group_id !== after.group_id) throw notAdjacentError();
  const groupId = (before ?? after ?? section).group_id;
  const rank = await rankBetween(trx, sectionList(site.id, groupId), id, { before, after });
  await withAudit(trx, moveAuditEntry(context, 'moveSiteSection', section.title, position))
    .updateTable('site_sections')
    .set({ rank, group_id: groupId })
    .where('id', '=', id)
    .execute();
}

function findNeighborRows(
  trx: Transaction<Database>,
  { id }: MoveContext,
  { before, after }: SortPosition,
): Promise<GroupNeighbor[]> {
  return findGroupNeighbors(trx, { movedId: id, before: before?.id, after: after?.id });
}

function assertNeighborKind(type: StructureItemType, side: Side, neighbor: StructureItem | undefined): void {
  if (!neighbor || ALLOWED_NEIGHBORS[type].includes(neighbor.type)) return;
  throw badValue(
    `body.position.${side}`,
    `is a ${NOUNS[neighbor.type]}; a ${NOUNS[type]} can't be positioned next to it`,
  );
}

async function assertNotNested(
  trx: Transaction<Database>,
  context: MoveContext,
  position: SortPosition,
): Promise<void> {
  const found = await findNeighborRows(trx, context, position);
  for (const side of ['before', 'after'] as const) {
    const neighbor = found.find(
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
