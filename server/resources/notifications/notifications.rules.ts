import type {
  Notification,
  NotificationReason,
  NotificationSubject,
  Subscription,
} from '#api/generated/types.gen.ts';
import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { toUserView, type UserRow } from '#server/access/users.view.ts';
import { badValue } from '#server/base/errors.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import { parseTime } from '#server/base/times.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { SubjectRow } from '#server/notifications/readable-notifications.ts';
import { type OfSubject, screenOf } from '#server/notifications/subject-screen.ts';

export const MAX_SUBSCRIPTIONS = 1000;
/** People that a notification names. */
export const VIEWED_ACTORS = 3;
const MAX_SNOOZE_MS = 366 * 24 * 60 * 60_000;

/** A person, as JSON in a column. */
export type ActorDetail = UserRow;

export interface NotificationRow extends Row<'notifications'>, SubjectRow {
  /** As JSON: `at` is a text. */
  latest: {
    reason: NotificationReason;
    action: string;
    actor_id: string | null;
    comment_id: string | null;
    detail: string | null;
    at: string;
  } | null;
  actors: ActorDetail[] | null;
}

export interface SubscriptionRow extends Row<'subscriptions'>, SubjectRow {}

/** The active organizations of a caller, or one of them. Throws 404 for one that they are not in. */
export function organizationsOf(actor: Actor, organizationId: string | undefined): string[] {
  if (organizationId !== undefined) return [membershipOr404(actor, organizationId).organizationId];
  return actor.memberships
    .filter(({ disabled }) => !disabled)
    .map((membership) => membership.organizationId)
    .toSorted();
}

export interface NotificationChange {
  read?: boolean | undefined;
  done?: boolean | undefined;
  /** Null ends a snooze. */
  snoozedUntil?: Date | null | undefined;
  now: Date;
}

/** Throws 400 for changes that contradict each other, and times that are not within a year from now. */
export function parseChange(
  { read, done, snoozedUntil }: { read?: boolean; done?: boolean; snoozedUntil?: string | null },
  now: Date,
): NotificationChange {
  if (done === true && read === false)
    throw badValue('body.read', 'can’t be false with done: what is done is read');
  if (snoozedUntil === undefined || snoozedUntil === null) return { read, done, snoozedUntil, now };
  if (read === true || done === true)
    throw badValue('body.snoozedUntil', 'can’t be given with read or done: it comes back unread');
  const until = parseTime('body.snoozedUntil', snoozedUntil);
  if (!until || until <= now) throw badValue('body.snoozedUntil', 'must be in the future');
  if (until.getTime() - now.getTime() > MAX_SNOOZE_MS)
    throw badValue('body.snoozedUntil', 'must be within a year');
  return { read, done, snoozedUntil: until, now };
}

export function toNotificationView(
  row: NotificationRow,
  { service, now }: { service: ServiceSettings; now: Date },
): Notification {
  const { latest } = row;
  const isSnoozed = row.snoozed_until !== null && row.snoozed_until > now;
  return {
    object: 'notification',
    id: row.id,
    organization: row.organization_id,
    reason: row.reason,
    reasons: row.reasons,
    subject: toSubjectView(row),
    count: row.count,
    actors: (row.actors ?? []).map(toUserView),
    latest: {
      reason: latest?.reason ?? row.reason,
      action: latest?.action ?? '',
      at: latest ? new Date(latest.at).toISOString() : row.updated_at.toISOString(),
      ...(latest && latest.actor_id !== null && { user: latest.actor_id }),
      ...(latest && latest.comment_id !== null && { comment: latest.comment_id }),
      ...(latest && latest.detail !== null && { detail: latest.detail }),
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.shown_at.toISOString(),
    ...(row.read_at && { readAt: row.read_at.toISOString() }),
    ...(row.done_at && { doneAt: row.done_at.toISOString() }),
    ...(row.snoozed_until && isSnoozed && { snoozedUntil: row.snoozed_until.toISOString() }),
    urls: {
      location: apiUrl(service, `/user/notifications/${row.id}`),
      app: appUrl(service, screenOf(row, { hasComment: (latest?.comment_id ?? null) !== null })),
    },
  };
}

export function toSubscriptionView(row: SubscriptionRow): Subscription {
  return {
    object: 'subscription',
    state: row.state,
    organization: row.organization_id,
    subject: toSubjectView(row),
    createdAt: row.created_at.toISOString(),
  };
}

function toSubjectView(row: OfSubject): NotificationSubject {
  return {
    kind: row.subject_kind,
    id: row.subject_id,
    title: row.subject_title,
    ...(row.subject_number !== null && { number: row.subject_number }),
    ...(row.space_id !== null && { space: row.space_id }),
    ...(row.space_title !== null && { spaceTitle: row.space_title }),
  };
}
