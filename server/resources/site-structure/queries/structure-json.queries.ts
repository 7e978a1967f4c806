import { type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { GrantHolder } from '#server/access/content-access.ts';
import { prepareQuery } from '#server/database/engine/prepare-query.ts';
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

export const findStructureVersions = prepareQuery(
  (db, siteId: string, userId: string, teamIds: readonly string[]) => {
    const lists = db
      .selectFrom('site_spaces')
      .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
      .leftJoin('site_sections as section', 'section.id', 'site_spaces.section_id')
      .where('site_spaces.site_id', '=', siteId)
      .where('spaces.deleted_at', 'is', null)
      .groupBy('site_spaces.section_id')
      .select((column) => [
        sql<string>`coalesce(${column.ref('site_spaces.section_id')}, '')`.as('section_id'),
        sql<unknown>`json_build_array(count(*), bit_xor(${rowVersion})::text)`.as('version'),
      ]);
    return db
      .selectFrom('sites')
      .where('sites.id', '=', siteId)
      .select('sites.structure_version as structure')
      .select((column) => [
        sql<string>`pg_postmaster_start_time()::text`.as('started'),
        column
          .selectFrom(lists.as('list'))
          .select(
            sql<string>`coalesce(json_object_agg(section_id, version order by section_id), '{}')::text`.as(
              'lists',
            ),
          )
          .$asScalar()
          .as('lists'),
        column
          .selectFrom('grants')
          .where(sql<boolean>`user_id = ${userId} or team_id = any(${teamIds}::text[])`)
          .select(sql<string | null>`bit_xor(hash_record_extended(row(id, xmin), 0))::text`.as('grants'))
          .$asScalar()
          .as('grants'),
      ])
      .$castTo<StructureVersions>();
  },
);

/** Changes with groups and sections, and with the order of everything. */
export const findStructureVersion = prepareQuery((db, siteId: string) =>
  db.selectFrom('sites').where('id', '=', siteId).select('structure_version as version'),
);

/** Groups and sections with what they show, in one snapshot. */
export const findGroupsAndSections = prepareQuery((db, siteId: string) =>
  db
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
    ]),
);

/** A site space with the version of its rows. */
export interface VersionedSiteSpaceRow extends SiteSpaceRow {
  rank: string;
  /** A number of 64 bits. */
  row_version: string;
}

/** Those of some sections (`''`: of none). */
export function listVersionedSiteSpaces(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
  sectionIds: readonly string[],
): Promise<VersionedSiteSpaceRow[]> {
  return selectVersioned(db, holder, siteId)
    .where(sql<boolean>`coalesce(site_spaces.section_id, '') = any(${sectionIds}::text[])`)
    .execute();
}

/** The first ones of one section (`''`: of none), or those behind a position. */
export function listNextSiteSpaces(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
  section: { id: string; after: { rank: string; site_space_id: string } | undefined; limit: number },
): Promise<VersionedSiteSpaceRow[]> {
  const { id, after, limit } = section;
  return selectVersioned(db, holder, siteId)
    .where('site_spaces.section_id', id === '' ? 'is' : '=', id || null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(site_spaces.rank, site_spaces.id) > (${after?.rank}, ${after?.site_space_id})`,
      ),
    )
    .limit(limit)
    .execute();
}

function selectVersioned(db: Kysely<Database>, holder: GrantHolder, siteId: string) {
  return selectSiteSpaces(db, holder, siteId).select([
    'site_spaces.rank',
    sql<string>`${rowVersion}::text`.as('row_version'),
  ]);
}
