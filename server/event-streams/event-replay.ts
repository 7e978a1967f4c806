import { type Kysely, sql } from 'kysely';
import { countEvents, type EventPosition, readEvents } from '#server/audit/event-log.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** Events that are sent again to who connects again; more, or older ones, are a `resync`. */
const MAX_REPLAYED = 10_000;
const MAX_REPLAYED_MS = 24 * 60 * 60_000;
/** An event has the time at which its transaction began. */
const MAX_TRANSACTION_SECONDS = 5;

/** The position before the events of the last seconds; undefined where there are none. */
export async function findPositionBefore(
  db: Kysely<Database>,
  { organizationId, epoch, seconds }: { organizationId: string; epoch: number; seconds: number },
): Promise<EventPosition | undefined> {
  const first = await db
    .selectFrom('audit_log')
    .select(['tx', 'seq'])
    .where('organization_id', '=', organizationId)
    .where('at', '>=', sql<Date>`now() - make_interval(secs => ${seconds + MAX_TRANSACTION_SECONDS}::int)`)
    .where('tx', 'is not', null)
    .orderBy('tx')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return first?.tx == null || first.seq === null ? undefined : { epoch, tx: first.tx, seq: first.seq - 1 };
}

/** Whether few enough events have followed on a position, and none of them too long ago. */
export async function isReplayable(
  db: Kysely<Database>,
  { organizationId, after, now }: { organizationId: string; after: EventPosition; now: number },
): Promise<boolean> {
  const [first] = await readEvents(db, { after, limit: 1, withUnsettled: true });
  if (!first) return true;
  if (now - first.at.getTime() > MAX_REPLAYED_MS) return false;
  const end = await countEvents(db, { organizationId, after, limit: MAX_REPLAYED + 1 });
  return end <= MAX_REPLAYED;
}

/** Whether notifications of a person have changed since a position, else in the last seconds: the record has no events of them. */
export async function haveNotificationsChanged(
  db: Kysely<Database>,
  { userId, organizationId, after, seconds }: NotificationsSince,
): Promise<boolean> {
  const changed = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where(({ or, eb }) =>
      or([
        after
          ? eb('changed_tx', '>=', after.tx)
          : eb(
              'changed_at',
              '>=',
              sql<Date>`now() - make_interval(secs => ${seconds + MAX_TRANSACTION_SECONDS}::int)`,
            ),
        // A snooze ends without a change.
        sql<boolean>`snoozed_until between now() - interval '1 day' and now()`,
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return changed !== undefined;
}

interface NotificationsSince {
  userId: string;
  organizationId: string;
  after: EventPosition | undefined;
  seconds: number;
}
