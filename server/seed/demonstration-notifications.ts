import { sql, type Transaction } from 'kysely';
import type { NotificationReason } from '#api/generated/types.gen.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findAdministrators, type Notice, writeNotices } from '#server/notifications/write-notifications.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How far back people were told. */
const SINCE_MS = 45 * DAY_MS;
/** What is older was read, and what is older still is done. */
const READ_MS = 3 * DAY_MS;
const DONE_MS = 14 * DAY_MS;

/** What somebody did at a change request or a space of the demonstration. */
interface Deed {
  id: string;
  at: Date;
  user_id: string;
  actor_id: string | null;
  reason: NotificationReason;
  action: string;
  change_request_id: string | null;
  comment_id: string | null;
  space_id: string;
  organization_id: string;
}

/** Tells the people of the demonstration what its other rows say that happened: by the rules of what happens later. */
export async function seedNotifications(trx: Transaction<Database>, now: Date): Promise<void> {
  const notices = [...(await findDeeds(trx, now)).map(toNotice), ...(await findFailing(trx))];
  await writeNotices(trx, notices);
  const before = (age: number) => new Date(now.getTime() - age);
  await trx
    .updateTable('notifications')
    .set({ read_at: sql<Date>`shown_at + interval '2 hours'` })
    .where('shown_at', '<', before(READ_MS))
    .execute();
  await trx
    .updateTable('notifications')
    .set({ done_at: sql<Date>`shown_at + interval '3 hours'` })
    .where('shown_at', '<', before(DONE_MS))
    .execute();
}

/** In the order in which they happened. */
async function findDeeds(trx: Transaction<Database>, now: Date): Promise<Deed[]> {
  const { rows } = await sql<Deed>`
    select deeds.*, spaces.organization_id from (
      select requested.change_request_id || requested.user_id as id, requested.created_at as at,
        requested.user_id, requested.requested_by as actor_id, 'review-requested' as reason, 'requestReviewers' as action,
        change_requests.id as change_request_id, null as comment_id, change_requests.space_id
      from requested_reviewers as requested join change_requests on change_requests.id = requested.change_request_id
      union all
      select reviews.id, reviews.created_at, change_requests.created_by, reviews.reviewer_id, 'review-submitted', 'createReview',
        change_requests.id, null, change_requests.space_id
      from reviews join change_requests on change_requests.id = reviews.change_request_id
      union all
      select comments.id, comments.posted_at, change_requests.created_by, comments.posted_by, 'comment',
        'createChangeRequestComment', change_requests.id, comments.id, comments.space_id
      from comments join change_requests on change_requests.id = comments.change_request_id
      union all
      select replies.id, replies.posted_at, comments.posted_by, replies.posted_by, 'reply',
        case when comments.change_request_id is null then 'createSpaceCommentReply' else 'createChangeRequestCommentReply' end,
        comments.change_request_id, comments.id, comments.space_id
      from comment_replies as replies join comments on comments.id = replies.comment_id
    ) as deeds join spaces on spaces.id = deeds.space_id
    where deeds.user_id is not null and deeds.user_id is distinct from deeds.actor_id
      and deeds.at > ${new Date(now.getTime() - SINCE_MS)} and deeds.at <= ${now}
    order by deeds.at, deeds.id`.execute(trx);
  return rows;
}

function toNotice(deed: Deed): Notice {
  const { change_request_id: changeRequestId, space_id: spaceId } = deed;
  return {
    userId: deed.user_id,
    organizationId: deed.organization_id,
    eventId: `seed:${deed.id}`,
    at: deed.at,
    reason: deed.reason,
    action: deed.action,
    subject:
      changeRequestId === null
        ? { kind: 'space', id: spaceId }
        : { kind: 'change-request', id: changeRequestId },
    readers: 'content',
    contentId: spaceId,
    actorId: deed.actor_id,
    commentId: deed.comment_id,
    detail: null,
  };
}

/** Webhooks that fail, for administrators. */
async function findFailing(trx: Transaction<Database>): Promise<Notice[]> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'organization_id', 'title', 'failing_since'])
    .where('failing_since', 'is not', null)
    .execute();
  const administrators = await findAdministrators(trx, [
    ...new Set(webhooks.map((row) => row.organization_id)),
  ]);
  return webhooks.flatMap(({ id, organization_id: organizationId, title, failing_since: since }) =>
    (administrators.get(organizationId) ?? []).map((userId) => ({
      userId,
      organizationId,
      eventId: `seed:${id}`,
      at: new Date((since ?? new Date()).getTime() + DAY_MS),
      reason: 'webhook-failing' as const,
      action: 'reportFailingWebhook',
      subject: { kind: 'webhook' as const, id },
      readers: 'administrators' as const,
      contentId: null,
      actorId: null,
      commentId: null,
      detail: `Every attempt of the webhook “${title ?? 'without a title'}” has failed for a day.`,
    })),
  );
}
