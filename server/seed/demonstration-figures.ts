import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** For how many days the sites of the demonstration have been read. */
const DAYS = 75;

/** What readers of the demonstration's published sites did until yesterday: more on working days, a little more each week. */
export async function seedFigures(trx: Transaction<Database>, now: Date): Promise<void> {
  const days = sql`generate_series(1, ${DAYS}::int) as ago,
    lateral (select (${now}::timestamptz at time zone 'UTC')::date - ago as day) as calendar,
    lateral (select case when extract(isodow from day) > 5 then 0.4 else 1 end * (1.4 - ago / ${DAYS * 2}::float8)
      as busy) as week`;
  // The same numbers each time the demonstration is written.
  const chance = (key: string) => sql.raw(`(abs(hashtext(${key})) % 1000 / 1000.0)`);
  await sql`
    insert into site_views (site_id, day, section_id, site_space_id, page_id, reader, agent, language, country,
      referrer, views)
    select sites.id, day, coalesce(site_spaces.section_id, ''), site_spaces.id, page->>'id', reader, agent, 'en', country,
      referrer, greatest(1, round(share * busy * (4 + 40 * ${chance("page->>'id'")}) * (0.6 + 0.8 * ${chance("page->>'id' || day || agent || country")})))
    from sites
      join site_spaces on site_spaces.site_id = sites.id
      join spaces on spaces.id = site_spaces.space_id and spaces.deleted_at is null
      join revision_rows on revision_rows.id = spaces.revision_id
      cross join lateral jsonb_array_elements(revision_rows.pages::jsonb) as page
      cross join (values ('people', '', 'NO', '', 0.5), ('people', '', 'DE', '', 0.3),
        ('people', '', 'NO', 'news.example', 0.1), ('people', '', '', 'forum.example', 0.1),
        ('agents', 'Claude', '', '', 0.2), ('agents', 'ChatGPT', '', '', 0.15),
        ('crawlers', '', '', '', 0.3)) as readers (reader, agent, country, referrer, share),
      ${days}
    where sites.published and page->>'type' = 'document' and ${chance("page->>'id' || day || agent || referrer")} < 0.8
    on conflict do nothing`.execute(trx);
  await sql`
    insert into site_visitors (site_id, day, reader, visitors)
    select site_id, day, reader, ceil(sum(views) / 3.0) from site_views
    where reader <> 'crawlers' and day < (${now}::timestamptz at time zone 'UTC')::date
    group by site_id, day, reader order by 1, 2, 3
    on conflict do nothing`.execute(trx);
  await sql`
    insert into site_searches (site_id, day, reader, words_key, words, searches, without_result, opened, ranked,
      rank_sum, visitors)
    select sites.id, day, 'people', decode(md5(coalesce(words, '')), 'hex'), words, count,
      case when is_found then 0 else count end, opened, opened, opened * 2, least(count, 3)
    from sites
      cross join (values ('calibration', true, 6), ('reset password', false, 4), ('api key', true, 5),
        ('offline mode', false, 3), ('export csv', true, 3), (null, true, 9)) as terms (words, is_found, usual),
      ${days},
      lateral (select ceil(usual * busy * (0.5 + ${chance("coalesce(words, '') || day || sites.id")}))::int as count) as counts,
      lateral (select case when is_found then ceil(count * 0.6)::int else 0 end as opened) as openings
    where sites.published
    on conflict do nothing`.execute(trx);
  await sql`
    insert into site_missing_paths (site_id, day, path, referrer, reader, requests)
    select sites.id, day, path, referrer, reader, ceil(usual * busy * ${chance('path || day || sites.id')})
    from sites
      cross join (values ('/docs/getting-started', 'forum.example', 'people', 5), ('/v1/install', '', 'people', 3),
        ('/changelog/2024', 'news.example', 'people', 2), ('/wp-login.php', '', 'crawlers', 9))
        as paths (path, referrer, reader, usual),
      ${days}
    where sites.published and ${chance('path || day || sites.id')} > 0.3
    on conflict do nothing`.execute(trx);
}
