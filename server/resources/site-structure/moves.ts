import type { Transaction } from 'kysely';
import { withAudit } from '#server/audit.ts';
import type { Database } from '#server/database/schema.ts';
import { badValue, conflict, notFound } from '#server/errors.ts';
import type {
  SiteSectionGroupPosition,
  SiteSectionPosition,
  SiteSpacePosition,
} from '#api/generated/types.gen.ts';
import { siteAudit, type SiteChanger } from '#server/sites/site-audit.ts';
import { findGroupNeighbours, findSections, findSiteSpaces } from './moves.queries.ts';
import { findNeighbour } from './neighbours.ts';
import { joinList, type SiteSpaceEntry } from './site-spaces.queries.ts';
import { rankBetween, sectionList } from './structure-order.queries.ts';
import type { GroupRow, SectionRow } from './structure.queries.ts';

const GROUP_IN_GROUP =
  'The section that the position names is in a group, and a group cannot be put into a group.';

/** The moves of a site's parts, all with the site locked. Each writes the row of what is moved, and its audit row. */

/** Which part of which site moves, and for whom. */
export interface PartToMove extends SiteChanger {
  site: { id: string; organization_id: string; title: string };
  id: string;
  /** The operation, where it is not the move of this kind of part. */
  operation?: string;
}

/** Moves a section beside another one, whose group it joins, or without a position to the end of where it is. */
export async function moveSection(
  trx: Transaction<Database>,
  part: PartToMove,
  position: SiteSectionPosition = {},
): Promise<SectionRow> {
  const { actor, site, id } = part;
  const ids = { before: position.before?.siteSection, after: position.after?.siteSection };
  const found = await findSections(trx, { movedId: id, ...ids });
  const section = found.find((candidate) => candidate.id === id && candidate.site_id === site.id);
  if (!section) throw notFound('site section');
  const question = { actor, site, movedId: id, noun: 'site section', found };
  const before = findNeighbour('before', ids.before, question);
  const after = findNeighbour('after', ids.after, question);
  if (before && after && before.group_id !== after.group_id) throw apart();
  const groupId = (before ?? after ?? section).group_id;
  const rank = await rankBetween(trx, sectionList(site.id, groupId), id, { before, after });
  return withAudit(trx, moved(part, 'moveSiteSection', section.title, position))
    .updateTable('site_sections')
    .set({ rank, group_id: groupId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a group beside another one or beside a section outside groups, or without a position to the end. */
export async function moveGroup(
  trx: Transaction<Database>,
  part: PartToMove,
  position: SiteSectionGroupPosition = {},
): Promise<GroupRow> {
  const { actor, site, id } = part;
  const { before: beforeRef, after: afterRef } = position;
  const named = { movedId: id, before: beforeRef?.id, after: afterRef?.id };
  const found = await findGroupNeighbours(trx, named);
  const groups = found.filter(({ kind, site_id }) => kind === 'site-section-group' && site_id === site.id);
  const group = groups.find((candidate) => candidate.id === id);
  if (!group) throw notFound('site section group');
  const find = (side: 'before' | 'after', ref: typeof beforeRef) => {
    const noun = ref?.type === 'site-section' ? 'site section' : 'site section group';
    const candidates = found.filter(({ kind }) => kind === ref?.type);
    const neighbour = findNeighbour(side, ref?.id, { actor, site, movedId: id, noun, found: candidates });
    if (neighbour?.group_id != null) throw conflict(GROUP_IN_GROUP);
    return neighbour;
  };
  const place = { before: find('before', beforeRef), after: find('after', afterRef) };
  const rank = await rankBetween(trx, { of: 'site', siteId: site.id }, id, place);
  return withAudit(trx, moved(part, 'moveSiteSectionGroup', group.title, position))
    .updateTable('site_section_groups')
    .set({ rank })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a site space beside another one, whose section it joins, or without a position to the end of where it is. */
export async function moveSiteSpace(
  trx: Transaction<Database>,
  part: PartToMove,
  position: SiteSpacePosition = {},
): Promise<SiteSpaceEntry> {
  const { actor, site, id } = part;
  const ids = { before: position.before?.siteSpace, after: position.after?.siteSpace };
  const found = await findSiteSpaces(trx, { movedId: id, ...ids });
  const entry = found.find((candidate) => candidate.id === id && candidate.site_id === site.id);
  if (!entry) throw notFound('site space');
  const question = { actor, site, movedId: id, noun: 'site space', found };
  const before = findNeighbour('before', ids.before, question);
  const after = findNeighbour('after', ids.after, question);
  if (before && after && before.section_id !== after.section_id) throw apart();
  const sectionId = (before ?? after ?? entry).section_id;
  const list = { site_id: site.id, section_id: sectionId };
  const joined = sectionId === entry.section_id ? {} : await joinList(trx, entry, list);
  const rank = await rankBetween(trx, { of: 'section', siteId: site.id, sectionId }, id, { before, after });
  return withAudit(trx, moved(part, 'moveSiteSpace', entry.title, position))
    .updateTable('site_spaces')
    .set({ rank, ...joined })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const KINDS = {
  moveSiteSection: { kind: 'site-section', noun: 'section' },
  moveSiteSectionGroup: { kind: 'site-section-group', noun: 'group' },
  moveSiteSpace: { kind: 'site-space', noun: 'space' },
} as const;

/** The audit row of a move. */
export function moved(part: PartToMove, action: keyof typeof KINDS, title: string, position: object) {
  const { kind, noun } = KINDS[action];
  return siteAudit(part, {
    action: part.operation ?? action,
    target: { kind, id: part.id },
    summary: `Moved the ${noun} “${title}” of the site “${part.site.title}”.`,
    after: { position },
  });
}

/** 400 for two neighbours that are in different lists. */
export function apart() {
  return badValue('body.position', 'names two items that are not next to each other');
}
