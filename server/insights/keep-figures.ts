import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/engine/transaction.ts';
import {
  addMonths,
  limitLockWait,
  type Month,
  type MonthlyTable,
  unlessInUse,
} from '#server/database/month-partitions.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { dayOf, endSalt } from './daily-salt.ts';

/** The tables of numbers, with a partition for each month. */
export const FIGURE_TABLES = ['site_views', 'site_visitors', 'site_searches', 'site_missing_paths'] as const;

/** For how many months figures are kept, if the operator names no other number. */
export const DEFAULT_INSIGHT_MONTHS = 25;

const MONTHS_AHEAD = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Servers write what they have counted of yesterday some seconds after midnight. */
const LATE_MS = 2 * MINUTE_MS;

/**
 * Ends the days that are over: their key and marks are deleted, and words that fewer than three visitors searched for become
 * a number. Creates partitions of coming months, and deletes those that are older than figures are kept, and what readers said
 * as long ago. Idempotent.
 */
export async function keepFigures(
  db: Kysely<Database>,
  now: Date,
  months = DEFAULT_INSIGHT_MONTHS,
): Promise<void> {
  await endSalt(db, dayOf(now));
  const firstOpenDay = dayOf(new Date(now.getTime() - LATE_MS));
  await sql`delete from site_visitor_marks where day < ${firstOpenDay}::date`.execute(db);
  await forgetWords(db, firstOpenDay);
  await db
    .deleteFrom('insight_batches')
    .where('at', '<', new Date(now.getTime() - DAY_MS))
    .execute();
  for (const table of FIGURE_TABLES) {
    await addMonths(db, { table, column: 'day' }, await findMissingMonths(db, table, now));
    await deleteOldMonths(db, table, now, months);
  }
  await db.deleteFrom('page_feedback').where('at', '<', firstKeptDay(now, months)).execute();
}

/** Words that stayed unknown are one row for each day; without the key of the day, their hashes say nothing any more. */
async function forgetWords(db: Kysely<Database>, firstOpenDay: string): Promise<void> {
  await sql`
    with unknown as (
      delete from site_searches where day < ${firstOpenDay}::date and words is null and words_key <> '' returning *
    )
    insert into site_searches as numbers
      (site_id, day, reader, words_key, searches, without_result, opened, ranked, rank_sum, visitors)
    select site_id, day, reader, ''::bytea, sum(searches), sum(without_result), sum(opened), sum(ranked), sum(rank_sum), 0
    from unknown group by site_id, day, reader order by 1, 2, 3
    on conflict (site_id, day, reader, words_key) do update set
      searches = numbers.searches + excluded.searches,
      without_result = numbers.without_result + excluded.without_result,
      opened = numbers.opened + excluded.opened,
      ranked = numbers.ranked + excluded.ranked,
      rank_sum = numbers.rank_sum + excluded.rank_sum`.execute(db);
}

async function findMissingMonths(
  db: Kysely<Database>,
  table: MonthlyTable['table'],
  now: Date,
): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select to_char(month, 'YYYY_MM') as name, to_char(month, 'YYYY-MM-DD') as from,
      to_char(month + interval '1 month', 'YYYY-MM-DD') as until
    from generate_series(date_trunc('month', ${now}::timestamptz at time zone 'UTC'),
      ${now}::timestamptz at time zone 'UTC' + ${MONTHS_AHEAD}::int * interval '1 month', interval '1 month') as month
    where to_regclass(${table} || to_char(month, '_YYYY_MM')) is null
    order by month`.execute(db);
  return rows;
}

function firstKeptDay(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
}

/** Whole months, as a partition is dropped at once; figures of a month that has no partition are deleted by their day. */
async function deleteOldMonths(
  db: Kysely<Database>,
  table: (typeof FIGURE_TABLES)[number],
  now: Date,
  months: number,
): Promise<void> {
  const first = firstKeptDay(now, months);
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
      join pg_class child on child.oid = pg_inherits.inhrelid
    where inhparent = to_regclass(${table}) and child.relname ~ ${`^${table}_\\d{4}_\\d{2}$`}
      and child.relname < ${`${table}_${dayOf(first).slice(0, 7).replace('-', '_')}`}`.execute(db);
  for (const { name } of rows) {
    await unlessInUse(
      inTransaction(db, async (trx) => {
        await limitLockWait(trx);
        await sql`drop table ${sql.table(name)}`.execute(trx);
      }),
    );
  }
  await sql`delete from ${sql.table(`${table}_rest`)} where day < ${dayOf(first)}::date`.execute(db);
}
