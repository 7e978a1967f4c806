import { type Kysely, sql } from 'kysely';
import type { SearchQuery } from '#server/content/search/search-query.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** A matching page; a higher `rank` is better. */
export interface FoundPage {
  space_id: string;
  page_id: string;
  document_id: string | null;
  title: string;
  path: string;
  /** Of the stems in the index of its space. */
  languages: string[];
}

/** In a search of an organization. */
const MAX_PAGES_PER_SPACE = 10;

/** All words of a page, or those of its title and headings. */
type Words = 'words' | 'heads';

/** More than any rank of the words. */
export const PREFERRED_RANK = 1_000_000;

/** Rank in millionths: titles before headings before text, and preferred pages before all others. */
export const rankOf = ({ rank, preferred }: SearchQuery, words: Words = 'words') => {
  const rankOfWords = sql<number>`(ts_rank(search_pages.${sql.ref(words)}, ${rank}::tsquery) * ${sql.lit(PREFERRED_RANK)})::int`;
  if (!preferred) return rankOfWords;
  const isPreferred = sql<boolean>`search_pages.words @@ ${preferred}::tsquery`;
  return sql<number>`(${rankOfWords} + (${isPreferred})::int * ${sql.lit(PREFERRED_RANK)})`;
};
export const matchesQuery = (query: SearchQuery, words: Words = 'words') =>
  sql<boolean>`search_pages.${sql.ref(words)} @@ ${query.match}::tsquery`;

/** Pages of a space that contain all words, with `rank`. */
export function selectPages(db: Kysely<Database>, spaceId: string, query: SearchQuery) {
  const pages = db
    .selectFrom('search_pages')
    .innerJoin('space_indexes', 'space_indexes.space_id', 'search_pages.space_id')
    .select(['search_pages.space_id', 'page_id', 'document_id', 'title', 'path', 'languages'])
    .select(rankOf(query).as('rank'))
    .where('search_pages.space_id', '=', spaceId)
    .where(matchesQuery(query));
  return db.selectFrom(pages.as('found')).selectAll();
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

/** The best pages of each space, best first; the spaces are in the given order. */
export async function findBestPages(
  db: Kysely<Database>,
  spaceIds: readonly string[],
  query: SearchQuery,
): Promise<FoundPage[]> {
  if (spaceIds.length === 0) return [];
  // Space by space: finding all matching pages of the organization again would take longer.
  const { rows } = await sql<FoundPage>`
    select best.space_id, best.page_id, best.document_id, best.title, best.path,
      coalesce(space_indexes.languages, '{}') as languages
    from unnest(${spaceIds}::text[]) with ordinality as found (id, place)
    cross join lateral (
      select space_id, page_id, document_id, title, path, ${rankOf(query)} as rank from search_pages
      where space_id = found.id and ${matchesQuery(query)}
      order by rank desc, page_id limit ${sql.lit(MAX_PAGES_PER_SPACE)}) as best
    left join space_indexes on space_indexes.space_id = found.id
    order by found.place, best.rank desc, best.page_id`.execute(db);
  return rows;
}
