import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { ModelPage } from './visit-model.ts';

/** The pages of a site with sections, by their addresses below `base`. */
export async function readModelPages(
  db: Kysely<Database>,
  siteId: string,
  base: string,
): Promise<ModelPage[]> {
  const { rows } = await sql<{
    siteSpaceId: string;
    sectionId: string;
    section: string;
    pages: { id: string; path: string }[];
  }>`
    select site_spaces.id as "siteSpaceId", site_sections.id as "sectionId",
      case when site_sections.is_default then '' else site_sections.path || '/' end as section, revision_rows.pages
    from site_spaces
    join site_sections on site_sections.id = site_spaces.section_id
    join spaces on spaces.id = site_spaces.space_id
    join revision_rows on revision_rows.id = spaces.revision_id
    where site_spaces.site_id = ${siteId} order by site_sections.rank`.execute(db);
  return rows.flatMap(({ siteSpaceId, sectionId, section, pages }) =>
    pages.map(({ id: pageId, path }, at) => ({
      url: `${base}${section}${at === 0 ? '' : path}`,
      siteSpaceId,
      sectionId,
      pageId,
    })),
  );
}

/** What the database has of a site, by the same keys as the ledger of visits. */
export async function readNumbers(db: Kysely<Database>, siteId: string) {
  const sum = (table: string, key: string, value: string) =>
    sql<{ key: string; count: number }>`
      select json_build_array(${sql.raw(key)})::text as key, sum(${sql.raw(value)})::float8 as count
      from ${sql.table(table)} where site_id = ${siteId} group by ${sql.raw(key)}`
      .execute(db)
      .then(({ rows }) =>
        Object.fromEntries(rows.map((row) => [JSON.stringify(JSON.parse(row.key)), row.count])),
      );
  return {
    views: await sum(
      'site_views',
      'section_id, site_space_id, page_id, reader, agent, country, referrer',
      'views',
    ),
    missing: await sum('site_missing_paths', 'path, reader', 'requests'),
    searches: await sum('site_searches', 'reader, words', 'searches'),
    visitors: await sum('site_visitors', 'reader', 'visitors'),
  };
}

/** No text has it. */
const ROW_END = '\0';

/** All rows of all tables, as a dump has them, without those of a dump before. */
export async function dumpTables(db: Kysely<Database>, before?: string): Promise<string> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = 'public' order by 1`.execute(db);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    for (const { row } of rows) parts.push(row);
  }
  const known = new Set(before?.split(ROW_END));
  return parts.filter((row) => !known.has(row)).join(ROW_END);
}
