import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { countWithLevel, isVisible } from '#server/access/content-access.ts';
import { MIN_VISIBLE_LEVEL } from '#server/access/roles.ts';
import type { SearchQuery } from '#server/content/search/search-query.ts';
import type { Database } from '#server/database/schema.ts';

/** A matching page; a higher `rank` is better. */
export interface FoundPage {
  space_id: string;
  page_id: string;
  document_id: string | null;
  title: string;
  path: string;
}

/** In a search of an organization. */
export const MAX_PAGES_PER_SPACE = 10;

/** Rank in millionths: titles before headings before text. */
const rankOf = (query: SearchQuery) =>
  sql<number>`(ts_rank(search_pages.words, ${query.rank}::tsquery) * 1000000)::int`;
const matchesQuery = (query: SearchQuery) => sql<boolean>`search_pages.words @@ ${query.match}::tsquery`;

/** Pages of a space that contain all words, with `rank`. */
export function selectPages(db: Kysely<Database>, spaceId: string, query: SearchQuery) {
  const found = db
    .selectFrom('search_pages')
    .select(['space_id', 'page_id', 'document_id', 'title', 'path', rankOf(query).as('rank')])
    .where('space_id', '=', spaceId)
    .where(matchesQuery(query));
  return db.selectFrom(found.as('found')).selectAll();
}

export async function countPages(db: Kysely<Database>, spaceId: string, query: SearchQuery): Promise<number> {
  const { total } = await db
    .selectFrom('search_pages')
    .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('total'))
    .where('space_id', '=', spaceId)
    .where(matchesQuery(query))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Visible spaces with matching pages, with the rank of their best page. Joining and checking spaces is the most expensive
 * part: pages are grouped and sorted first (`offset 0` prevents flattening), and spaces are looked up one by one until
 * the page is full.
 *
 * With `maxPages` only the spaces of so many pages, the best: grouping and sorting all takes longer than finding them.
 * These are the first spaces, in the same order. If there are more, `pages` is `maxPages`.
 */
export function selectFoundSpaces(
  db: Kysely<Database>,
  viewer: Membership,
  query: SearchQuery,
  maxPages?: number,
) {
  const matching = db
    .selectFrom('search_pages')
    .select(['space_id', rankOf(query).as('rank')])
    .where(matchesQuery(query));
  const best =
    maxPages === undefined
      ? matching
      : matching.orderBy('rank', 'desc').orderBy('space_id', 'desc').limit(maxPages);
  const sorted = db
    .selectFrom(best.as('best'))
    .select('space_id')
    .select((row) => row.fn.max('rank').as('rank'))
    .select(sql<number>`(sum(count(*)) over ())::int`.as('pages'))
    .groupBy('space_id')
    .orderBy('rank', 'desc')
    .orderBy('space_id', 'desc')
    .offset(0);
  return db
    .selectFrom(sorted.as('found'))
    .innerJoin('spaces', 'spaces.id', 'found.space_id')
    .select(['spaces.id', 'spaces.title', 'found.rank', 'found.pages'])
    .where('spaces.organization_id', '=', viewer.organizationId)
    .where('spaces.deleted_at', 'is', null)
    .where(isVisible(viewer, 'spaces'));
}

export function countFoundSpaces(
  db: Kysely<Database>,
  viewer: Membership,
  query: SearchQuery,
): Promise<number> {
  const condition = sql<boolean>`spaces.organization_id = ${viewer.organizationId} and spaces.deleted_at is null
    and spaces.id in (select search_pages.space_id from search_pages where ${matchesQuery(query)})`;
  return countWithLevel(db, viewer, 'spaces', { condition, level: MIN_VISIBLE_LEVEL });
}

/** The best pages of each space, best first. */
export async function findBestPages(
  db: Kysely<Database>,
  spaceIds: readonly string[],
  query: SearchQuery,
): Promise<FoundPage[]> {
  if (spaceIds.length === 0) return [];
  const found = db
    .selectFrom('search_pages')
    .select(['space_id', 'page_id', 'document_id', 'title', 'path', rankOf(query).as('rank')])
    .where('space_id', '=', sql<string>`any(${spaceIds}::text[])`)
    .where(matchesQuery(query));
  const ranked = db
    .selectFrom(found.as('found'))
    .selectAll()
    .select(sql<number>`row_number() over (partition by space_id order by rank desc, page_id)`.as('place'));
  return db
    .selectFrom(ranked.as('placed'))
    .select(['space_id', 'page_id', 'document_id', 'title', 'path'])
    .where('place', '<=', MAX_PAGES_PER_SPACE)
    .orderBy('space_id')
    .orderBy('place')
    .execute();
}
