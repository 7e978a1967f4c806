import { type RawBuilder, sql, type Transaction } from 'kysely';
import type {
  SiteSectionGroupPosition,
  SiteSectionPosition,
  SiteSpacePosition,
} from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { withAudit } from '#server/audit/audit.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { badValue, conflict, notFound } from '#server/errors.ts';
import { siteAudit, type SiteChanger } from '#server/sites/load-site.ts';
import { canViewSites } from '#server/sites/sites.rules.ts';
import { type Placement, rankBetween, type RankedItem, sectionList } from './order.queries.ts';
import { prepareSectionChange, type SiteSpaceEntry } from './site-spaces.queries.ts';
import type { GroupRow, SectionRow } from './structure.queries.ts';

/** Finds the moved item and its named neighbors, on any site, in one statement. */

/** Ids of the moved item and the neighbors of its position. */
interface NamedIds extends Placement {
  movedId: string;
}

/** On any site. */
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

/** With the title of its space. */
type FoundSiteSpace = Row<'site_spaces'> & FoundItem & { title: string };

/** On any site, unless the space is deleted. */
async function findSiteSpaces(trx: Transaction<Database>, named: NamedIds): Promise<FoundSiteSpace[]> {
  const { rows } = await sql<FoundSiteSpace>`
    select part.*, spaces.title, sites.organization_id
    from site_spaces part join sites on sites.id = part.site_id join spaces on spaces.id = part.space_id
    where part.id in (${idsOf(named)}) and spaces.deleted_at is null`.execute(trx);
  return rows;
}

/** A group, or a section beside it. */
export interface GroupNeighbor extends FoundItem {
  kind: 'site-section' | 'site-section-group';
  title: string;
  /** Null for groups. */
  group_id: string | null;
}

/** Groups and their neighbor sections, on any site. */
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
 * Always three ids, with the moved one for missing neighbors: a list of fixed length lets PostgreSQL reuse one plan.
 */
function idsOf({ movedId, before = movedId, after = movedId }: NamedIds): RawBuilder<unknown> {
  return sql.join([movedId, before, after]);
}

/** A possible neighbor; it may be on another site. */
interface FoundItem extends RankedItem {
  site_id: string;
  organization_id: string;
}

export interface NeighborLookup<Part extends FoundItem> {
  actor: Actor;
  site: { id: string };
  movedId: string;
  /** For error messages: "site section". */
  noun: string;
  /** All rows with the ids of the position. */
  found: readonly Part[];
}

/** The named neighbor: 404 where it does not exist, 409 where it is on another visible site, 400 for the moved item. */
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

/** Moves of sections, groups and site spaces, with the site locked. Each writes the moved row and its audit row. */

/** The item to move, its site and the actor. */
export interface MoveContext extends SiteChanger {
  site: { id: string; organization_id: string; title: string };
  id: string;
  /** Audit action, where it is not the move of this kind. */
  operation?: string;
}

/** Moves a section next to a neighbor and into its group; without a position to the end of its current list. */
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

/** Moves a group next to a group or a section outside groups; without a position to the end. */
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

/** Moves a site space next to a neighbor and into its section; without a position to the end of its current list. */
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

/** The audit entry of a move. */
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

/** 400 for neighbors in different lists. */
export function notAdjacentError() {
  return badValue('body.position', 'must name two adjacent items in order');
}
