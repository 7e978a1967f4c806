import { type Kysely, sql } from 'kysely';
import type { SearchQuery } from '#server/content/search/search-query.ts';
import { OPERATIONS_VERSION } from '#server/content/stored/references/stored-operations.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** A page that may be a result. */
interface Candidate {
  space_id: string;
  page_id: string;
  /** Whether the words are in its titles and headings. */
  isByHeads: boolean;
  /** Whether it comes before those that match less. */
  isPreferred: boolean;
}

/** An operation of an API specification on a page that shows it. */
interface OperationCandidate {
  space_id: string;
  page_id: string;
  anchor: string;
  title: string;
  body: string;
}

/**
 * So many pages are ranked. A word that is in more titles and headings, or texts, is so frequent that the best of these
 * are as good as any.
 */
const MAX_RANKED_HEADS = 20_000;
const MAX_RANKED_TEXTS = 1000;

/** Ranking reads the words of each page: those of titles and headings are short, those of texts are stored apart. */
async function findRanked(
  db: Kysely<Database>,
  words: 'heads' | 'words',
  spaceIds: readonly string[],
  { match, rank, preferred }: SearchQuery,
  limit: number,
): Promise<Omit<Candidate, 'isByHeads'>[]> {
  const isPreferred = preferred
    ? sql<boolean>`search_pages.words @@ ${preferred}::tsquery`
    : sql<boolean>`true`;
  return db
    .selectFrom((from) =>
      from
        .selectFrom('search_pages')
        .select(['space_id', 'page_id', words])
        .select(isPreferred.as('isPreferred'))
        .where('space_id', '=', sql<string>`any(${spaceIds}::text[])`)
        .where(sql<boolean>`${sql.ref(words)} @@ ${match}::tsquery`)
        .limit(sql.lit(words === 'heads' ? MAX_RANKED_HEADS : MAX_RANKED_TEXTS))
        .as('found'),
    )
    .select(['space_id', 'page_id', 'isPreferred'])
    .orderBy('isPreferred', 'desc')
    .orderBy(sql`ts_rank(${sql.ref(words)}, ${rank}::tsquery)`, 'desc')
    .orderBy('space_id')
    .orderBy('page_id')
    .limit(sql<number>`${limit}::int`)
    .execute();
}

/** The best pages for a query: preferred ones first, and of these those with its words in titles and headings. */
export async function findCandidates(
  db: Kysely<Database>,
  spaceIds: readonly string[],
  query: SearchQuery,
  limit: number,
): Promise<Candidate[]> {
  const byHeads = await findRanked(db, 'heads', spaceIds, query, limit);
  const heads = byHeads.map((page) => ({ ...page, isByHeads: true }));
  if (heads.filter(({ isPreferred }) => isPreferred).length === limit) return heads;
  const byTexts = await findRanked(db, 'words', spaceIds, query, limit);
  const keyOf = ({ space_id, page_id }: Pick<Candidate, 'space_id' | 'page_id'>) => `${space_id}/${page_id}`;
  const headKeys = new Set(heads.map(keyOf));
  const texts = byTexts.filter((page) => !headKeys.has(keyOf(page)));
  const pages = [...heads, ...texts.map((page) => ({ ...page, isByHeads: false }))];
  return pages.toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred)).slice(0, limit);
}

/** The best operations of API specifications for a query: those of the current version of each, on each page that shows it. */
export function findOperationCandidates(
  db: Kysely<Database>,
  { organizationId, spaceIds }: { organizationId: string; spaceIds: readonly string[] },
  { match, rank }: SearchQuery,
  limit: number,
): Promise<OperationCandidate[]> {
  return (
    db
      .selectFrom('search_pages as page')
      .innerJoin('api_specs as spec', 'spec.slug', 'page.spec')
      .innerJoin('api_spec_operations as operation', 'operation.version_id', 'spec.last_version_id')
      .innerJoin('api_spec_versions as version', 'version.id', 'spec.last_version_id')
      .select(['page.space_id', 'page.page_id', 'operation.anchor', 'operation.title', 'operation.body'])
      .where('spec.organization_id', '=', organizationId)
      .where('page.space_id', '=', sql<string>`any(${spaceIds}::text[])`)
      .where('page.spec', 'is not', null)
      // The rows of an older server may contain more than visitors get.
      .where('version.operations_version', '=', sql.lit(OPERATIONS_VERSION))
      .where(sql<boolean>`operation.words @@ ${match}::tsquery`)
      .orderBy(sql`ts_rank(operation.words, ${rank}::tsquery)`, 'desc')
      .orderBy('page.space_id')
      .orderBy('page.page_id')
      .orderBy('operation.position')
      .limit(sql<number>`${limit}::int`)
      .execute()
  );
}
