import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { BatchRows } from './figure-batch.ts';

/** How many visitors of one day have to search for the same words before the words are written. */
export const VISITORS_UNTIL_WORDS = 3;

/**
 * Adds a batch to the numbers of its day, in one statement: all of it or nothing, and once, however often it is sent. Rows
 * are in one order on all servers, so that they do not wait for each other crosswise.
 */
export async function writeBatch(
  db: Kysely<Database>,
  { id, day, at }: { id: string; day: string; at: Date },
  rows: BatchRows,
): Promise<void> {
  const given = (list: object[], columns: string) =>
    sql`(select given.* from batch, jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as given (${sql.raw(columns)})
      where exists (select from sites where sites.id = given.site_id))`;
  const views = given(
    rows.views,
    `site_id text, section_id text, site_space_id text, page_id text, reader text, agent text, language text,
      country text, referrer text, views bigint`,
  );
  const searches = given(
    rows.searches,
    `site_id text, reader text, words_key text, words text, searches bigint, without_result bigint, opened bigint,
      ranked bigint, rank_sum bigint`,
  );
  await sql`
    with batch as (
      insert into insight_batches (id, at) values (${id}, ${at}) on conflict do nothing returning id
    ), marks as (
      insert into site_visitor_marks (site_id, day, reader, words_key, mark)
      select site_id, ${day}::date, reader, decode(words_key, 'hex'), decode(mark, 'hex')
      from ${given(rows.marks, 'site_id text, reader text, words_key text, mark text')} as given
      order by 1, 3, 4, 5
      on conflict do nothing returning site_id, reader, words_key
    ), new_visitors as (
      select site_id, reader, words_key, count(*) as visitors from marks group by 1, 2, 3
    ), visitors as (
      insert into site_visitors as numbers (site_id, day, reader, visitors)
      select site_id, ${day}::date, reader, visitors from new_visitors where words_key = '' order by 1, 3
      on conflict (site_id, day, reader) do update set visitors = numbers.visitors + excluded.visitors
    ), views as (
      insert into site_views as numbers (site_id, day, section_id, site_space_id, page_id, reader, agent, language,
        country, referrer, views)
      select site_id, ${day}::date, section_id, site_space_id, page_id, reader, agent, language, country, referrer, views
      from ${views} as given order by 1, 3, 4, 5, 6, 7, 8, 9, 10
      on conflict (site_id, day, site_space_id, page_id, reader, agent, language, country, referrer, section_id)
      do update set views = numbers.views + excluded.views
    ), missing as (
      insert into site_missing_paths as numbers (site_id, day, path, referrer, reader, requests)
      select site_id, ${day}::date, path, referrer, reader, requests
      from ${given(rows.missing, 'site_id text, path text, referrer text, reader text, requests bigint')} as given
      order by 1, 3, 4, 5
      on conflict (site_id, day, path, referrer, reader) do update set requests = numbers.requests + excluded.requests
    ), searched as (
      select site_id, reader, decode(words_key, 'hex') as words_key, words, searches, without_result, opened, ranked, rank_sum
      from ${searches} as given
    )
    insert into site_searches as numbers (site_id, day, reader, words_key, words, searches, without_result, opened,
      ranked, rank_sum, visitors)
    select site_id, ${day}::date, reader, words_key,
      case when coalesce(new_visitors.visitors, 0) >= ${VISITORS_UNTIL_WORDS} then words end,
      searches, without_result, opened, ranked, rank_sum, coalesce(new_visitors.visitors, 0)
    from searched left join new_visitors using (site_id, reader, words_key)
    order by 1, 3, 4
    on conflict (site_id, day, reader, words_key) do update set
      -- Until enough have searched for the words, they are on their way only.
      words = case when numbers.visitors + excluded.visitors >= ${VISITORS_UNTIL_WORDS}
        then coalesce(numbers.words, (select searched.words from searched where searched.site_id = excluded.site_id
          and searched.reader = excluded.reader and searched.words_key = excluded.words_key)) end,
      searches = numbers.searches + excluded.searches,
      without_result = numbers.without_result + excluded.without_result,
      opened = numbers.opened + excluded.opened,
      ranked = numbers.ranked + excluded.ranked,
      rank_sum = numbers.rank_sum + excluded.rank_sum,
      visitors = numbers.visitors + excluded.visitors`.execute(db);
}
