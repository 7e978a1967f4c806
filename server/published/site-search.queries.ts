import { type Kysely, sql } from 'kysely';
import type { SearchQuery } from '#server/content/search/search-query.ts';
import { prepareQuery } from '#server/database/prepare-query.ts';
import type { Database } from '#server/database/schema.ts';

/** A page that may be a result. */
interface Candidate {
  space_id: string;
  page_id: string;
}

/**
 * So many pages are ranked. A word that is in more titles and headings, or texts, is so frequent that the best of these
 * are as good as any.
 */
const MAX_RANKED_HEADS = 20_000;
const MAX_RANKED_TEXTS = 1000;

/** Ranking reads the words of each page: those of titles and headings are short, those of texts are stored apart. */
const selectRanked = (words: 'heads' | 'words', maxRanked: number) =>
  prepareQuery((db, spaceIds: readonly string[], match: string, rank: string, limit: number) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('search_pages')
          .select(['space_id', 'page_id', words])
          .where('space_id', '=', sql<string>`any(${spaceIds}::text[])`)
          .where(sql<boolean>`${sql.ref(words)} @@ ${match}::tsquery`)
          .limit(sql.lit(maxRanked))
          .as('found'),
      )
      .select(['space_id', 'page_id'])
      .orderBy(sql`ts_rank(${sql.ref(words)}, ${rank}::tsquery)`, 'desc')
      .orderBy('space_id')
      .orderBy('page_id')
      .limit(sql<number>`${limit}::int`),
  );

const selectByHeads = selectRanked('heads', MAX_RANKED_HEADS);
const selectByTexts = selectRanked('words', MAX_RANKED_TEXTS);

/** The best pages for a query: those with its words in titles and headings first. */
export async function findCandidates(
  db: Kysely<Database>,
  spaceIds: readonly string[],
  { match, rank }: SearchQuery,
  limit: number,
): Promise<Candidate[]> {
  const byHeads = await selectByHeads(db, spaceIds, match, rank, limit);
  if (byHeads.length === limit) return byHeads;
  const byTexts = await selectByTexts(db, spaceIds, match, rank, limit);
  const keyOf = ({ space_id, page_id }: Candidate) => `${space_id}/${page_id}`;
  const known = new Set(byHeads.map(keyOf));
  return [...byHeads, ...byTexts.filter((page) => !known.has(keyOf(page)))].slice(0, limit);
}
