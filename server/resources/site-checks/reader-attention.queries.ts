import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { indexKey, matchingSources } from '#server/sites/redirects.rules.ts';
import { selectListed } from './site-checks.queries.ts';

/** Figures of so many days until today: what was mended is gone after a week. */
export const FIGURE_DAYS = 7;
/** Answers of readers, which stay open until somebody deals with them. */
export const ANSWER_DAYS = 30;
/** So many of each kind, most readers first. */
const MAX_OF_KIND = 10;
/** So many addresses are looked up among redirects. */
const MAX_CANDIDATES = 50;
/** Fewer requests of one address are somebody who tries addresses. */
const MIN_REQUESTS = 3;

interface SiteRow {
  siteId: string;
  siteTitle: string;
  count: number;
}

/** What readers searched for and did not find, the last time that they searched for it. */
export async function findVainSearches(
  db: Kysely<Database>,
  organizationId: string,
  from: string,
): Promise<(SiteRow & { words: string })[]> {
  const { rows } = await sql<SiteRow & { words: string }>`
    select sites.id as "siteId", sites.title as "siteTitle", figures.words,
      sum(figures.without_result)::float8 as count
    from sites join site_searches figures on figures.site_id = sites.id
    where sites.organization_id = ${organizationId} and coalesce(sites.counts_visits, true)
      and figures.day >= ${from}::date and figures.reader <> 'crawlers' and figures.words is not null
    group by sites.id, figures.words
    having max(figures.day) filter (where figures.without_result >= figures.searches and figures.searches > 0)
      > coalesce(max(figures.day) filter (where figures.without_result < figures.searches), '-infinity')
    order by count desc, figures.words, sites.id
    limit ${MAX_OF_KIND}`.execute(db);
  return rows;
}

/** Addresses that led readers nowhere, and do not now have a redirect. */
export async function findBrokenAddresses(
  db: Kysely<Database>,
  organizationId: string,
  from: string,
): Promise<(SiteRow & { path: string })[]> {
  const { rows } = await sql<SiteRow & { path: string }>`
    select sites.id as "siteId", sites.title as "siteTitle", figures.path, sum(figures.requests)::float8 as count
    from sites join site_missing_paths figures on figures.site_id = sites.id
    where sites.organization_id = ${organizationId} and coalesce(sites.counts_visits, true)
      and figures.day >= ${from}::date and figures.reader <> 'crawlers' and figures.path <> ''
    group by sites.id, figures.path
    having sum(figures.requests) >= ${MIN_REQUESTS}
    order by count desc, figures.path, sites.id
    limit ${MAX_CANDIDATES}`.execute(db);
  const isRedirected = await findRedirected(db, rows);
  return rows.filter((row) => !isRedirected(row)).slice(0, MAX_OF_KIND);
}

async function findRedirected(db: Kysely<Database>, addresses: readonly { siteId: string; path: string }[]) {
  const keys = addresses.flatMap(({ path }) => matchingSources(path).map((source) => source.source_key));
  if (keys.length === 0) return () => false;
  const rules = await db
    .selectFrom('site_redirects')
    .select(['site_id', 'source_key', 'is_wildcard'])
    .where('site_id', '=', sql<string>`any(${addresses.map(({ siteId }) => siteId)}::text[])`)
    .where('source_key', '=', sql<string>`any(${[...new Set(keys)]}::text[])`)
    .execute();
  const known = new Set(rules.map((rule) => `${rule.site_id} ${indexKey(rule)}`));
  return ({ siteId, path }: { siteId: string; path: string }) =>
    matchingSources(path).some((source) => known.has(`${siteId} ${indexKey(source)}`));
}

/** Pages that readers did not find helpful, where nobody has dealt with their answers. */
export async function findUnhelpfulPages(
  db: Kysely<Database>,
  organizationId: string,
  since: Date,
): Promise<(SiteRow & { siteSpaceId: string; spaceId: string; pageId: string })[]> {
  return db
    .selectFrom('sites')
    .innerJoin('page_feedback', 'page_feedback.site_id', 'sites.id')
    .innerJoin('site_spaces', 'site_spaces.id', 'page_feedback.site_space_id')
    .select([
      'sites.id as siteId',
      'sites.title as siteTitle',
      'site_spaces.id as siteSpaceId',
      'site_spaces.space_id as spaceId',
      'page_feedback.page_id as pageId',
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('sites.organization_id', '=', organizationId)
    .where('page_feedback.state', '=', 'open')
    .where('page_feedback.is_helpful', '=', false)
    .where('page_feedback.at', '>=', since)
    .groupBy(['sites.id', 'site_spaces.id', 'page_feedback.page_id'])
    .orderBy('count', 'desc')
    .orderBy('page_feedback.page_id')
    .limit(MAX_OF_KIND)
    .execute();
}

/** Links to other sites that lead nowhere, as the last checks of sites found them, each once. */
export const findDeadLinks = (db: Kysely<Database>, member: Membership) =>
  selectListed(db, { member, kind: 'dead-link' })
    .distinctOn(['site_findings.space_id', 'site_findings.url', 'site_findings.page_id'])
    .orderBy('site_findings.space_id')
    .orderBy('site_findings.url')
    .orderBy('site_findings.page_id')
    .limit(MAX_OF_KIND)
    .execute();

/** The first space of each site that a member may read: where a page is written that readers miss. */
export async function findFirstSpaces(
  db: Kysely<Database>,
  member: Membership,
  siteIds: readonly string[],
): Promise<Map<string, { id: string; title: string; emoji: string }>> {
  if (siteIds.length === 0) return new Map();
  const rows = await visibleSpaces(db, member, member.organizationId)
    .innerJoin('site_spaces', 'site_spaces.space_id', 'spaces.id')
    .leftJoin('site_sections', 'site_sections.id', 'site_spaces.section_id')
    .distinctOn('site_spaces.site_id')
    .select(['site_spaces.site_id as siteId', 'spaces.id', 'spaces.title', 'spaces.emoji'])
    .where('site_spaces.site_id', '=', sql<string>`any(${[...new Set(siteIds)]}::text[])`)
    .orderBy('site_spaces.site_id')
    .orderBy(sql`coalesce(site_sections.is_default, true)`, 'desc')
    .orderBy('site_sections.rank')
    .orderBy('site_spaces.is_default', 'desc')
    .orderBy('site_spaces.rank')
    .execute();
  return new Map(rows.map(({ siteId, ...space }) => [siteId, space]));
}
