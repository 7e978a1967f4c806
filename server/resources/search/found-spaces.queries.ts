import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { countWithLevel, isVisible } from '#server/access/content-access.ts';
import { MIN_VISIBLE_LEVEL } from '#server/access/roles.ts';
import type { SearchQuery } from '#server/content/search/search-query.ts';
import { PLANNED_EACH_TIME } from '#server/database/engine/statement-names.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { KeyValue } from '#server/lists/cursors.ts';
import { matchesQuery, PREFERRED_RANK, rankOf } from './search.queries.ts';

/**
 * The spaces of an organization in which a search finds pages. First those with a page that has all words in its title
 * and headings, then those whose texts have them. In each tier the spaces are in the order of their best page, unless
 * more than {@link MAX_RANKED} pages are found: words that are so frequent tell no page from another, and the spaces are
 * in the order of their ids (decision 216).
 */
export interface FoundSpace {
  id: string;
  title: string;
  /** Its tier and how good its best page is; higher is better. */
  rank: number;
}

interface RankedSpace extends FoundSpace {
  /** How many spaces and pages are found in its tier; one page more than {@link MAX_RANKED} stands for any number. */
  spaces: number;
  pages: number;
}

/** The position in a list: `size` spaces that come after another one, or the first ones. */
interface Position {
  after?: Pick<FoundSpace, 'id' | 'rank'> | undefined;
  size: number;
}

/** The end of a page from the keys of its cursor. */
export function toPosition(keys: readonly KeyValue[] | undefined): Position['after'] {
  return keys && { rank: Number(keys[0]), id: String(keys[1]) };
}

interface Search {
  db: Kysely<Database>;
  viewer: Membership;
  query: SearchQuery;
}

/** In each tier. */
export const MAX_RANKED = 500;

/** More than any rank within a tier. */
const TIER_STEP = 2 * PREFERRED_RANK + 2;

/** `base` is the rank of the spaces of a tier that aren't ranked; the others are above it. */
const HEADS = { words: 'heads', base: TIER_STEP } as const;
const TEXTS = { words: 'words', base: 0 } as const;
type Tier = typeof HEADS | typeof TEXTS;

/** Their number is only known where it costs nothing. */
export async function readFoundSpaces(
  search: Search,
  { after, size }: Position,
): Promise<{ spaces: FoundSpace[]; total?: number }> {
  if (after) {
    if (after.rank < HEADS.base) return { spaces: await continueTier(search, TEXTS, { after, size }) };
    const spaces = await continueTier(search, HEADS, { after, size });
    return { spaces: await addTexts(search, spaces, size) };
  }
  const ranked = await readBothTiers(search, size);
  const heads = ranked.filter(({ rank }) => rank >= HEADS.base);
  if (isCut(heads)) {
    const spaces = await readUnranked(search, HEADS, { size });
    return { spaces: await addTexts(search, spaces, size) };
  }
  const texts = ranked.slice(heads.length);
  if (isCut(texts)) {
    const rest = await readUnranked(search, TEXTS, { size: size - heads.length });
    return { spaces: [...heads, ...rest] };
  }
  return { spaces: ranked, ...(heads.length < size && { total: countOf(heads) + countOf(texts) }) };
}

const isCut = ([first]: RankedSpace[]): boolean => (first?.pages ?? 0) > MAX_RANKED;
const countOf = ([first]: RankedSpace[]): number => first?.spaces ?? 0;

/** The spaces after one of a tier, in the order of its page, regardless of later changes. */
function continueTier(search: Search, tier: Tier, position: Position): Promise<FoundSpace[]> {
  return position.after?.rank === tier.base
    ? readUnranked(search, tier, position)
    : readRanked(search, tier, position, undefined);
}

/** Fills a page that ends in the spaces of texts. */
async function addTexts(search: Search, spaces: FoundSpace[], size: number): Promise<FoundSpace[]> {
  const position = { size: size - spaces.length };
  if (position.size === 0) return spaces;
  const ranked = await readRanked(search, TEXTS, position, MAX_RANKED + 1);
  return [...spaces, ...(isCut(ranked) ? await readUnranked(search, TEXTS, position) : ranked)];
}

const matches = ({ query }: Search, { words }: Tier) => matchesQuery(query, words);

const isListed = ({ viewer }: Search) => sql<boolean>`
  spaces.organization_id = ${viewer.organizationId} and spaces.deleted_at is null and ${isVisible(viewer, 'spaces')}`;

/** The spaces of titles and headings aren't found by their texts again. */
const isOwn = (search: Search, tier: Tier, spaceId: string) =>
  tier === HEADS
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(spaceId)} not in (
        select search_pages.space_id from search_pages where ${matches(search, HEADS)})`;

/**
 * The pages of a tier with their spaces. Spaces are looked up one by one (`offset 0` prevents anything else):
 * there are at most as many as pages are ranked, regardless of the planner's estimates.
 */
const rankedPages = (search: Search, tier: Tier, limit: number | undefined) => sql`
  select spaces.id, spaces.title, ${rankOf(search.query, tier.words)} as rank
  from search_pages cross join lateral (
    select spaces.id, spaces.title from spaces
    where spaces.id = search_pages.space_id and ${isListed(search)} offset 0) as spaces
  where ${matches(search, tier)} and ${isOwn(search, tier, 'search_pages.space_id')}
  limit ${limit ?? null}::int`;

const spacesOf = (pages: string, { base }: Tier) => sql`
  select id, title, ${sql.lit(base + 1)} + max(rank) as rank,
    (count(*) over ())::int as spaces, (sum(count(*)) over ())::int as pages
  from ${sql.ref(pages)} group by id, title`;

/** Texts are only looked at where the titles and headings leave room on the page. */
async function readBothTiers(search: Search, size: number): Promise<RankedSpace[]> {
  const limit = MAX_RANKED + 1;
  const { rows } = await sql<RankedSpace>`
    with heads as materialized (${rankedPages(search, HEADS, limit)}),
    texts as materialized (
      select * from (${rankedPages(search, TEXTS, limit)}) as pages
      where (select count(distinct id) < ${size}::int and count(*) < ${limit}::int from heads))
    select * from (${spacesOf('heads', HEADS)} union all ${spacesOf('texts', TEXTS)}) as found
    order by rank desc, id desc limit ${size}::int`.execute(search.db);
  return rows;
}

async function readRanked(
  search: Search,
  tier: Tier,
  { after, size }: Position,
  limit: number | undefined,
): Promise<RankedSpace[]> {
  const { rows } = await sql<RankedSpace>`
    with pages as materialized (${rankedPages(search, tier, limit)})
    select * from (${spacesOf('pages', tier)}) as found
    where ${after ? sql`(rank, id) < (${after.rank}::int, ${after.id})` : sql`true`}
    order by rank desc, id desc limit ${size}::int`.execute(search.db);
  return rows;
}

/**
 * Whether to walk through the spaces until enough have such a page, or to find all these pages, depends on how many there
 * are, so the statement is planned each time.
 */
async function readUnranked(search: Search, tier: Tier, { after, size }: Position): Promise<FoundSpace[]> {
  const { rows } = await sql<FoundSpace>`
    select spaces.id, spaces.title, ${sql.lit(tier.base)} as rank from spaces
    where ${isListed(search)} and ${after ? sql`spaces.id < ${after.id}` : sql`true`}
      and exists (select from search_pages where search_pages.space_id = spaces.id and ${matches(search, tier)})
      and ${isOwn(search, tier, 'spaces.id')}
    order by spaces.id desc limit ${size}::int ${sql.raw(PLANNED_EACH_TIME)}`.execute(search.db);
  return rows;
}

export function countFoundSpaces({ db, viewer, query }: Search): Promise<number> {
  const condition = sql<boolean>`spaces.organization_id = ${viewer.organizationId} and spaces.deleted_at is null
    and spaces.id in (select search_pages.space_id from search_pages
      where ${matchesQuery(query)})`;
  return countWithLevel(db, viewer, 'spaces', { condition, level: MIN_VISIBLE_LEVEL });
}
