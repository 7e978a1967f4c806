import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import type { SortKey } from '#server/lists.ts';
import type { GrantHolder } from '#server/access/content-access.ts';
import { selectSpaces, type SpaceRow } from '../spaces/spaces.queries.ts';
import type { SiteSpaceList } from './defaults.queries.ts';

/**
 * Reading site spaces with their spaces, however many, in one statement. Those of deleted spaces are left out; where
 * that takes the default one of a list away, the first that is left counts as the default.
 */

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

/** Site spaces of a site, as they are stored: a query to go on with. */
function selectSiteSpaces(db: Kysely<Database>, holder: GrantHolder, siteId: string) {
  return selectSpaces(db, holder)
    .innerJoin('site_spaces', 'site_spaces.space_id', 'spaces.id')
    .leftJoin('site_sections as section', 'section.id', 'site_spaces.section_id')
    .where('site_spaces.site_id', '=', siteId)
    .where('spaces.deleted_at', 'is', null)
    .select([
      'site_spaces.id as site_space_id',
      'site_spaces.section_id',
      'site_spaces.path',
      'site_spaces.condition',
      'site_spaces.is_default',
      'section.path as section_path',
      'section.is_default as section_is_default',
    ])
    .orderBy('site_spaces.section_id')
    .orderBy('site_spaces.rank')
    .orderBy('site_spaces.id');
}

/** Site spaces of a site, all or those of some sections: section by section, in order within each. */
export async function listSiteSpaces(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
  sectionIds?: readonly string[],
): Promise<SiteSpaceRow[]> {
  const all = selectSiteSpaces(db, holder, siteId);
  // An array instead of a list of parameters: one text, so one prepared statement, for any number of ids; also for none.
  const some = all.where('site_spaces.section_id', '=', sql<string>`any(${sectionIds ?? []}::text[])`);
  return withDefaults(await (sectionIds === undefined ? all : some).execute());
}

/** The site spaces of one section or flat site, in order. */
export async function listSiteSpacesIn(
  db: Kysely<Database>,
  holder: GrantHolder,
  { site_id, section_id }: SiteSpaceList,
): Promise<SiteSpaceRow[]> {
  const rows = await selectSiteSpaces(db, holder, site_id)
    .where('site_spaces.section_id', section_id === null ? 'is' : '=', section_id)
    .execute();
  return withDefaults(rows);
}

/** Gives each list without a default one its first as the default. Rows stand list by list, in order. */
function withDefaults(rows: SiteSpaceRow[]): SiteSpaceRow[] {
  const settled = new Set(rows.filter((row) => row.is_default).map((row) => row.section_id));
  return rows.map((row) => {
    if (settled.has(row.section_id)) return row;
    settled.add(row.section_id);
    return { ...row, is_default: true };
  });
}

/** The columns of {@link selectPlacedSiteSpaces} that put site spaces into published order. */
export const SITE_SPACE_ORDER: SortKey[] = [
  'entry.top_rank',
  'entry.top_id',
  'entry.inner_rank',
  'entry.section_key',
  'entry.entry_rank',
  'entry.site_space_id',
].map((column) => ({ column, direction: 'asc' }));

/** Site spaces of a site to be read page by page, as `entry` with what their places are made of: a query to go on with. */
export function selectPlacedSiteSpaces(db: Kysely<Database>, holder: GrantHolder, siteId: string) {
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
  // Spaces are joined once more outside, so that a page asks for grants on its own spaces only.
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

/** What reading one site space again takes. */
export type SiteSpaceKey = Pick<Row<'site_spaces'>, 'site_id' | 'id'>;

/**
 * One site space, unless its space is deleted. The list is read with it that it is in by now, which somebody may have
 * changed since it was written: that tells which one is the default.
 */
export async function findSiteSpace(
  db: Kysely<Database>,
  holder: GrantHolder,
  key: SiteSpaceKey,
): Promise<SiteSpaceRow | undefined> {
  const here = sql`(select entry.section_id from site_spaces entry where entry.id = ${key.id})`;
  const rows = await selectSiteSpaces(db, holder, key.site_id)
    .where(sql<boolean>`site_spaces.section_id is not distinct from ${here}`)
    .execute();
  return withDefaults(rows).find((row) => row.site_space_id === key.id);
}
