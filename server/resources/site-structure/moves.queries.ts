import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import type { FoundPart } from './neighbours.ts';

/** Reading what a move names, wherever it stands, in one statement. */

/** The moved part and the neighbours that its position names, by their ids. */
export interface NamedParts {
  movedId: string;
  before?: string | undefined;
  after?: string | undefined;
}

/** Sections of any site. */
export async function findSections(
  trx: Transaction<Database>,
  named: NamedParts,
): Promise<(Row<'site_sections'> & FoundPart)[]> {
  const { rows } = await sql<Row<'site_sections'> & FoundPart>`
    select part.*, sites.organization_id
    from site_sections part join sites on sites.id = part.site_id
    where part.id in (${idsOf(named)})`.execute(trx);
  return rows;
}

/** A site space with the title of its space. */
export type FoundSiteSpace = Row<'site_spaces'> & FoundPart & { title: string };

/** Site spaces of any site, unless their space is deleted. */
export async function findSiteSpaces(
  trx: Transaction<Database>,
  named: NamedParts,
): Promise<FoundSiteSpace[]> {
  const { rows } = await sql<FoundSiteSpace>`
    select part.*, spaces.title, sites.organization_id
    from site_spaces part join sites on sites.id = part.site_id join spaces on spaces.id = part.space_id
    where part.id in (${idsOf(named)}) and spaces.deleted_at is null`.execute(trx);
  return rows;
}

/** A group, or a section as the neighbour of one. */
export interface GroupNeighbour extends FoundPart {
  kind: 'site-section' | 'site-section-group';
  title: string;
  /** The group of a section; null for groups. */
  group_id: string | null;
}

/** Groups, and sections as their neighbours, of any site. */
export async function findGroupNeighbours(
  trx: Transaction<Database>,
  named: NamedParts,
): Promise<GroupNeighbour[]> {
  const { rows } = await sql<GroupNeighbour>`
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
function idsOf({ movedId, before = movedId, after = movedId }: NamedParts): RawBuilder<unknown> {
  return sql.join([movedId, before, after]);
}
