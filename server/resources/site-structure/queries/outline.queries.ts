import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** The items of a site's outline as JSON. */
export interface OutlineRow {
  /** The version of the structure that the items show. */
  version: string;
  hasSections: boolean;
  /** The JSON of the items in order, separated by commas. */
  items: string;
}

/**
 * Loads an outline in one statement, which is one consistent snapshot. The database writes the JSON: thousands of rows
 * would cost the process ten times as much. Site spaces of deleted spaces are left out; where one of these was the
 * default, the first remaining one counts as the default. Null where the site does not exist.
 */
export async function findOutline(db: Kysely<Database>, siteId: string): Promise<OutlineRow | null> {
  const { rows } = await sql<OutlineRow>`
    with entries as (
      select entry.id, entry.section_id, entry.rank, concat(
        '{"id":"', entry.id, '","title":', to_json(spaces.title), ',"path":', to_json(entry.path),
        case when row_number() over (
          partition by entry.section_id order by entry.is_default desc, entry.rank, entry.id) = 1
          then ',"default":true' end,
        ',"condition":' || to_json(entry.condition), ',"space":"', spaces.id, '"',
        ',"emoji":' || to_json(nullif(spaces.emoji, '')), '}') as item
      from site_spaces entry join spaces on spaces.id = entry.space_id
      where entry.site_id = ${siteId} and spaces.deleted_at is null
    ), lists as (
      select section_id, string_agg(item, ',' order by rank, id) as items from entries group by section_id
    ), sections as (
      select section.id, section.group_id, section.rank, concat(
        '{"id":"', section.id, '","title":', to_json(section.title),
        ',"description":' || to_json(section.description),
        case when section.is_default then ',"default":true' end,
        ',"path":', to_json(section.path), ',"condition":' || to_json(section.condition),
        ',"icon":' || to_json(section.icon), ',"siteSpaces":[', lists.items, ']}') as item
      from site_sections section left join lists on lists.section_id = section.id
      where section.site_id = ${siteId}
    ), members as (
      select group_id, string_agg(item, ',' order by rank, id) as items from sections group by group_id
    ), top_level as (
      select holder.id, holder.rank, concat(
        '{"id":"', holder.id, '","title":', to_json(holder.title), ',"icon":' || to_json(holder.icon),
        ',"sections":[', members.items, ']}') as item
      from site_section_groups holder left join members on members.group_id = holder.id
      where holder.site_id = ${siteId}
      union all
      select id, rank, item from sections where group_id is null
    )
    select sites.structure_version as version,
      exists (select from top_level) as "hasSections",
      coalesce(
        (select string_agg(item, ',' order by rank, id) from top_level),
        (select items from lists where section_id is null),
        '') as items
    from sites where sites.id = ${siteId}`.execute(db);
  return rows[0] ?? null;
}
