import { type Kysely, sql, type Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { type GrantHolder, visibleSpaces } from '#server/access/content-access.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { SortKey } from '#server/lists.ts';
import { listSiteSpaces, setDefault, type SiteSpaceList, type SiteSpaceRow } from './site-spaces.queries.ts';

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
export interface StructureRows {
  groups: readonly GroupRow[];
  sections: readonly SectionRow[];
  siteSpaces: readonly SiteSpaceRow[];
}

/** Reads all that a site is made of as it is at one moment, in one statement for each kind. */
export function loadStructure(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
): Promise<StructureRows> {
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

/** Makes a section the default one of its site; 404 where it has no such section. */
export async function setDefaultSection(
  trx: Transaction<Database>,
  siteId: string,
  sectionId: string,
): Promise<void> {
  // Taken away first: the index that allows one default per site looks at each row as it is written.
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

/** The default section of a site, or null where the site has no sections. */
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

/**
 * Makes a site space the default of a site: it has to be in the default section, or the site has to be flat. 404
 * where the site has no such site space.
 */
export async function setDefaultSiteSpace(
  trx: Transaction<Database>,
  siteId: string,
  siteSpaceId: string,
): Promise<void> {
  const sectionId = await findDefaultSectionId(trx, siteId);
  await setDefaultInList(trx, { site_id: siteId, section_id: sectionId }, siteSpaceId);
}

/** Makes a site space the default of the list that it is in; 404 for an unknown one, 409 for one of another list. */
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

/** A space that a site is to show. */
export interface VisibleSpace {
  id: string;
  title: string;
}

/** Spaces of the member's organization, in the order of the ids; 404 where the member sees no such space. */
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

/** One space of the member's organization; 404 where the member sees no such space. */
export async function requireVisibleSpace(
  db: Kysely<Database>,
  member: Membership,
  id: string,
): Promise<VisibleSpace> {
  const [space] = await requireVisibleSpaces(db, member, [id]);
  if (!space) throw notFound('space');
  return space;
}
