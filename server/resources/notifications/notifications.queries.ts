import { type Kysely, sql, type Transaction } from 'kysely';
import type { NotificationReason, NotificationState } from '#api/generated/types.gen.ts';
import { notFound } from '#server/base/errors.ts';
import { afterCommit } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { signalNotifications } from '#server/notifications/notification-signals.ts';
import { isOfInbox, selectReadable } from '#server/notifications/readable-notifications.ts';
import {
  type ActorDetail,
  type NotificationChange,
  type NotificationRow,
  VIEWED_ACTORS,
} from './notifications.rules.ts';

/** Whose notifications, of which organizations. */
export interface NotificationOwner {
  userId: string;
  organizationIds: readonly string[];
}

export interface NotificationFilter {
  state: NotificationState;
  reasons?: readonly NotificationReason[] | undefined;
  now: Date;
}

/** Those that the owner may read now. */
function selectOwn(db: Kysely<Database>, { userId, organizationIds }: NotificationOwner) {
  return selectReadable(db)
    .where('notifications.user_id', '=', userId)
    .where('notifications.organization_id', '=', sql<string>`any(${[...organizationIds]}::text[])`);
}

export function filterNotifications(
  db: Kysely<Database>,
  owner: NotificationOwner,
  { state, reasons, now }: NotificationFilter,
) {
  const isSnoozed = sql<boolean>`(notifications.done_at is null and notifications.snoozed_until > ${now})`;
  return selectOwn(db, owner)
    .$if(state === 'inbox' || state === 'unread', (query) => query.where(isOfInbox(now)))
    .$if(state === 'unread', (query) => query.where('notifications.read_at', 'is', null))
    .$if(state === 'snoozed', (query) => query.where(isSnoozed))
    .$if(state === 'done', (query) => query.where('notifications.done_at', 'is not', null))
    .$if(reasons !== undefined, (query) =>
      query.where(sql<boolean>`notifications.reasons && ${[...(reasons ?? [])]}::text[]`),
    );
}

/** With the latest event and the people of each. */
export function selectNotificationRows(query: ReturnType<typeof filterNotifications>) {
  const latest = sql<NotificationRow['latest']>`(
    select jsonb_build_object('reason', reason, 'action', action, 'actor_id', actor_id, 'comment_id', comment_id,
      'detail', detail, 'at', at)
    from notification_events where notification_id = notifications.id order by at desc, event_id desc limit 1)`;
  const actors = sql<ActorDetail[] | null>`(
    select jsonb_agg(jsonb_build_object('id', users.id, 'display_name', display_name, 'email', email,
      'photo_url', photo_url) order by place)
    from unnest(notifications.actor_ids[1:${sql.lit(VIEWED_ACTORS)}]) with ordinality as actor(id, place)
    join users on users.id = actor.id)`;
  return query
    .selectAll('notifications')
    .select([
      'subject.subject_title',
      'subject.subject_number',
      'subject.subject_slug',
      'subject.space_id',
      'subject.space_title',
      latest.as('latest'),
      actors.as('actors'),
    ]);
}

/** Throws 404 also where the owner may not read it any more. */
export async function findNotification(
  db: Kysely<Database>,
  owner: NotificationOwner,
  { notificationId, now }: { notificationId: string; now: Date },
): Promise<NotificationRow> {
  const row = await selectNotificationRows(filterNotifications(db, owner, { state: 'all', now }))
    .where('notifications.id', '=', notificationId)
    .executeTakeFirst();
  if (!row) throw notFound('notification');
  return row;
}

/** Which of them: by id, or those that came to the inbox until a time; with both, those of the ids. */
export interface NotificationSelection {
  ids?: readonly string[] | undefined;
  until?: Date | undefined;
}

/** Changes those that the owner may read. Returns their ids. */
export async function changeNotifications(
  trx: Transaction<Database>,
  owner: NotificationOwner,
  { ids, until: latest }: NotificationSelection,
  change: NotificationChange,
): Promise<string[]> {
  const columns = toColumns(change);
  if (Object.keys(columns).length === 0) return [];
  const state = ids ? 'all' : 'inbox';
  const selected = filterNotifications(trx, owner, { state, now: change.now })
    .select('notifications.id')
    .$if(ids !== undefined, (query) =>
      query.where('notifications.id', '=', sql<string>`any(${[...(ids ?? [])]}::text[])`),
    )
    .$if(latest !== undefined, (query) => query.where('notifications.shown_at', '<=', latest ?? change.now));
  const changed = await trx
    .updateTable('notifications')
    .set(columns)
    .where('id', 'in', selected)
    .returning(['id', 'organization_id'])
    .execute();
  const signals = changed.map(({ id, organization_id: organizationId }) => ({
    userId: owner.userId,
    organizationId,
    notificationId: id,
  }));
  afterCommit(trx, () => signalNotifications(signals));
  return changed.map(({ id }) => id);
}

/** What comes back from a snooze early is shown as of now. */
function toColumns({ read, done, snoozedUntil, now }: NotificationChange) {
  const shownAt = sql<Date>`least(shown_at, ${now}::timestamptz)`;
  return {
    ...(read !== undefined && { read_at: read ? now : null }),
    ...(done === false && { done_at: null }),
    ...(snoozedUntil === null && { snoozed_until: null, shown_at: shownAt }),
    ...(done === true && {
      done_at: now,
      read_at: sql<Date>`coalesce(read_at, ${now}::timestamptz)`,
      snoozed_until: null,
      shown_at: shownAt,
    }),
    ...(snoozedUntil && {
      snoozed_until: snoozedUntil,
      shown_at: snoozedUntil,
      read_at: null,
      done_at: null,
    }),
  };
}
