import { type RawBuilder, sql, type Transaction } from 'kysely';
import type {
  SiteSectionGroupPosition,
  SiteSectionPosition,
  SiteSpacePosition,
} from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { withAudit } from '#server/audit.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { badValue, conflict, notFound } from '#server/errors.ts';
import { siteAudit, type SiteChanger } from '#server/sites/load-site.ts';
import { canViewSites } from '#server/sites/sites.rules.ts';
import { type Placement, rankBetween, type RankedItem, sectionList } from './order.queries.ts';
import { prepareSectionChange, type SiteSpaceEntry } from './site-spaces.queries.ts';
import type { GroupRow, SectionRow } from './structure.queries.ts';

/** Reading what a move names, wherever it stands, in one statement. */

/** The moved part and the neighbours that its position names, by their ids. */
interface NamedIds extends Placement {
  movedId: string;
}

/** Sections of any site. */
async function findSections(
  trx: Transaction<Database>,
  named: NamedIds,
): Promise<(Row<'site_sections'> & FoundItem)[]> {
  const { rows } = await sql<Row<'site_sections'> & FoundItem>`
    select part.*, sites.organization_id
    from site_sections part join sites on sites.id = part.site_id
    where part.id in (${idsOf(named)})`.execute(trx);
  return rows;
}

/** A site space with the title of its space. */
type FoundSiteSpace = Row<'site_spaces'> & FoundItem & { title: string };

/** Site spaces of any site, unless their space is deleted. */
async function findSiteSpaces(trx: Transaction<Database>, named: NamedIds): Promise<FoundSiteSpace[]> {
  const { rows } = await sql<FoundSiteSpace>`
    select part.*, spaces.title, sites.organization_id
    from site_spaces part join sites on sites.id = part.site_id join spaces on spaces.id = part.space_id
    where part.id in (${idsOf(named)}) and spaces.deleted_at is null`.execute(trx);
  return rows;
}

/** A group, or a section as the neighbour of one. */
export interface GroupNeighbor extends FoundItem {
  kind: 'site-section' | 'site-section-group';
  title: string;
  /** The group of a section; null for groups. */
  group_id: string | null;
}

/** Groups, and sections as their neighbours, of any site. */
export async function findGroupNeighbors(
  trx: Transaction<Database>,
  named: NamedIds,
): Promise<GroupNeighbor[]> {
  const { rows } = await sql<GroupNeighbor>`
    select 'site-section-group' as kind, part.id, part.title, rank, site_id, null as group_id, organization_id
    from site_section_groups part join sites on sites.id = part.site_id
    where part.id in (${idsOf(named)})
    union all
    select 'site-section', part.id, part.title, rank, site_id, group_id, organization_id
    from site_sections part join sites on sites.id = part.site_id
    where part.id in (${idsOf(named)})`.execute(trx);
  return rows;
}

/**
 * Always three ids, the moved one in place of those that are not named: for a list of known length PostgreSQL keeps
 * one plan, which saves more than reading the row does.
 */
function idsOf({ movedId, before = movedId, after = movedId }: NamedIds): RawBuilder<unknown> {
  return sql.join([movedId, before, after]);
}

/** What a position can name, as it was found: it may stand in another site. */
interface FoundItem extends RankedItem {
  site_id: string;
  organization_id: string;
}

/** The move that a position belongs to. */
export interface NeighborLookup<Part extends FoundItem> {
  actor: Actor;
  site: { id: string };
  movedId: string;
  /** What callers call a neighbour: "site section". */
  noun: string;
  /** Everything that was found with the ids of the position. */
  found: readonly Part[];
}

/**
 * The neighbour with an id, where a position names one: 404 for an unknown one, 409 for one of another site that the
 * caller can see, 400 for the moved thing itself.
 */
export function findNeighbor<Part extends FoundItem>(
  side: 'before' | 'after',
  id: string | undefined,
  { actor, site, movedId, noun, found }: NeighborLookup<Part>,
): Part | undefined {
  if (id === undefined) return undefined;
  if (id === movedId) throw badValue(`body.position.${side}`, 'must not be the moved item');
  const part = found.find((candidate) => candidate.id === id);
  if (!part || (part.site_id !== site.id && !canViewSitesOf(actor, part.organization_id)))
    throw notFound(noun);
  if (part.site_id !== site.id) throw conflict(`The ${noun} named in body.position belongs to another site.`);
  return part;
}

function canViewSitesOf(actor: Actor, organizationId: string): boolean {
  const membership = actor.membership(organizationId);
  return membership !== undefined && !membership.disabled && canViewSites(membership);
}

const GROUP_IN_GROUP = "The section named in body.position is in a group. Groups can't be nested.";

/** The moves of a site's parts, all with the site locked. Each writes the row of what is moved, and its audit row. */

/** Which part of which site moves, and for whom. */
export interface MoveContext extends SiteChanger {
  site: { id: string; organization_id: string; title: string };
  id: string;
  /** The operation, where it is not the move of this kind of part. */
  operation?: string;
}

/** Moves a section beside another one, whose group it joins, or without a position to the end of where it is. */
export async function moveSection(
  trx: Transaction<Database>,
  context: MoveContext,
  position: SiteSectionPosition = {},
): Promise<SectionRow> {
  const { actor, site, id } = context;
  const ids = { before: position.before?.siteSection, after: position.after?.siteSection };
  const found = await findSections(trx, { movedId: id, ...ids });
  const section = found.find((candidate) => candidate.id === id && candidate.site_id === site.id);
  if (!section) throw notFound('site section');
  const lookup = { actor, site, movedId: id, noun: 'site section', found };
  const before = findNeighbor('before', ids.before, lookup);
  const after = findNeighbor('after', ids.after, lookup);
  if (before && after && before.group_id !== after.group_id) throw notAdjacentError();
  const groupId = (before ?? after ?? section).group_id;
  const rank = await rankBetween(trx, sectionList(site.id, groupId), id, { before, after });
  return withAudit(trx, moveAuditEntry(context, 'moveSiteSection', section.title, position))
    .updateTable('site_sections')
    .set({ rank, group_id: groupId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a group beside another one or beside a section outside groups, or without a position to the end. */
export async function moveGroup(
  trx: Transaction<Database>,
  context: MoveContext,
  position: SiteSectionGroupPosition = {},
): Promise<GroupRow> {
  const { actor, site, id } = context;
  const { before: beforeRef, after: afterRef } = position;
  const named = { movedId: id, before: beforeRef?.id, after: afterRef?.id };
  const found = await findGroupNeighbors(trx, named);
  const groups = found.filter(({ kind, site_id }) => kind === 'site-section-group' && site_id === site.id);
  const group = groups.find((candidate) => candidate.id === id);
  if (!group) throw notFound('site section group');
  const find = (side: 'before' | 'after', ref: typeof beforeRef) => {
    const noun = ref?.type === 'site-section' ? 'site section' : 'site section group';
    const candidates = found.filter(({ kind }) => kind === ref?.type);
    const neighbor = findNeighbor(side, ref?.id, { actor, site, movedId: id, noun, found: candidates });
    if (neighbor?.group_id != null) throw conflict(GROUP_IN_GROUP);
    return neighbor;
  };
  const neighbors = { before: find('before', beforeRef), after: find('after', afterRef) };
  const rank = await rankBetween(trx, { of: 'site', siteId: site.id }, id, neighbors);
  return withAudit(trx, moveAuditEntry(context, 'moveSiteSectionGroup', group.title, position))
    .updateTable('site_section_groups')
    .set({ rank })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a site space beside another one, whose section it joins, or without a position to the end of where it is. */
export async function moveSiteSpace(
  trx: Transaction<Database>,
  context: MoveContext,
  position: SiteSpacePosition = {},
): Promise<SiteSpaceEntry> {
  const { actor, site, id } = context;
  const ids = { before: position.before?.siteSpace, after: position.after?.siteSpace };
  const found = await findSiteSpaces(trx, { movedId: id, ...ids });
  const entry = found.find((candidate) => candidate.id === id && candidate.site_id === site.id);
  if (!entry) throw notFound('site space');
  const lookup = { actor, site, movedId: id, noun: 'site space', found };
  const before = findNeighbor('before', ids.before, lookup);
  const after = findNeighbor('after', ids.after, lookup);
  if (before && after && before.section_id !== after.section_id) throw notAdjacentError();
  const sectionId = (before ?? after ?? entry).section_id;
  const list = { site_id: site.id, section_id: sectionId };
  const columns = sectionId === entry.section_id ? {} : await prepareSectionChange(trx, entry, list);
  const rank = await rankBetween(trx, { of: 'section', siteId: site.id, sectionId }, id, { before, after });
  return withAudit(trx, moveAuditEntry(context, 'moveSiteSpace', entry.title, position))
    .updateTable('site_spaces')
    .set({ rank, ...columns })
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
export function moveAuditEntry(
  context: MoveContext,
  action: keyof typeof KINDS,
  title: string,
  position: object,
) {
  const { kind, noun } = KINDS[action];
  return siteAudit(context, {
    action: context.operation ?? action,
    target: { kind, id: context.id },
    summary: `Moved the ${noun} “${title}” of the site “${context.site.title}”.`,
    after: { position },
  });
}

/** 400 for two neighbours that are in different lists. */
export function notAdjacentError() {
  return badValue('body.position', 'must name two adjacent items in order');
}
