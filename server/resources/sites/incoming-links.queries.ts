import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** How often a page has a URL. */
export interface LinkRow {
  space_id: string;
  page_id: string;
  href: string;
  count: number;
}

/** So many URLs of pages are read: each of them is looked at. */
export const MAX_LINK_ROWS = 20_000;

export interface LinkingSpaceRow {
  id: string;
  title: string;
  emoji: string;
}

/** The spaces that a member can read. */
export function findReadableSpaces(db: Kysely<Database>, viewer: Membership): Promise<LinkingSpaceRow[]> {
  return visibleSpaces(db, viewer, viewer.organizationId)
    .select(['spaces.id', 'spaces.title', 'spaces.emoji'])
    .execute();
}

/** The URLs of spaces' current pages that have one of some texts in them, with one more row than are used. */
export async function findLinksWith(
  db: Kysely<Database>,
  spaceIds: readonly string[],
  texts: readonly string[],
): Promise<LinkRow[]> {
  if (spaceIds.length === 0 || texts.length === 0) return [];
  const hasOne = (column: string) =>
    sql`exists (select from unnest(${texts}::text[]) as part where strpos(${sql.raw(column)}, part) > 0)`;
  const { rows } = await sql<LinkRow>`
    select page.space_id, page.page_id, link ->> 'href' as href, count(*)::int as count
    from search_pages page
    join document_facts facts on facts.document_id = page.document_id and ${hasOne('facts.links::text')}
    cross join lateral jsonb_array_elements(facts.links) as link
    where page.space_id = any(${spaceIds}::text[]) and ${hasOne(`link ->> 'href'`)}
    group by 1, 2, 3
    limit ${MAX_LINK_ROWS + 1}`.execute(db);
  return rows;
}
