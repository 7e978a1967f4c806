import { type Kysely, sql } from 'kysely';
import { addMonths, type Month } from '#server/database/month-partitions.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** The partitioned tables. What no partition of a month takes is in `…_past`, or in `…_rest` until there is one. */
const LOGS = ['audit_log', 'installation_log'] as const;
type Log = (typeof LOGS)[number];

/** A server whose cleanup has failed for a whole quarter still writes into partitions of months. */
const MONTHS_AHEAD = 3;

/**
 * Creates the partitions of this month and the next ones where they are missing. Entries that were written before their
 * partition existed move into it. A partition whose tables are in use, as by a long dump, is left for the next run.
 */
export async function createEventPartitions(db: Kysely<Database>, now: Date): Promise<void> {
  for (const log of LOGS) {
    const months = await findMissingMonths(db, log, now);
    await addMonths(db, { table: log, column: 'at', partitionKey: 'id' }, months);
  }
}

/** The months that begin after the partition of the past and have none, in UTC. */
async function findMissingMonths(db: Kysely<Database>, log: Log, now: Date): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select to_char(month, 'YYYY_MM') as name, to_char(month, 'YYYY-MM-DD"T00:00:00Z"') as from,
      to_char(month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"') as until
    from pg_class past
    cross join generate_series(date_trunc('month', ${now}::timestamptz at time zone 'UTC'),
      ${now}::timestamptz at time zone 'UTC' + ${MONTHS_AHEAD}::int * interval '1 month', interval '1 month') as month
    where past.oid = to_regclass(${`${log}_past`})
      and month at time zone 'UTC' >=
        (regexp_match(pg_get_expr(past.relpartbound, past.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz
      and to_regclass(${log} || to_char(month, '_YYYY_MM')) is null
    order by month`.execute(db);
  return rows;
}
