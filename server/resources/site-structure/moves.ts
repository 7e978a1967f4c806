import { type Kysely, sql, type Transaction } from 'kysely';
import type {
  SiteSectionGroupPosition,
  SiteSectionPosition,
  SiteSpacePosition,
} from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import type { NamedAuditEntry } from '#server/audit/audit.ts';
import { badValue, conflict, notFound } from '#server/base/errors.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { siteAudit, type SiteChanger } from '#server/sites/load-site.ts';
import { canViewSites } from '#server/sites/sites.rules.ts';
import { moveWithLock, type PlannedMove } from './carry-out-move.ts';
import { sectionList } from './queries/order.queries.ts';
import { notAdjacentError, type Placement, type RankedItem } from './queries/ranks.ts';
import { leaveSection, type SiteSpaceEntry } from './queries/site-spaces.queries.ts';
import type { GroupRow, SectionRow } from './queries/structure.queries.ts';

/** Ids of the moved item and the neighbors of its position. */
interface NamedIds extends Placement {
  movedId: string;
}

/**
 * Always three ids, with the moved one for missing neighbors: a list of fixed length lets PostgreSQL reuse one plan.
 */
const idsOf = ({ movedId, before = movedId, after = movedId }: NamedIds) =>
  sql.join([movedId, before, after]);

/** The moved section and its named neighbors, on any site, in one statement. */
const selectSections = (named: NamedIds) => sql<Row<'site_sections'> & FoundItem>`
  select part.*, sites.organization_id, sites.title as site_title
  from site_sections part join sites on sites.id = part.site_id
  where part.id in (${idsOf(named)})`;

type FoundSiteSpace = Row<'site_spaces'> & FoundItem;

/** The moved site space and its named neighbors, on any site, with the titles of their spaces, unless these are deleted. */
const selectSiteSpaces = (named: NamedIds) => sql<FoundSiteSpace>`
  select part.*, spaces.title, sites.organization_id, sites.title as site_title
  from site_spaces part join sites on sites.id = part.site_id join spaces on spaces.id = part.space_id
  where part.id in (${idsOf(named)}) and spaces.deleted_at is null`;

/** A group, or a section beside it. */
export interface GroupNeighbor extends FoundItem {
  kind: 'site-section' | 'site-section-group';
  /** Null for groups. */
  group_id: string | null;
}

const selectGroupNeighbors = (named: NamedIds) => sql<GroupNeighbor>`
  select 'site-section-group' as kind, part.id, part.title, rank, site_id, null as group_id, organization_id,
    sites.title as site_title
  from site_section_groups part join sites on sites.id = part.site_id
  where part.id in (${idsOf(named)})
  union all
  select 'site-section', part.id, part.title, rank, site_id, group_id, organization_id, sites.title
  from site_sections part join sites on sites.id = part.site_id
  where part.id in (${idsOf(named)})`;

/** Groups and their neighbor sections, on any site. */
export async function findGroupNeighbors(db: Kysely<Database>, named: NamedIds): Promise<GroupNeighbor[]> {
  return (await selectGroupNeighbors(named).execute(db)).rows;
}

/** A possible neighbor; it may be on another site. */
export interface FoundItem extends RankedItem {
  title: string;
  site_id: string;
  site_title: string;
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

/** The item to move, its site and the actor. */
export interface MoveContext extends SiteChanger {
  site: { id: string; organization_id: string; title?: string };
  id: string;
  /** Audit action, where it is not the move of this kind. */
  operation?: string;
}

/** Moves a section next to a neighbor and into its group; without a position to the end of its current list. */
export async function planSectionMove(
  db: Kysely<Database>,
  context: MoveContext,
  position: SiteSectionPosition = {},
): Promise<PlannedMove<'site_sections'>> {
  const { actor, site, id } = context;
  const ids = { before: position.before?.siteSection, after: position.after?.siteSection };
  const { rows: found } = await selectSections({ movedId: id, ...ids }).execute(db);
  const section = requireMoved(context, found, 'site section');
  const lookup = { actor, site, movedId: id, noun: 'site section', found };
  const neighbors = {
    before: findNeighbor('before', ids.before, lookup),
    after: findNeighbor('after', ids.after, lookup),
  };
  return planSection(context, section, neighbors, position);
}

interface InGroup extends FoundItem {
  group_id: string | null;
}

/** Outside groups, the neighbors of a section may be groups. */
export function planSection(
  context: MoveContext,
  section: InGroup,
  neighbors: { before: InGroup | undefined; after: InGroup | undefined },
  position: object,
): PlannedMove<'site_sections'> {
  const { before, after } = neighbors;
  if (before && after && before.group_id !== after.group_id) throw notAdjacentError();
  const groupId = (before ?? after ?? section).group_id;
  return {
    table: 'site_sections',
    item: section,
    from: sectionList(context.site.id, section.group_id),
    to: sectionList(context.site.id, groupId),
    neighbors,
    columns: { group_id: groupId },
    entry: moveAuditEntry(context, section, { action: 'moveSiteSection', neighbors, position }),
  };
}

/** Moves a group next to a group or a section outside groups; without a position to the end. */
export async function planGroupMove(
  db: Kysely<Database>,
  context: MoveContext,
  position: SiteSectionGroupPosition = {},
): Promise<PlannedMove<'site_section_groups'>> {
  const { actor, site, id } = context;
  const { before: beforeRef, after: afterRef } = position;
  const neighborRows = await findGroupNeighbors(db, {
    movedId: id,
    before: beforeRef?.id,
    after: afterRef?.id,
  });
  const groups = neighborRows.filter(({ kind }) => kind === 'site-section-group');
  const group = requireMoved(context, groups, 'site section group');
  const find = (side: 'before' | 'after', ref: typeof beforeRef) => {
    const noun = ref?.type === 'site-section' ? 'site section' : 'site section group';
    const candidates = neighborRows.filter(({ kind }) => kind === ref?.type);
    const neighbor = findNeighbor(side, ref?.id, { actor, site, movedId: id, noun, found: candidates });
    if (neighbor?.group_id != null) throw conflict(GROUP_IN_GROUP);
    return neighbor;
  };
  const neighbors = { before: find('before', beforeRef), after: find('after', afterRef) };
  const list = { of: 'site', siteId: site.id } as const;
  return {
    table: 'site_section_groups',
    item: group,
    from: list,
    to: list,
    neighbors,
    columns: {},
    entry: moveAuditEntry(context, group, { action: 'moveSiteSectionGroup', neighbors, position }),
  };
}

/** Moves a site space next to a neighbor and into its section; without a position to the end of its current list. */
export async function planSiteSpaceMove(
  db: Kysely<Database>,
  context: MoveContext,
  position: SiteSpacePosition = {},
): Promise<PlannedMove<'site_spaces'>> {
  const { actor, site, id } = context;
  const ids = { before: position.before?.siteSpace, after: position.after?.siteSpace };
  const { rows: found } = await selectSiteSpaces({ movedId: id, ...ids }).execute(db);
  const entry = requireMoved(context, found, 'site space');
  const lookup = { actor, site, movedId: id, noun: 'site space', found };
  const before = findNeighbor('before', ids.before, lookup);
  const after = findNeighbor('after', ids.after, lookup);
  if (before && after && before.section_id !== after.section_id) throw notAdjacentError();
  const sectionId = (before ?? after ?? entry).section_id;
  const neighbors = { before, after };
  const isLeaving = sectionId !== entry.section_id;
  return {
    table: 'site_spaces',
    item: entry,
    from: { of: 'section', siteId: site.id, sectionId: entry.section_id },
    to: { of: 'section', siteId: site.id, sectionId },
    neighbors,
    columns: {},
    ...(isLeaving && {
      changeOthers: (trx) => leaveSection(trx, entry, { site_id: site.id, section_id: sectionId }),
    }),
    entry: moveAuditEntry(context, entry, { action: 'moveSiteSpace', neighbors, position }),
  };
}

/** The item itself; 404 where it is not on the site. */
export function requireMoved<Part extends FoundItem>(
  { site, id }: MoveContext,
  found: readonly Part[],
  noun: string,
): Part {
  const part = found.find(
    (candidate) =>
      candidate.id === id &&
      candidate.site_id === site.id &&
      candidate.organization_id === site.organization_id,
  );
  if (!part) throw notFound(noun);
  return part;
}

/**
 * The moves as parts of a transaction that has locked the site. Requests use `moveOnSite`.
 *
 * @public Tests run random moves and other changes in one transaction.
 */
export async function moveSection(
  trx: Transaction<Database>,
  context: MoveContext,
  position?: SiteSectionPosition,
): Promise<SectionRow> {
  return moveWithLock(trx, await planSectionMove(trx, context, position));
}

/** @public See {@link moveSection}. */
export async function moveGroup(
  trx: Transaction<Database>,
  context: MoveContext,
  position?: SiteSectionGroupPosition,
): Promise<GroupRow> {
  return moveWithLock(trx, await planGroupMove(trx, context, position));
}

/** @public See {@link moveSection}. */
export async function moveSiteSpace(
  trx: Transaction<Database>,
  context: MoveContext,
  position?: SiteSpacePosition,
): Promise<SiteSpaceEntry> {
  return moveWithLock(trx, await planSiteSpaceMove(trx, context, position));
}

const KINDS = {
  moveSiteSection: { kind: 'site-section', noun: 'section' },
  moveSiteSectionGroup: { kind: 'site-section-group', noun: 'group' },
  moveSiteSpace: { kind: 'site-space', noun: 'space' },
} as const;

interface MoveDetails {
  action: keyof typeof KINDS;
  neighbors: { before: FoundItem | undefined; after: FoundItem | undefined };
  position: object;
}

function moveAuditEntry(context: MoveContext, item: FoundItem, details: MoveDetails): NamedAuditEntry {
  const { action, neighbors, position } = details;
  const { kind, noun } = KINDS[action];
  const namedNeighbors = [neighbors.before, neighbors.after].filter((neighbor) => neighbor !== undefined);
  const entry = siteAudit(context, {
    action: context.operation ?? action,
    target: { kind, id: context.id },
    summary: `Moved the ${noun} “${item.title}” of the site “${item.site_title}”.`,
    after: { position },
  });
  return { ...entry, names: Object.fromEntries(namedNeighbors.map(({ id, title }) => [id, title])) };
}
