import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import type { SortKey } from '#server/lists.ts';
import type { GrantHolder } from '#server/access/content-access.ts';
import { listSiteSpaces, type SiteSpaceRow } from './site-space-rows.queries.ts';

/**
 * Reading what a site is made of: one statement for each kind, however much there is of it. Site spaces of deleted
 * spaces are left out.
 */

/** A section. */
export type SectionRow = Row<'site_sections'>;
/** A group of sections. */
export type GroupRow = Row<'site_section_groups'>;

/**
 * Sections of a site: a query to go on with. Sorted by `top_rank` (of the group, or of the section outside groups),
 * `top_id`, `inner_rank` (in the group, empty outside) and `id`, they stand in published order.
 */
export function selectSections(db: Kysely<Database>, siteId: string) {
  const placed = db
    .selectFrom('site_sections')
    .leftJoin('site_section_groups as holder', 'holder.id', 'site_sections.group_id')
    .where('site_sections.site_id', '=', siteId)
    .selectAll('site_sections')
    .select((column) => [
      column.fn.coalesce('holder.rank', 'site_sections.rank').as('top_rank'),
      column.fn.coalesce('holder.id', 'site_sections.id').as('top_id'),
      sql<string>`case when holder.id is null then '' else site_sections.rank end`.as('inner_rank'),
    ]);
  return db.selectFrom(placed.as('section')).selectAll('section');
}

/** The columns of {@link selectSections} that put sections into published order. */
export const SECTION_ORDER: SortKey[] = [
  'section.top_rank',
  'section.top_id',
  'section.inner_rank',
  'section.id',
].map((column) => ({ column, direction: 'asc' }));

/** The order of groups. */
export const GROUP_ORDER: SortKey[] = [
  { column: 'site_section_groups.rank', direction: 'asc' },
  { column: 'site_section_groups.id', direction: 'asc' },
];

/** How many sections or groups a site has. */
export async function countParts(
  db: Kysely<Database>,
  table: 'site_sections' | 'site_section_groups',
  siteId: string,
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Sections of a site in published order: all, or those of some groups. */
export function listSections(
  db: Kysely<Database>,
  siteId: string,
  only: { groupIds?: string[] } = {},
): Promise<SectionRow[]> {
  return selectSections(db, siteId)
    .$if(only.groupIds !== undefined, (query) =>
      query.where('section.group_id', '=', sql<string>`any(${only.groupIds}::text[])`),
    )
    .orderBy('section.top_rank')
    .orderBy('section.top_id')
    .orderBy('section.inner_rank')
    .orderBy('section.id')
    .execute();
}

/** Groups of a site: a query to go on with. */
export function selectGroups(db: Kysely<Database>, siteId: string) {
  return db.selectFrom('site_section_groups').selectAll().where('site_id', '=', siteId);
}

/** The groups of a site, in order. */
export function listGroups(db: Kysely<Database>, siteId: string): Promise<GroupRow[]> {
  return selectGroups(db, siteId).orderBy('rank').orderBy('id').execute();
}

/** All that a site is made of; groups and sections in published order. */
export interface SiteParts {
  groups: readonly GroupRow[];
  sections: readonly SectionRow[];
  siteSpaces: readonly SiteSpaceRow[];
}

/** Reads all that a site is made of as it is at one moment, in one statement for each kind. */
export function readParts(db: Kysely<Database>, holder: GrantHolder, siteId: string): Promise<SiteParts> {
  // Without a common snapshot, a section that joins a new group between two statements would be in neither list.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      groups: await listGroups(trx, siteId),
      sections: await listSections(trx, siteId),
      siteSpaces: await listSiteSpaces(trx, holder, siteId),
    }));
}
