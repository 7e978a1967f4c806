import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

const DAY_MS = 24 * 60 * 60_000;
const RETENTION_MS = 90 * DAY_MS;
/** Ends that were announced longer ago are past. */
const ENDS_RETENTION_MS = 365 * DAY_MS;
/** What a person keeps. */
export const MAX_NOTIFICATIONS = 1000;
/** Rows of one statement: few enough that nobody waits for it. As arrays, rows are found by index without statistics. */
const BATCH = 5000;

/** Deletes notifications after 90 days and beyond 1,000 of a person, and what follows on deleted subjects. */
export async function deleteOldNotifications(db: Kysely<Database>, now: Date): Promise<void> {
  const until = new Date(now.getTime() - RETENTION_MS);
  await repeatedly(() =>
    sql`delete from notifications where id = any(array(
      select id from notifications where greatest(updated_at, snoozed_until) < ${until} limit ${BATCH}::int))`.execute(
      db,
    ),
  );
  await repeatedly(() =>
    sql`delete from notifications where id = any(array(
      select id from (
        select id, row_number() over (partition by user_id order by shown_at desc, id desc) as place from notifications
        where user_id in (select user_id from notifications group by user_id having count(*) > ${MAX_NOTIFICATIONS}::int)
      ) as placed where place > ${MAX_NOTIFICATIONS}::int limit ${BATCH}::int))`.execute(db),
  );
  await repeatedly(() =>
    sql`delete from notification_events where ctid = any(array(
      select ctid from notification_events where at < ${until} limit ${BATCH}::int))`.execute(db),
  );
  await sql`delete from subscriptions where case subject_kind
    when 'space' then not exists (select from spaces where id = subject_id)
    when 'change-request' then not exists (select from change_requests where id = subject_id)
    else not exists (select from sites where id = subject_id) end`.execute(db);
  await db
    .deleteFrom('announced_ends')
    .where('announced_at', '<', new Date(now.getTime() - ENDS_RETENTION_MS))
    .execute();
}

async function repeatedly(run: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await run();
    if (numAffectedRows < BATCH) return;
  }
}
