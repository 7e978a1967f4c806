import { type Kysely, sql, type Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { SortKey } from '#server/lists/pages.ts';
import { setDefault, type SiteSpaceList } from './site-spaces.queries.ts';

/** Loads the structure of a site, one statement per kind. Site spaces of deleted spaces are left out. */

export type SectionRow = Row<'site_sections'>;

export type GroupRow = Row<'site_section_groups'>;

/**
 * Base query. Published order: `top_rank` (of the group, or of an ungrouped section), `top_id`, `inner_rank` (within
 * the group) and `id`.
 */
export function selectSections(db: Kysely<Database>, siteId: string) {
  const ordered = db
    .selectFrom('site_sections')
    .leftJoin('site_section_groups as holder', 'holder.id', 'site_sections.group_id')
    .where('site_sections.site_id', '=', siteId)
    .selectAll('site_sections')
    .select((column) => [
      column.fn.coalesce('holder.rank', 'site_sections.rank').as('top_rank'),
      column.fn.coalesce('holder.id', 'site_sections.id').as('top_id'),
      sql<string>`case when holder.id is null then '' else site_sections.rank end`.as('inner_rank'),
    ]);
  return db.selectFrom(ordered.as('section')).selectAll('section');
}

/** Published order, for {@link selectSections}. */
export const SECTION_ORDER: SortKey[] = [
  'section.top_rank',
  'section.top_id',
  'section.inner_rank',
  'section.id',
].map((column) => ({ column, direction: 'asc' }));

export const GROUP_ORDER: SortKey[] = [
  { column: 'site_section_groups.rank', direction: 'asc' },
  { column: 'site_section_groups.id', direction: 'asc' },
];

export async function countStructureRows(
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

/** In published order; all or those of some groups. */
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

export function selectGroups(db: Kysely<Database>, siteId: string) {
  return db.selectFrom('site_section_groups').selectAll().where('site_id', '=', siteId);
}

/** 404 where the section does not exist. */
export async function setDefaultSection(
  trx: Transaction<Database>,
  siteId: string,
  sectionId: string,
): Promise<void> {
  // Cleared first: the unique index on the default is checked per row.
  await trx
    .updateTable('site_sections')
    .set({ is_default: false })
    .where('site_id', '=', siteId)
    .where('is_default', '=', true)
    .execute();
  const updated = await trx
    .updateTable('site_sections')
    .set({ is_default: true })
    .where('site_id', '=', siteId)
    .where('id', '=', sectionId)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw notFound('site section');
}

/** Null where the site has no sections. */
export async function findDefaultSectionId(
  trx: Transaction<Database>,
  siteId: string,
): Promise<string | null> {
  const row = await trx
    .selectFrom('site_sections')
    .select('id')
    .where('site_id', '=', siteId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The site space has to be in the default section, or on a flat site. 404 where it does not exist. */
export async function setDefaultSiteSpace(
  trx: Transaction<Database>,
  siteId: string,
  siteSpaceId: string,
): Promise<void> {
  const sectionId = await findDefaultSectionId(trx, siteId);
  await setDefaultInList(trx, { site_id: siteId, section_id: sectionId }, siteSpaceId);
}

/** 404 where the site space does not exist, 409 where it is in another list. */
export async function setDefaultInList(
  trx: Transaction<Database>,
  list: SiteSpaceList,
  siteSpaceId: string,
): Promise<void> {
  const row = await trx
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .select('site_spaces.section_id')
    .where('site_spaces.id', '=', siteSpaceId)
    .where('site_spaces.site_id', '=', list.site_id)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('site space');
  if (row.section_id !== list.section_id) throw conflict('The site space is in another section.');
  await setDefault(trx, list, siteSpaceId);
}

export interface VisibleSpace {
  id: string;
  title: string;
}

/** In the order of the ids; 404 where the member cannot see one. */
export async function requireVisibleSpaces(
  db: Kysely<Database>,
  member: Membership,
  ids: readonly string[],
): Promise<VisibleSpace[]> {
  const rows = await visibleSpaces(db, member, member.organizationId)
    .select(['spaces.id', 'spaces.title'])
    .where('spaces.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return ids.map((id) => {
    const space = rows.find((row) => row.id === id);
    if (!space) throw notFound('space');
    return space;
  });
}

/** 404 where the member cannot see it. */
export async function requireVisibleSpace(
  db: Kysely<Database>,
  member: Membership,
  id: string,
): Promise<VisibleSpace> {
  const [space] = await requireVisibleSpaces(db, member, [id]);
  if (!space) throw notFound('space');
  return space;
}
