import { type Kysely, sql } from 'kysely';
import { DEMONSTRATION_DOMAIN } from '#server/base/demonstration-people.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { isOfInbox } from '#server/notifications/readable-notifications.ts';
import { DEFAULT_DELIVERIES, GROUP_OF_REASON } from '#server/notifications/reasons.ts';
import type { MailingKind } from './unsubscribe-token.ts';

/** Events of a notification that its person has not read and that were in no mail. */
export interface UnmailedNotification {
  notification_id: string;
  user_id: string;
  organization_id: string;
  email: string;
  event_ids: string[];
}

interface Wanted {
  delivery: MailingKind;
  now: Date;
  /** Notifications without an event since then are too old to be mailed. */
  since: Date;
  /** The first event of a notification happened until then. */
  until: Date;
}

/**
 * Unread notifications with events that reach their people by mail in a way, the oldest first: of people whose address is
 * confirmed and accepts mail. Whether they may read them is found out when the mail is written.
 */
export function selectUnmailed(db: Kysely<Database>, { delivery, now, since, until }: Wanted) {
  const defaults = JSON.stringify(DEFAULT_DELIVERIES);
  const groups = JSON.stringify(GROUP_OF_REASON);
  const choice = (owner: string) => sql`coalesce((select deliveries from notification_settings
    where user_id = notifications.user_id and ${sql.raw(owner)}), '{}'::jsonb)`;
  const deliveries = sql`(${defaults}::jsonb || ${choice('organization_id is null')}
    || ${choice('organization_id = notifications.organization_id')})`;
  const unmailed = sql<{ event_ids: string[]; first_at: Date }>`(
    select array_agg(event_id order by at, event_id) as event_ids, min(at) as first_at from (
      select event_id, at, reason, mail_id from notification_events
      where notification_id = notifications.id order by at desc, event_id desc limit notifications.count
    ) as unread
    where mail_id is null and ${deliveries} ->> (${groups}::jsonb ->> reason) = ${delivery}
  )`;
  return db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .innerJoinLateral(unmailed.as('unmailed'), (join) => join.onTrue())
    .select([
      'notifications.id as notification_id',
      'notifications.user_id',
      'notifications.organization_id',
      'users.email',
      'unmailed.event_ids',
    ])
    .where('notifications.read_at', 'is', null)
    .where(isOfInbox(now))
    .where('notifications.updated_at', '>', since)
    .where('unmailed.first_at', '<=', until)
    .where('users.email_confirmed_at', 'is not', null)
    .where(sql<boolean>`lower(users.email) not like ${`%${DEMONSTRATION_DOMAIN}`}`)
    .where(
      sql<boolean>`not exists (select from refused_addresses
        where refused_addresses.email = lower(users.email) and (retry_at is null or retry_at > ${now}))`,
    )
    .orderBy('unmailed.first_at')
    .orderBy('notifications.id');
}

/** Notes that events are in a mail, so that no other has them. */
export async function markMailed(
  trx: Kysely<Database>,
  { mailId, userId, eventIds }: { mailId: string; userId: string; eventIds: readonly string[] },
): Promise<void> {
  await trx
    .updateTable('notification_events')
    .set({ mail_id: mailId })
    .where('user_id', '=', userId)
    .where('event_id', '=', sql<string>`any(${[...eventIds]}::text[])`)
    .execute();
}
