import { type Kysely, sql } from 'kysely';
import type { PageFigures, SpacePageFigures } from '#api/generated/types.gen.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { dayOf } from '#server/insights/daily-salt.ts';

/** How many days are counted, until today. */
export const FIGURE_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

const MAX_PAGES = 5000;
const MAX_NAMED_SITES = 20;

interface SpaceOfSites {
  organizationId: string;
  spaceId: string;
}

/** What is known of the pages of a space, on all sites of its organization that show it and count visits. */
export async function readPageFigures(
  db: Kysely<Database>,
  space: SpaceOfSites,
  now: Date,
): Promise<Pick<SpacePageFigures, 'sites' | 'pages'>> {
  const places = await findPlaces(db, space);
  if (places.length === 0) return { sites: [], pages: [] };
  const sites = [...new Map(places.map(({ siteId: id, title }) => [id, { id, title }])).values()];
  return {
    sites: sites.slice(0, MAX_NAMED_SITES),
    pages: await sumPages(db, {
      siteIds: sites.map(({ id }) => id),
      siteSpaceIds: places.map(({ siteSpaceId }) => siteSpaceId),
      from: dayOf(new Date(now.getTime() - (FIGURE_DAYS - 1) * DAY_MS)),
      to: dayOf(now),
    }),
  };
}

/** Where sites that count visits show a space, by the title of the site. */
const findPlaces = (db: Kysely<Database>, { organizationId, spaceId }: SpaceOfSites) =>
  db
    .selectFrom('site_spaces')
    .innerJoin('sites', 'sites.id', 'site_spaces.site_id')
    .select(['site_spaces.id as siteSpaceId', 'sites.id as siteId', 'sites.title'])
    .where('site_spaces.space_id', '=', spaceId)
    .where('sites.organization_id', '=', organizationId)
    .where(sql<boolean>`coalesce(sites.counts_visits, true)`)
    .orderBy('sites.title')
    .orderBy('sites.id')
    .execute();

interface CountedPlaces {
  siteIds: readonly string[];
  siteSpaceIds: readonly string[];
  from: string;
  to: string;
}

/** One statement for all pages: views by day and answers by time, each by the index of its table. */
async function sumPages(
  db: Kysely<Database>,
  { siteIds, siteSpaceIds, from, to }: CountedPlaces,
): Promise<PageFigures[]> {
  const { rows } = await sql<PageFigures>`
    select page, sum(people)::float8 as people, sum(agents)::float8 as agents,
      sum(helpful)::float8 as helpful, sum(not_helpful)::float8 as "notHelpful"
    from (
      select page_id as page, case when reader = 'people' then views else 0 end as people,
        case when reader = 'agents' then views else 0 end as agents, 0 as helpful, 0 as not_helpful
      from site_views
      where site_id = any(${siteIds}::text[]) and day between ${from}::date and ${to}::date
        and site_space_id = any(${siteSpaceIds}::text[]) and reader <> 'crawlers'
      union all
      select page_id, 0, 0, is_helpful::int, (not is_helpful)::int
      from page_feedback
      where site_id = any(${siteIds}::text[]) and at >= ${`${from}T00:00:00Z`}::timestamptz
        and site_space_id = any(${siteSpaceIds}::text[])
    ) counted
    group by page
    order by people desc, agents desc, page
    limit ${MAX_PAGES}`.execute(db);
  return rows;
}
