import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DEMONSTRATION_DOMAIN } from '#server/base/demonstration-people.ts';
import { DEFAULT_TIME_ZONE } from '#server/base/time-zones.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { isOfInbox } from '#server/notifications/readable-notifications.ts';
import { DEFAULT_DELIVERIES, GROUP_OF_REASON } from '#server/notifications/reasons.ts';
import type { MailingKind } from './unsubscribe-token.ts';

/** Decided in one statement. */
const BATCH = 1000;

/** How the group of a reason reaches the person of a notification: what was chosen last for one organization, or for all. */
function deliveryOf(reason: RawBuilder<unknown>): RawBuilder<string> {
  const choice = (owner: string) => sql`coalesce((select deliveries from notification_settings
    where user_id = notifications.user_id and ${sql.raw(owner)}), '{}'::jsonb)`;
  return sql`((${JSON.stringify(DEFAULT_DELIVERIES)}::jsonb || ${choice('organization_id is null')}
    || ${choice('organization_id = notifications.organization_id')})
    ->> (${JSON.stringify(GROUP_OF_REASON)}::jsonb ->> ${reason}))`;
}

/** The time zones of all people, and that of those who have none. */
export async function listTimeZones(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .select('time_zone')
    .distinct()
    .where('time_zone', 'is not', null)
    .execute();
  return [...new Set([DEFAULT_TIME_ZONE, ...rows.flatMap(({ time_zone: zone }) => zone ?? [])])];
}

/** Whether the person of a notification has one of these time zones: that of the organization, or of all. */
export function isOfTimeZones(timeZones: readonly string[]): RawBuilder<boolean> {
  const zone = (owner: string) => sql`(select time_zone from notification_settings
    where user_id = notifications.user_id and ${sql.raw(owner)})`;
  return sql<boolean>`coalesce(${zone('organization_id = notifications.organization_id')},
    ${zone('organization_id is null')}, ${DEFAULT_TIME_ZONE}) = any(${[...timeZones]}::text[])`;
}

const isMailable = sql<boolean>`(users.email_confirmed_at is not null
  and lower(users.email) not like ${`%${DEMONSTRATION_DOMAIN}`})`;

/**
 * Decides about events that nobody has decided about and that happened until a time: of those that wait for a summary,
 * `mail_id` is its kind, of those that are not mailed `none`. What is to be mailed at once, or is snoozed, stays open.
 * Returns whether there may be more.
 */
export async function decideEvents(
  trx: Kysely<Database>,
  { now, since, until }: { now: Date; since: Date; until: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update notification_events as event set mail_id = decided.verdict from (
      select user_id, event_id, verdict from (
        select open.user_id, open.event_id, case
          when notifications.read_at is not null or notifications.done_at is not null or not ${isMailable}
            or (select count(*) from notification_events later where later.notification_id = notifications.id
              and (later.at, later.event_id) > (open.at, open.event_id)) >= notifications.count then 'none'
          when notifications.snoozed_until > ${now} then null
          when delivery.kind in ('daily', 'weekly') then delivery.kind
          when delivery.kind = 'mail' and open.at > ${since} then null
          else 'none' end as verdict
        from notification_events open
        join notifications on notifications.id = open.notification_id
        join users on users.id = open.user_id
        cross join lateral (select ${deliveryOf(sql.ref('open.reason'))} as kind) as delivery
        where open.mail_id is null and open.at <= ${until}
      ) as considered where verdict is not null limit ${BATCH}
    ) as decided
    where event.user_id = decided.user_id and event.event_id = decided.event_id`.execute(trx);
  return numAffectedRows >= BATCH;
}

/** Events of a notification that its person has not read and that were in no mail. */
export interface UnmailedNotification {
  notification_id: string;
  user_id: string;
  organization_id: string;
  email: string;
  event_ids: string[];
}

/** The last event of a page. */
export interface EventPosition {
  at: Date;
  event_id: string;
  user_id: string;
}

/** A page of the events that nobody has decided about and that happened until a time, in their order. */
export function selectOpenEvents(
  db: Kysely<Database>,
  { until, after, limit }: { until: Date; after: EventPosition | undefined; limit: number },
): Promise<(EventPosition & { notification_id: string })[]> {
  const start = after ?? { at: new Date(0), event_id: '', user_id: '' };
  return db
    .selectFrom('notification_events')
    .select(['notification_id', 'at', 'event_id', 'user_id'])
    .where('mail_id', 'is', null)
    .where('at', '<=', until)
    .where(sql<boolean>`(at, event_id, user_id) > (${start.at}, ${start.event_id}, ${start.user_id})`)
    .orderBy('at')
    .orderBy('event_id')
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

/**
 * A page of the notifications that wait for a summary and have an event until a time: of some people, in their order. It
 * ends after the person with whom it exceeds the limit of events.
 */
export async function selectWaiting(
  db: Kysely<Database>,
  options: { kind: MailingKind; until: Date; after: string; limits: { people: number; events: number } },
): Promise<{ notification_id: string; user_id: string }[]> {
  const { kind, until, after, limits } = options;
  const waiting = db
    .selectFrom('notification_events')
    .where('mail_id', '=', sql.lit(kind))
    .where('at', '<=', until);
  const people = await waiting
    .select(['user_id', sql<number>`count(*)::int`.as('count')])
    .where('user_id', '>', after)
    .groupBy('user_id')
    .orderBy('user_id')
    .limit(limits.people)
    .execute();
  const page: string[] = [];
  let total = 0;
  for (const { user_id: id, count } of people) {
    page.push(id);
    total += count;
    if (total > limits.events) break;
  }
  if (page.length === 0) return [];
  return waiting
    .select(['notification_id', 'user_id'])
    .where('user_id', '=', sql<string>`any(${page}::text[])`)
    .groupBy(['notification_id', 'user_id'])
    .orderBy('user_id')
    .execute();
}

/**
 * Those of some notifications that are unread and have events for a kind of mail, of which one happened until a time; of
 * people whose address accepts mail. Whether they may read them is found out when the mail is written.
 */
export function selectUnmailed(
  db: Kysely<Database>,
  { kind, now, until, among }: { kind: MailingKind; now: Date; until: Date; among: readonly string[] },
) {
  const isOpen = kind === 'mail' ? sql`mail_id is null` : sql`mail_id = ${sql.lit(kind)}`;
  const unmailed = sql<{ event_ids: string[]; first_at: Date }>`(
    select array_agg(event_id order by at, event_id) as event_ids, min(at) as first_at from (
      select event_id, at, reason, mail_id from notification_events
      where notification_id = notifications.id order by at desc, event_id desc limit notifications.count
    ) as unread
    where ${isOpen} and ${deliveryOf(sql.ref('unread.reason'))} = ${kind}
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
    .where('notifications.id', '=', sql<string>`any(${[...among]}::text[])`)
    .where('unmailed.first_at', '<=', until)
    .where('notifications.read_at', 'is', null)
    .where(isOfInbox(now))
    .where(isMailable)
    .where(
      sql<boolean>`not exists (select from refused_addresses
        where refused_addresses.email = lower(users.email) and (retry_at is null or retry_at > ${now}))`,
    );
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
