import { type Kysely, sql } from 'kysely';
import type { CommentBody, NotificationReason } from '#api/generated/types.gen.ts';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import { textOfDocument } from '#server/content/documents/comment-text.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { isOfInbox, selectReadable, type SubjectRow } from '#server/notifications/readable-notifications.ts';
import { sortReasons } from '#server/notifications/reasons.ts';
import { screenOf } from '#server/notifications/subject-screen.ts';
import type { MailContent } from '../mail-texts.ts';
import {
  digestMail,
  type NotifiedEvent,
  type NotifiedSubject,
  notificationMail,
} from './notification-texts.ts';
import { type MailingKind, unsubscribeUrl } from './unsubscribe-token.ts';

interface ComposeContext {
  service: Pick<ServiceSettings, 'publicUrl' | 'signingKey'>;
  now: Date;
}

interface StoredEvent {
  reason: NotificationReason;
  action: string;
  actor: string | null;
  comment_id: string | null;
  body: CommentBody | null;
  detail: string | null;
}

type MailedRow = SubjectRow &
  Pick<Row<'notifications'>, 'subject_kind' | 'subject_id' | 'organization_id'> & {
    events: StoredEvent[];
    organization_title: string;
  };

/**
 * What a queued mail is about and its recipient has not read, of what they may read at this moment; the subject with
 * the latest event first. None if the account has another address by now.
 */
async function findMailed(
  db: Kysely<Database>,
  mail: Row<'mails'>,
  userId: string,
  now: Date,
): Promise<MailedRow[]> {
  const unread = sql<{ events: StoredEvent[] }>`(
    select jsonb_agg(jsonb_build_object('reason', unread.reason, 'action', unread.action, 'actor', actors.display_name,
      'comment_id', unread.comment_id, 'detail', unread.detail,
      'body', coalesce(comments.body, comment_replies.body)) order by unread.at, unread.event_id) as events
    from (
      select * from notification_events
      where notification_id = notifications.id order by at desc, event_id desc limit notifications.count
    ) as unread
    left join users as actors on actors.id = unread.actor_id
    left join comments on comments.id = unread.comment_id
    left join comment_replies on comment_replies.id = unread.comment_id
    where unread.mail_id = ${mail.id}
  )`;
  return selectReadable(db)
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .innerJoin('organizations', 'organizations.id', 'notifications.organization_id')
    .innerJoinLateral(unread.as('mailed'), (join) => join.onTrue())
    .select(['notifications.subject_kind', 'notifications.subject_id', 'notifications.organization_id'])
    .select([
      'subject.subject_title',
      'subject.subject_number',
      'subject.subject_slug',
      'subject.space_id',
      'subject.space_title',
      'mailed.events',
      'organizations.title as organization_title',
    ])
    .where('notifications.user_id', '=', userId)
    .where('notifications.organization_id', '=', mail.organization_id)
    .where('notifications.read_at', 'is', null)
    .where(isOfInbox(now))
    .where(sql<boolean>`lower(users.email) = ${mail.recipient}`)
    .where('mailed.events', 'is not', null)
    .orderBy('notifications.shown_at', 'desc')
    .orderBy('notifications.id')
    .execute();
}

/** A mail about one subject; null if it was read in between, or may not be read any more. */
export async function composeNotification(
  db: Kysely<Database>,
  mail: Row<'mails'>,
  context: ComposeContext,
): Promise<MailContent | null> {
  const userId = userOf(mail);
  const [row] = await findMailed(db, mail, userId, context.now);
  if (!row) return null;
  return notificationMail({
    ...recipientLinks({ userId, organizationId: row.organization_id }, 'mail', context),
    subject: toSubject(row, context),
    events: row.events.map(toEvent).toSorted(byImportance),
    thread: row.subject_kind === 'change-request' ? row.subject_id : undefined,
    listId: row.organization_id,
  });
}

/** The summary of a day or a week; null if all was read in between. */
export async function composeDigest(
  db: Kysely<Database>,
  mail: Row<'mails'>,
  context: ComposeContext,
): Promise<MailContent | null> {
  const userId = userOf(mail);
  const rows = await findMailed(db, mail, userId, context.now);
  const [first] = rows;
  if (!first) return null;
  const frequency = Reflect.get(Object(mail.data), 'frequency') === 'weekly' ? 'weekly' : 'daily';
  return digestMail({
    ...recipientLinks({ userId, organizationId: first.organization_id }, frequency, context),
    frequency,
    organization: first.organization_title,
    notifications: rows.map((row) => ({
      subject: toSubject(row, context),
      events: row.events.map(toEvent).toSorted(byImportance),
    })),
    url: appUrl(context.service, `/o/${first.organization_id}`),
    listId: first.organization_id,
  });
}

const userOf = ({ data }: Row<'mails'>): string => String(Reflect.get(Object(data), 'userId'));

const recipientLinks = (
  { userId, organizationId }: { userId: string; organizationId: string },
  kind: MailingKind,
  context: ComposeContext,
) => ({
  settingsUrl: appUrl(context.service, `/o/${organizationId}/notifications/settings`),
  unsubscribeUrl: unsubscribeUrl(context.service, { kind, userId }),
});

function toSubject(row: MailedRow, context: ComposeContext): NotifiedSubject {
  const hasComment = row.events.some(({ comment_id: id }) => id !== null);
  return {
    title: row.subject_title,
    number: row.subject_number,
    spaceTitle: row.subject_kind === 'space' ? null : row.space_title,
    url: appUrl(context.service, screenOf(row, { hasComment })),
  };
}

function toEvent({ reason, action, actor, body, detail }: StoredEvent): NotifiedEvent {
  const comment = body && (body.markdown ?? (body.document ? textOfDocument(body.document) : null));
  return { reason, action, actor, comment, detail };
}

/** The reason that concerns the person most comes first; what has the same stays in the order in which it happened. */
function byImportance(a: NotifiedEvent, b: NotifiedEvent): number {
  if (a.reason === b.reason) return 0;
  return sortReasons([a.reason, b.reason])[0] === a.reason ? -1 : 1;
}
