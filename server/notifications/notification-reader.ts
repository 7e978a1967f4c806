import { type Kysely, sql, type Transaction } from 'kysely';
import type { NotificationReason } from '#api/generated/types.gen.ts';
import type { EventReader } from '#server/audit/event-cursors.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import { groupBy } from '#server/base/group-by.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue } from '#server/queue/job-queue.ts';
import { type EventContext, loadContext } from './event-context.ts';
import { isDirect, reasonsOfAction } from './reasons.ts';
import {
  findGrantedTeams,
  findMentioned,
  findRecipients,
  findRequestedTeams,
  isMuted,
  withoutAuthor,
} from './recipients.ts';
import { type Notice, writeNotices } from './write-notifications.ts';

/** An event of an organization. */
type OrganizationEvent = LoggedEvent & { organizationId: string };

/** Members of a team that is mentioned, or given something: of a larger one, nobody is told. */
export const MAX_TOLD_TEAM = 500;

/** Tells people what concerns them, in the order of events. */
export const notificationReader: EventReader = { name: 'notifications', handle: tellOfEvents };

async function tellOfEvents(trx: Transaction<Database>, events: readonly LoggedEvent[]): Promise<void> {
  const concerning = events.filter(
    (event): event is OrganizationEvent =>
      event.organizationId !== null && reasonsOfAction(event.action).length > 0,
  );
  if (concerning.length === 0) return;
  await enqueueConflicts(trx, concerning);
  const context = await loadContext(trx, concerning);
  const mentions = new Map(concerning.map((event) => [event.id, findMentioned(event, context)]));
  const teamIds = concerning.flatMap((event) => [
    ...(mentions.get(event.id)?.teamIds ?? []),
    ...findGrantedTeams(event),
    ...findRequestedTeams(event),
  ]);
  const teams = await findTeams(trx, teamIds);
  const membersOf = (event: OrganizationEvent, ids: readonly string[]) =>
    ids.flatMap((id) => teams.get(`${event.organizationId} ${id}`) ?? []);
  const notices = concerning.flatMap((event) => {
    const { userIds = [], teamIds: mentionedTeams = [] } = mentions.get(event.id) ?? {};
    return reasonsOfAction(event.action).flatMap((reason) => {
      const recipients = findRecipients(reason, event, context);
      if (reason === 'mention') recipients.push(...userIds, ...membersOf(event, mentionedTeams));
      if (reason === 'team-review-requested')
        recipients.push(...withoutAuthor(event, membersOf(event, findRequestedTeams(event)), context));
      if (reason === 'access') recipients.push(...membersOf(event, findGrantedTeams(event)));
      return toNotices(event, reason, [...new Set(recipients)], context);
    });
  });
  await writeNotices(trx, await withoutRepeated(trx, oncePerReview(notices)));
}

/** The job that looks for change requests that the content of a space has left with conflicts. */
export const FIND_CONFLICTS_JOB = 'find-conflicts';

const CHANGES_SPACE: ReadonlySet<string> = new Set([
  'mergeChangeRequest',
  'bypassMergeRules',
  'editSpaceContent',
  'importSpaceContent',
  'importOrganizationContent',
  'receiveCommits',
]);

/** One for each space, unless one waits. */
async function enqueueConflicts(trx: Transaction<Database>, events: readonly LoggedEvent[]): Promise<void> {
  const spaceIds = new Set(
    events.flatMap(({ action, spaceId }) => (CHANGES_SPACE.has(action) ? (spaceId ?? []) : [])),
  );
  if (spaceIds.size === 0) return;
  const waiting = await trx
    .selectFrom('jobs')
    .select(sql<string>`payload ->> 'spaceId'`.as('space_id'))
    .where('kind', '=', FIND_CONFLICTS_JOB)
    .where('finished_at', 'is', null)
    .where('locked_until', 'is', null)
    .execute();
  for (const { space_id: spaceId } of waiting) spaceIds.delete(spaceId);
  const runAt = new Date();
  const jobs = [...spaceIds].map((spaceId) => ({ kind: FIND_CONFLICTS_JOB, payload: { spaceId }, runAt }));
  if (jobs.length > 0) await enqueue(trx, ...jobs);
}

/** For all but who did it, and those who have muted it unless they are asked. */
function toNotices(
  event: OrganizationEvent,
  reason: NotificationReason,
  recipients: readonly string[],
  context: EventContext,
): Notice[] {
  const subject = subjectOf(event);
  if (!subject) return [];
  return recipients
    .filter((userId) => userId !== event.actorId && (isDirect(reason) || !isMuted(userId, event, context)))
    .map((userId) => ({
      userId,
      organizationId: event.organizationId,
      eventId: event.id,
      at: event.at,
      reason,
      action: event.action,
      ...subject,
      actorId: event.actorId,
      commentId: commentOf(event, context),
      detail: DETAILED.has(event.action) ? event.summary : null,
    }));
}

/** Actions whose sentence in the audit log says nothing that the recipient may not know. */
const DETAILED: ReadonlySet<string> = new Set(['disableWebhook', 'reportFailingWebhook', 'updateMember']);

/** What an event is about, and who may read it. */
function subjectOf(event: OrganizationEvent): Pick<Notice, 'subject' | 'readers' | 'contentId'> | undefined {
  const { changeRequestId, spaceId, targetKind, targetId, organizationId } = event;
  if (changeRequestId !== null)
    return {
      subject: { kind: 'change-request', id: changeRequestId },
      readers: 'content',
      contentId: spaceId,
    };
  if (spaceId !== null)
    return { subject: { kind: 'space', id: spaceId }, readers: 'content', contentId: spaceId };
  if (targetKind === 'collection')
    return { subject: { kind: 'collection', id: targetId }, readers: 'content', contentId: targetId };
  if (targetKind === 'site')
    return { subject: { kind: 'site', id: targetId }, readers: 'members', contentId: null };
  if (targetKind === 'webhook')
    return { subject: { kind: 'webhook', id: targetId }, readers: 'administrators', contentId: null };
  if (targetKind === 'member' || targetKind === 'team' || targetKind === 'organization')
    return { subject: { kind: 'organization', id: organizationId }, readers: 'everyone', contentId: null };
  return undefined;
}

/** The comment that an event is about: of a reply, the one that it replies to. */
function commentOf({ targetKind, targetId }: LoggedEvent, { comments }: EventContext): string | null {
  if (!targetKind.startsWith('comment')) return null;
  return comments.get(targetId)?.parent_id ?? targetId;
}

/** A reviewer is told once that there are edits since their review, also where one batch has many of them. */
function oncePerReview(notices: readonly Notice[]): Notice[] {
  const told = new Set<string>();
  return notices.filter(({ reason, userId, subject }) => {
    if (reason !== 'review-again') return true;
    const key = `${userId} ${subject.id}`;
    if (told.has(key)) return false;
    told.add(key);
    return true;
  });
}

/** Without mentions in a text of which its reader was told before it was edited. */
async function withoutRepeated(db: Kysely<Database>, notices: readonly Notice[]): Promise<Notice[]> {
  const mentions = notices.filter(
    ({ reason, action }) => reason === 'mention' && action.startsWith('update'),
  );
  if (mentions.length === 0) return [...notices];
  const { rows } = await sql<{
    user_id: string;
    subject_id: string;
    action: string;
    comment_id: string | null;
  }>`
    select told.user_id, notifications.subject_id, told.action, told.comment_id
    from notifications join notification_events as told on told.notification_id = notifications.id
    where told.reason = 'mention' and notifications.user_id = any(${mentions.map(({ userId }) => userId)}::text[])
      and notifications.subject_id = any(${mentions.map(({ subject }) => subject.id)}::text[])`.execute(db);
  const told = new Set(rows.map((row) => `${row.user_id} ${row.subject_id} ${row.comment_id ?? row.action}`));
  const groups = groupBy(
    mentions,
    ({ userId, subject, commentId, action }) => `${userId} ${subject.id} ${commentId ?? action}`,
  );
  const repeated = new Set([...groups].flatMap(([key, group]) => (told.has(key) ? group : group.slice(1))));
  return notices.filter((notice) => !repeated.has(notice));
}

/** The members of teams by `organization team`, without those of teams that are too large. */
async function findTeams(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ key: string; users: string[] }>`
    select organization_id || ' ' || team_id as key, array_agg(user_id) as users from team_members
    where team_id = any(${[...new Set(ids)]}::text[])
    group by organization_id, team_id having count(*) <= ${MAX_TOLD_TEAM}`.execute(db);
  return new Map(rows.map((row) => [row.key, row.users]));
}
