import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import type { SortKey } from '#server/lists.ts';
import type { GrantHolder } from '../spaces/spaces.access.ts';
import { selectSpaces, type SpaceRow } from '../spaces/spaces.queries.ts';

/**
 * Reading what a site is made of: one statement for each kind, however much there is of it. Site spaces of deleted
 * spaces are left out.
 */

/** A section. */
export type SectionRow = Row<'site_sections'>;
/** A group of sections. */
export type GroupRow = Row<'site_section_groups'>;

/** A site space: all that a space is shown from, and what the site adds to it. */
export interface SiteSpaceRow extends SpaceRow {
  site_space_id: string;
  section_id: string | null;
  path: string;
  condition: string | null;
  is_default: boolean;
  /** Path of the section, null on a flat site. */
  section_path: string | null;
  section_is_default: boolean | null;
}

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
export const SECTION_ORDER = ascending(
  'section.top_rank',
  'section.top_id',
  'section.inner_rank',
  'section.id',
);

/** The columns of {@link selectSiteSpaces} that put site spaces into published order. */
export const SITE_SPACE_ORDER = ascending(
  'entry.top_rank',
  'entry.top_id',
  'entry.inner_rank',
  'entry.section_key',
  'entry.entry_rank',
  'entry.site_space_id',
);

/** The order of groups. */
export const GROUP_ORDER = ascending('site_section_groups.rank', 'site_section_groups.id');

function ascending(...columns: string[]): SortKey[] {
  return columns.map((column) => ({ column, direction: 'asc' }));
}

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

/** Sections of a site in published order: all, those of some groups, or those with some ids. */
export function listSections(
  db: Kysely<Database>,
  siteId: string,
  only: { groupIds?: string[]; ids?: string[] } = {},
): Promise<SectionRow[]> {
  return selectSections(db, siteId)
    .$if(only.groupIds !== undefined, (query) => query.where('section.group_id', '=', anyOf(only.groupIds)))
    .$if(only.ids !== undefined, (query) => query.where('section.id', '=', anyOf(only.ids)))
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

/**
 * Site spaces of a site with their spaces, as `entry` what the site says about them and where they stand: a query to
 * go on with. Where the space of the default site space is deleted, the first that is left counts as the default.
 */
export function selectSiteSpaces(db: Kysely<Database>, holder: GrantHolder, siteId: string) {
  const placed = db
    .selectFrom('site_spaces')
    .innerJoin('spaces as shown', 'shown.id', 'site_spaces.space_id')
    .leftJoin('site_sections as section', 'section.id', 'site_spaces.section_id')
    .leftJoin('site_section_groups as holder', 'holder.id', 'section.group_id')
    .where('site_spaces.site_id', '=', siteId)
    .where('shown.deleted_at', 'is', null)
    .select([
      'site_spaces.id as site_space_id',
      'site_spaces.space_id',
      'site_spaces.section_id',
      'site_spaces.path',
      'site_spaces.condition',
      'site_spaces.rank as entry_rank',
      'section.path as section_path',
      'section.is_default as section_is_default',
      sql<string>`coalesce(holder.rank, section.rank, '')`.as('top_rank'),
      sql<string>`coalesce(holder.id, section.id, '')`.as('top_id'),
      sql<string>`case when holder.id is null then '' else section.rank end`.as('inner_rank'),
      sql<string>`coalesce(section.id, '')`.as('section_key'),
      sql<boolean>`row_number() over (
        partition by site_spaces.section_id order by site_spaces.is_default desc, site_spaces.rank
      ) = 1`.as('is_default'),
    ]);
  return selectSpaces(db, holder)
    .innerJoin(placed.as('entry'), 'entry.space_id', 'spaces.id')
    .select([
      'entry.site_space_id',
      'entry.section_id',
      'entry.path',
      'entry.condition',
      'entry.is_default',
      'entry.section_path',
      'entry.section_is_default',
    ]);
}

/** Site spaces in published order: all of a site, or those of some sections. */
export function listSiteSpaces(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
  sectionIds?: string[],
): Promise<SiteSpaceRow[]> {
  return selectSiteSpaces(db, holder, siteId)
    .$if(sectionIds !== undefined, (query) => query.where('entry.section_id', '=', anyOf(sectionIds)))
    .orderBy('entry.top_rank')
    .orderBy('entry.top_id')
    .orderBy('entry.inner_rank')
    .orderBy('entry.section_key')
    .orderBy('entry.entry_rank')
    .orderBy('entry.site_space_id')
    .execute();
}

/** One site space, unless its space is deleted. Its section is named, so that only that is read to tell the default. */
export function findSiteSpace(
  db: Kysely<Database>,
  holder: GrantHolder,
  { site_id, section_id, id }: Pick<Row<'site_spaces'>, 'site_id' | 'section_id' | 'id'>,
): Promise<SiteSpaceRow | undefined> {
  return selectSiteSpaces(db, holder, site_id)
    .where('entry.section_id', section_id === null ? 'is' : '=', section_id)
    .where('entry.site_space_id', '=', id)
    .executeTakeFirst();
}

/** How many rows a query on site spaces finds. */
export async function countSiteSpaces(query: ReturnType<typeof selectSiteSpaces>): Promise<number> {
  const row = await query
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** All that a site is made of, each list in order. */
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
    .setAccessMode('read only')
    .execute(async (trx) => ({
      groups: await listGroups(trx, siteId),
      sections: await listSections(trx, siteId),
      siteSpaces: await listSiteSpaces(trx, holder, siteId),
    }));
}

// An array instead of a list of parameters: one text, so one prepared statement, for any number of ids; also for none.
function anyOf(ids: string[] = []) {
  return sql<string>`any(${ids}::text[])`;
}
