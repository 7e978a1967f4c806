import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** What waits in the database, for all servers on it; what failed in the last day. */
export interface QueueCounts {
  jobs_due: number;
  jobs_running: number;
  jobs_failed: number;
  oldest_job: number | null;
  mails_waiting: number;
  mails_failed: number;
  deliveries_pending: number;
  deliveries_failed: number;
  locks: number;
  bytes: number;
}

/** What waits and what failed, and the size of the database. */
export async function readQueueCounts(db: Kysely<Database>): Promise<QueueCounts> {
  const day = sql`now() - interval '1 day'`;
  const { rows } = await sql<QueueCounts>`
    select (select count(*) from jobs where finished_at is null and run_at <= now() and locked_until is null) as jobs_due,
      (select count(*) from jobs where finished_at is null and locked_until > now()) as jobs_running,
      (select count(*) from jobs where finished_at > ${day} and last_error is not null) as jobs_failed,
      (select extract(epoch from now() - min(run_at))::float8 from jobs
        where finished_at is null and run_at <= now() and locked_until is null) as oldest_job,
      (select count(*) from mails where state = 'waiting') as mails_waiting,
      (select count(*) from mails where state = 'failed' and created_at > ${day}) as mails_failed,
      (select count(*) from webhook_deliveries where state = 'pending') as deliveries_pending,
      (select count(*) from webhook_deliveries where state = 'failed' and created_at > ${day}) as deliveries_failed,
      (select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as locks,
      pg_database_size(current_database()) as bytes`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database returned nothing.');
  return row;
}
