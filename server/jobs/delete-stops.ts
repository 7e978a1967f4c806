import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

const DAY_MS = 24 * 60 * 60_000;
const RETENTION_MS = 365 * DAY_MS;
const PLAN_RETENTION_MS = 30 * DAY_MS;
/** The entries of a space. */
export const MAX_STOPS = 1000;

/**
 * Deletes entries about merge rules after a year, and the oldest beyond 1,000 of a space: a program that is stopped each
 * time by something else adds one each time. The audit log keeps merges against the rules.
 */
export async function deleteOldStops(db: Kysely<Database>, now: Date): Promise<void> {
  const until = new Date(now.getTime() - RETENTION_MS);
  await sql`delete from merge_stops where updated_at < ${until}`.execute(db);
  await sql`delete from merge_stops where id = any(array(
    select id from (
      select id, row_number() over (partition by space_id order by updated_at desc, id desc) as place from merge_stops
      where space_id in (select space_id from merge_stops group by space_id having count(*) > ${MAX_STOPS}::int)
    ) as placed where place > ${MAX_STOPS}::int))`.execute(db);
}

/** Deletes planned merges a month after they ended; a plan that waits for a change request that was merged has ended, too. */
export async function deleteOldPlans(db: Kysely<Database>, now: Date): Promise<void> {
  const until = new Date(now.getTime() - PLAN_RETENTION_MS);
  await sql`delete from planned_merges using change_requests
    where change_requests.id = planned_merges.change_request_id and planned_merges.created_at < ${until}
      and coalesce(planned_merges.ended_at,
        case when change_requests.status = 'merged' then change_requests.updated_at end) < ${until}`.execute(
    db,
  );
}
