import { type Kysely, sql } from 'kysely';
import type { CommentBody, SubscriptionState, SubscriptionSubjectKind } from '#api/generated/types.gen.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import { groupBy } from '#server/base/group-by.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findAdministrators } from './write-notifications.ts';

/** A change request with the people who take part in it. */
export interface ChangeRequestPeople {
  id: string;
  status: string;
  description: CommentBody['document'] | null;
  created_by: string | null;
  contributors: string[];
  /** Who reviewed it, when, and when they were last told that it was edited since. */
  reviewers: readonly { user_id: string; reviewed_at: Date; told_at: Date | null; comment: string | null }[];
  /** Whose review is requested, and by whom. */
  requested: readonly { user_id: string; requested_by: string | null }[];
}

/** A comment or a reply. */
interface CommentPeople {
  id: string;
  /** The comment that it replies to. */
  parent_id: string | null;
  posted_by: string | null;
  posted_at: Date;
  body: CommentBody;
}

/** Someone who replied to a comment. */
interface Replier {
  user_id: string;
  first_at: Date;
}

/** What the recipients of some events depend on, as it is now. */
export interface EventContext {
  changeRequests: ReadonlyMap<string, ChangeRequestPeople>;
  comments: ReadonlyMap<string, CommentPeople>;
  /** Who replied to a comment, and when first. */
  repliers: ReadonlyMap<string, readonly Replier[]>;
  /** The authors of the suggestions that a revision applied. */
  suggesters: ReadonlyMap<string, readonly string[]>;
  /** The people who follow or have muted something, by `state kind id`. */
  subscribers: ReadonlyMap<string, ReadonlySet<string>>;
  administrators: ReadonlyMap<string, readonly string[]>;
}

export async function loadContext(
  db: Kysely<Database>,
  events: readonly LoggedEvent[],
): Promise<EventContext> {
  const changeRequestIds = idsOf(events, ({ changeRequestId }) => changeRequestId);
  const comments = await findComments(db, [
    ...idsOf(events, ({ targetKind, targetId }) => (targetKind.startsWith('comment') ? targetId : null)),
    ...events.flatMap(reviewCommentsOf),
  ]);
  const parentIds = [...new Set(comments.flatMap(({ parent_id }) => parent_id ?? []))];
  const parents = await findComments(db, parentIds);
  const webhookOrganizations = idsOf(events, ({ targetKind, organizationId }) =>
    targetKind === 'webhook' ? organizationId : null,
  );
  return {
    changeRequests: await findChangeRequests(db, changeRequestIds),
    comments: new Map([...comments, ...parents].map((comment) => [comment.id, comment])),
    repliers: await findRepliers(db, parentIds),
    suggesters: await findSuggesters(db, idsOf(events, appliedRevisionOf)),
    subscribers: await findSubscribers(db, events),
    administrators: await findAdministrators(db, webhookOrganizations),
  };
}

function idsOf(events: readonly LoggedEvent[], idOf: (event: LoggedEvent) => string | null): string[] {
  return [...new Set(events.flatMap((event) => idOf(event) ?? []))];
}

/** The comments that were sent with a review; none for other events. */
export function reviewCommentsOf({ action, after }: LoggedEvent): string[] {
  const ids: unknown = action === 'createReview' ? Reflect.get(Object(after), 'comments') : [];
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

/** The revision that suggestions made; null for other events. */
export function appliedRevisionOf({ action, after }: LoggedEvent): string | null {
  const revision: unknown = action === 'applySuggestions' ? Reflect.get(Object(after), 'revision') : null;
  return typeof revision === 'string' ? revision : null;
}

async function findChangeRequests(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, ChangeRequestPeople>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('change_requests')
    .select(['id', 'status', 'description', 'created_by', 'contributors'])
    .where('id', 'in', ids)
    .execute();
  const { rows: reviews } = await sql<
    ChangeRequestPeople['reviewers'][number] & { change_request_id: string }
  >`
    select distinct on (change_request_id, reviewer_id) change_request_id, reviewer_id as user_id, comment,
      created_at as reviewed_at,
      (select max(told.at) from notifications join notification_events as told on told.notification_id = notifications.id
        where notifications.user_id = reviewer_id and notifications.subject_kind = 'change-request'
          and notifications.subject_id = change_request_id and told.reason = 'review-again') as told_at
    from reviews where change_request_id = any(${[...ids]}::text[])
    order by change_request_id, reviewer_id, created_at desc`.execute(db);
  const requests = await db
    .selectFrom('requested_reviewers')
    .select(['change_request_id', 'user_id', 'requested_by'])
    .where('change_request_id', 'in', ids)
    .execute();
  const reviewers = groupBy(reviews, (row) => row.change_request_id);
  const requested = groupBy(requests, (row) => row.change_request_id);
  return new Map(
    rows.map(({ description, ...row }) => [
      row.id,
      {
        ...row,
        // Only documents were stored.
        description: description as ChangeRequestPeople['description'],
        reviewers: reviewers.get(row.id) ?? [],
        requested: requested.get(row.id) ?? [],
      },
    ]),
  );
}

async function findComments(db: Kysely<Database>, ids: readonly string[]): Promise<CommentPeople[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CommentPeople>`
    select id, null as parent_id, posted_by, posted_at, body from comments where id = any(${[...ids]}::text[])
    union all
    select id, comment_id, posted_by, posted_at, body from comment_replies where id = any(${[...ids]}::text[])`.execute(
    db,
  );
  return rows;
}

async function findRepliers(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Replier[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Replier & { comment_id: string }>`
    select comment_id, posted_by as user_id, min(posted_at) as first_at from comment_replies
    where comment_id = any(${[...ids]}::text[]) and posted_by is not null group by comment_id, posted_by`.execute(
    db,
  );
  return groupBy(rows, (row) => row.comment_id);
}

async function findSuggesters(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ revision: string; users: string[] }>`
    select applied_revision as revision, array_agg(distinct posted_by) as users from comments
    where applied_revision = any(${[...ids]}::text[]) and posted_by is not null group by applied_revision`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.revision, row.users]));
}

async function findSubscribers(
  db: Kysely<Database>,
  events: readonly LoggedEvent[],
): Promise<Map<string, Set<string>>> {
  const ids = events.flatMap(({ spaceId, changeRequestId, targetKind, targetId }) => [
    ...[spaceId, changeRequestId].flatMap((id) => id ?? []),
    ...(targetKind === 'site' ? [targetId] : []),
  ]);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('subscriptions')
    .select(['state', 'subject_kind', 'subject_id', 'user_id'])
    .where('subject_id', 'in', [...new Set(ids)])
    .execute();
  const groups = groupBy(rows, (row) => subscriptionKey(row.state, row.subject_kind, row.subject_id));
  return new Map([...groups].map(([key, group]) => [key, new Set(group.map((row) => row.user_id))]));
}

export const subscriptionKey = (
  state: SubscriptionState,
  kind: SubscriptionSubjectKind,
  id: string | null,
): string => `${state} ${kind} ${id}`;
