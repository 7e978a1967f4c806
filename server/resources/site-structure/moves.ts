import type { Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import type { Database } from '#server/database/schema.ts';
import { badValue, conflict, notFound } from '#server/errors.ts';
import type {
  SiteSectionGroupPosition,
  SiteSectionPosition,
  SiteSpacePosition,
} from '#server/generated/types.gen.ts';
import { findGroupNeighbours, findSections, findSiteSpaces } from './moves.queries.ts';
import { findNeighbour } from './neighbours.ts';
import { writeGroup } from './section-groups.queries.ts';
import { writeSection } from './sections.queries.ts';
import { joinList, type SiteSpaceEntry, writeSiteSpace } from './site-spaces.queries.ts';
import { rankBetween, sectionList } from './structure-order.queries.ts';
import type { GroupRow, SectionRow } from './structure.queries.ts';

/** The moves of a site's parts, all with the site locked. Each writes the row of what is moved. */

/** Which part of which site moves, and for whom. */
export interface PartToMove {
  actor: Actor;
  site: { id: string };
  id: string;
}

/** Moves a section beside another one, whose group it joins, or without a position to the end of where it is. */
export async function moveSection(
  trx: Transaction<Database>,
  { actor, site, id }: PartToMove,
  position: SiteSectionPosition = {},
): Promise<SectionRow> {
  const ids = { before: position.before?.siteSection, after: position.after?.siteSection };
  const found = await findSections(trx, [id, ids.before, ids.after]);
  const section = found.find((candidate) => candidate.id === id && candidate.site_id === site.id);
  if (!section) throw notFound('site section');
  const question = { actor, site, movedId: id, noun: 'site section', found };
  const before = findNeighbour('before', ids.before, question);
  const after = findNeighbour('after', ids.after, question);
  if (before && after && before.group_id !== after.group_id) throw apart();
  const groupId = (before ?? after ?? section).group_id;
  const rank = await rankBetween(trx, sectionList(site.id, groupId), id, { before, after });
  return writeSection(trx, id, { rank, ...(groupId !== section.group_id && { group_id: groupId }) });
}

/** Moves a group beside another one or beside a section outside groups, or without a position to the end. */
export async function moveGroup(
  trx: Transaction<Database>,
  { actor, site, id }: PartToMove,
  { before: beforeRef, after: afterRef }: SiteSectionGroupPosition = {},
): Promise<GroupRow> {
  const refs = [beforeRef, afterRef];
  const idsOf = (type: 'site-section' | 'site-section-group') =>
    refs.flatMap((ref) => (ref?.type === type ? [ref.id] : []));
  const found = await findGroupNeighbours(trx, [id, ...idsOf('site-section-group')], idsOf('site-section'));
  if (
    !found.some((part) => part.kind === 'site-section-group' && part.id === id && part.site_id === site.id)
  ) {
    throw notFound('site section group');
  }
  const neighbour = (side: 'before' | 'after', ref: typeof beforeRef) => {
    const noun = ref?.type === 'site-section' ? 'site section' : 'site section group';
    const candidates = found.filter((part) => part.kind === ref?.type);
    const part = findNeighbour(side, ref?.id, { actor, site, movedId: id, noun, found: candidates });
    if (part?.group_id != null) {
      throw conflict(
        'The section that the position names is in a group, and a group cannot be put into a group.',
      );
    }
    return part;
  };
  const place = { before: neighbour('before', beforeRef), after: neighbour('after', afterRef) };
  return writeGroup(trx, id, { rank: await rankBetween(trx, { of: 'site', siteId: site.id }, id, place) });
}

/** Moves a site space beside another one, whose section it joins, or without a position to the end of where it is. */
export async function moveSiteSpace(
  trx: Transaction<Database>,
  { actor, site, id }: PartToMove,
  position: SiteSpacePosition = {},
): Promise<SiteSpaceEntry> {
  const ids = { before: position.before?.siteSpace, after: position.after?.siteSpace };
  const found = await findSiteSpaces(trx, [id, ids.before, ids.after]);
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
  return writeSiteSpace(trx, id, { rank, ...joined });
}

function apart() {
  return badValue('body.position', 'names two items that are not next to each other');
}
