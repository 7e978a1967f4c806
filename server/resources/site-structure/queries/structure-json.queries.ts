import { type Kysely, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { GrantHolder } from '#server/access/content-access.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { selectSiteSpaces, type SiteSpaceRow } from './site-spaces.queries.ts';

/**
 * Changes with every row that a site space is shown by: a row that is changed gets another `xmin`, the number of the
 * transaction that wrote it. For queries on `site_spaces`, `spaces` and `site_sections as section`.
 */
const rowVersion = sql<string>`hash_record_extended(
  row(site_spaces.id, site_spaces.xmin, spaces.xmin, section.xmin), 0)`;

/** The versions of what a site's structure consists of, as one reader sees it. */
export interface StructureVersions {
  /** When the database was started: numbers of transactions may come again in one that was restored or has failed over. */
  started: string;
  /** Of groups and sections, and of the order of everything. */
  structure: string;
  /** JSON: for each section (`''`: none) that has site spaces, their number and their row versions, combined by XOR. */
  lists: string;
  /** Of the grants that the reader holds; null without any. */
  grants: string | null;
}

/** Undefined where the site has been deleted. */
export async function findStructureVersions(
  db: Kysely<Database>,
  siteId: string,
  { userId, teamIds }: GrantHolder,
): Promise<StructureVersions | undefined> {
  const { rows } = await sql<StructureVersions>`
    select sites.structure_version as structure, pg_postmaster_start_time()::text as started,
      (
        select coalesce(json_object_agg(section_id, version order by section_id), '{}')::text
        from (
          select coalesce(site_spaces.section_id, '') as section_id,
            json_build_array(count(*), bit_xor(${rowVersion})::text) as version
          from site_spaces
          join spaces on spaces.id = site_spaces.space_id
          left join site_sections section on section.id = site_spaces.section_id
          where site_spaces.site_id = ${siteId} and spaces.deleted_at is null
          group by site_spaces.section_id
        ) list
      ) as lists,
      (
        select bit_xor(hash_record_extended(row(id, xmin), 0))::text from grants
        where user_id = ${userId} or team_id = any(${teamIds}::text[])
      ) as grants
    from sites where sites.id = ${siteId}`.execute(db);
  return rows[0];
}

/** Changes with groups and sections, and with the order of everything. Undefined where the site has been deleted. */
export async function findStructureVersion(
  db: Kysely<Database>,
  siteId: string,
): Promise<string | undefined> {
  const site = await db
    .selectFrom('sites')
    .where('id', '=', siteId)
    .select('structure_version')
    .executeTakeFirst();
  return site?.structure_version;
}

/** Groups and sections with what they show, in one snapshot. */
export function findGroupsAndSections(db: Kysely<Database>, siteId: string) {
  return db
    .selectFrom('sites')
    .where('sites.id', '=', siteId)
    .select((column) => [
      jsonArrayFrom(
        column
          .selectFrom('site_section_groups as holder')
          .whereRef('holder.site_id', '=', 'sites.id')
          .select(['holder.id', 'holder.title', 'holder.icon', 'holder.rank']),
      ).as('groups'),
      jsonArrayFrom(
        column
          .selectFrom('site_sections as section')
          .whereRef('section.site_id', '=', 'sites.id')
          .select(['section.id', 'section.title', 'section.description', 'section.is_default'])
          .select(['section.path', 'section.condition', 'section.group_id', 'section.icon', 'section.rank']),
      ).as('sections'),
    ])
    .executeTakeFirst();
}

/** A site space with the version of its rows. */
export interface VersionedSiteSpaceRow extends SiteSpaceRow {
  rank: string;
  /** A number of 64 bits. */
  row_version: string;
}

/** Those of some sections (`''`: of none). */
export async function listVersionedSiteSpaces(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
  sectionIds: readonly string[],
): Promise<VersionedSiteSpaceRow[]> {
  const isListed = sql`coalesce(site_spaces.section_id, '') = any(${sectionIds}::text[])`;
  return (await selectVersioned(holder, siteId, isListed).execute(db)).rows;
}

/** The first ones of one section (`''`: of none), or those behind a position. */
export async function listNextSiteSpaces(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
  section: { id: string; after: { rank: string; site_space_id: string } | undefined; limit: number },
): Promise<VersionedSiteSpaceRow[]> {
  const { id, after, limit } = section;
  const isHere = id === '' ? sql`site_spaces.section_id is null` : sql`site_spaces.section_id = ${id}`;
  const isBehind = after
    ? sql`(site_spaces.rank, site_spaces.id) > (${after.rank}, ${after.site_space_id})`
    : sql`true`;
  const all = selectVersioned(holder, siteId, sql`${isHere} and ${isBehind}`);
  return (await sql<VersionedSiteSpaceRow>`${all} limit ${limit}`.execute(db)).rows;
}

function selectVersioned(holder: GrantHolder, siteId: string, condition: RawBuilder<unknown>) {
  return selectSiteSpaces(
    holder,
    siteId,
    condition,
    sql<
      Pick<VersionedSiteSpaceRow, 'rank' | 'row_version'>
    >`, site_spaces.rank, ${rowVersion}::text as row_version`,
  );
}
