import { sql, type Transaction } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import type { FoundPart } from './neighbours.ts';

/** Reading what moves name, wherever it stands: one statement a move. */

type Ids = readonly (string | undefined)[];

/** Sections with some ids, of any site. */
export function findSections(
  trx: Transaction<Database>,
  ids: Ids,
): Promise<(Row<'site_sections'> & FoundPart)[]> {
  return trx
    .selectFrom('site_sections')
    .innerJoin('sites', 'sites.id', 'site_sections.site_id')
    .selectAll('site_sections')
    .select('sites.organization_id')
    .where('site_sections.id', '=', anyOf(ids))
    .execute();
}

/** Site spaces with some ids, of any site, unless their space is deleted. */
export function findSiteSpaces(
  trx: Transaction<Database>,
  ids: Ids,
): Promise<(Row<'site_spaces'> & FoundPart)[]> {
  return trx
    .selectFrom('site_spaces')
    .innerJoin('sites', 'sites.id', 'site_spaces.site_id')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .selectAll('site_spaces')
    .select('sites.organization_id')
    .where('site_spaces.id', '=', anyOf(ids))
    .where('spaces.deleted_at', 'is', null)
    .execute();
}

/** A group, or a section as the neighbour of one. */
export interface GroupNeighbour extends FoundPart {
  kind: 'site-section' | 'site-section-group';
  /** The group of a section; null for groups. */
  group_id: string | null;
}

/** Groups and sections with some ids, of any site. */
export async function findGroupNeighbours(
  trx: Transaction<Database>,
  groupIds: readonly string[],
  sectionIds: readonly string[],
): Promise<GroupNeighbour[]> {
  const { rows } = await sql<GroupNeighbour>`
    select 'site-section-group' as kind, part.id, part.rank, part.site_id, null as group_id, sites.organization_id
    from site_section_groups part join sites on sites.id = part.site_id where part.id = ${anyOf(groupIds)}
    union all
    select 'site-section', part.id, part.rank, part.site_id, part.group_id, sites.organization_id
    from site_sections part join sites on sites.id = part.site_id where part.id = ${anyOf(sectionIds)}`.execute(
    trx,
  );
  return rows;
}

function anyOf(ids: Ids) {
  return sql<string>`any(${ids.filter((id) => id !== undefined)}::text[])`;
}
