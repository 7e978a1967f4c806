import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { addCorrections, findNeighbors, formatTerm, type SearchQuery } from '../search/search-query.ts';

/**
 * A query that also finds the words that a person may have meant, where one letter is wrong; undefined if no page has
 * such a word. Pages that the person does not see only add words that they find nowhere.
 */
export async function correctQuery(
  db: Kysely<Database>,
  query: SearchQuery,
): Promise<SearchQuery | undefined> {
  const neighbors = findNeighbors(query);
  const searches = [...new Set(neighbors.flat().map(formatTerm))];
  if (searches.length === 0) return undefined;
  // Counted one by one: only so does the planner look up each word in the index, where hardly any of them is.
  const { rows } = await sql<{ search: string }>`
    select search from unnest(${searches}::text[]) as search
    cross join lateral (
      select count(*) as pages from search_pages where words @@ search::tsquery) as found
    where pages > 0`.execute(db);
  const present = new Set(rows.map(({ search }) => search));
  if (present.size === 0) return undefined;
  return addCorrections(
    query,
    neighbors.map((terms) => terms.filter((term) => present.has(formatTerm(term)))),
  );
}
