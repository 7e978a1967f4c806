import type { NotificationReason } from '#api/generated/types.gen.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import { findMentions, MAX_MENTIONS, type Mentions } from '#server/content/documents/mentions.ts';
import {
  appliedRevisionOf,
  type ChangeRequestPeople,
  type EventContext,
  reviewCommentsOf,
  subscriptionKey,
} from './event-context.ts';
import { MENTIONING } from './reasons.ts';

type Find = (event: LoggedEvent, context: EventContext) => readonly (string | null)[];

/** Who is told for each reason, apart from mentions; none where the event is not about it. */
const RECIPIENTS: Readonly<Partial<Record<NotificationReason, Find>>> = {
  'review-requested': ({ after }) => textsOf(fieldOf(after, 'users')),
  'review-again': (event, context) => {
    const people = changeRequestOf(event, context);
    if (people?.status !== 'open') return [];
    return people.reviewers
      .filter(({ reviewed_at, told_at }) => reviewed_at < event.at && (told_at ?? new Date(0)) < reviewed_at)
      .map(({ user_id }) => user_id);
  },
  'review-submitted': (event, context) => {
    const people = changeRequestOf(event, context);
    if (!people) return [];
    const requesters = people.requested
      .filter(({ user_id }) => user_id === event.actorId)
      .map(({ requested_by }) => requested_by);
    return [people.created_by, ...people.contributors, ...requesters];
  },
  reply: ({ targetId }, { comments, repliers }) => {
    const reply = comments.get(targetId);
    const parent = comments.get(reply?.parent_id ?? '');
    if (!reply || !parent) return [];
    const others = (repliers.get(parent.id) ?? []).filter(({ first_at }) => first_at < reply.posted_at);
    return [parent.posted_by, ...others.map(({ user_id }) => user_id)];
  },
  comment: (event, context) => {
    const people = changeRequestOf(event, context);
    return people ? [...authorsOf(people), ...people.reviewers.map(({ user_id }) => user_id)] : [];
  },
  'suggestion-applied': (event, { suggesters }) => suggesters.get(appliedRevisionOf(event) ?? '') ?? [],
  merged: (event, context) => participantsOf(changeRequestOf(event, context)),
  archived: (event, context) => {
    const isArchived =
      fieldOf(event.after, 'status') === 'archived' && fieldOf(event.before, 'status') !== 'archived';
    return isArchived ? participantsOf(changeRequestOf(event, context)) : [];
  },
  published: ({ targetId }, { subscribers }) => [
    ...(subscribers.get(subscriptionKey('following', 'site', targetId)) ?? []),
  ],
  'webhook-failing': ({ organizationId }, { administrators }) =>
    administrators.get(organizationId ?? '') ?? [],
  reaction: ({ targetId, after }, { comments }) =>
    textsOf(fieldOf(after, 'addedReactions')).length > 0 ? [comments.get(targetId)?.posted_by ?? null] : [],
  access: ({ action, targetKind, targetId, before, after }) => {
    if (action === 'decideFormerGuestAccess')
      return fieldOf(after, 'grant') === true ? Object.keys(Object(fieldOf(after, 'spaces'))) : [];
    if (action === 'updateMember')
      return fieldOf(after, 'role') === fieldOf(before, 'role') ? [] : [targetId];
    if (targetKind === 'team')
      return [...textsOf(fieldOf(after, 'add')), ...textsOf([fieldOf(after, 'userId')])];
    return [...Object.keys(Object(fieldOf(after, 'users'))), ...textsOf([fieldOf(after, 'user')])];
  },
  changed: ({ spaceId, changeRequestId, targetKind, targetId }, { subscribers }) => [
    ...(subscribers.get(subscriptionKey('following', 'space', spaceId)) ?? []),
    ...(subscribers.get(subscriptionKey('following', 'change-request', changeRequestId)) ?? []),
    ...(subscribers.get(subscriptionKey('following', 'site', targetKind === 'site' ? targetId : null)) ?? []),
  ],
};

/** The people who are told of an event for a reason, whoever did it. */
export function findRecipients(
  reason: NotificationReason,
  event: LoggedEvent,
  context: EventContext,
): string[] {
  const found = RECIPIENTS[reason]?.(event, context) ?? [];
  return [...new Set(found.flatMap((id) => id ?? []))];
}

/** The teams whose members are told of an event because their team was given something. */
export function findGrantedTeams({ targetKind, after }: LoggedEvent): string[] {
  if (targetKind !== 'space' && targetKind !== 'collection') return [];
  return [...Object.keys(Object(fieldOf(after, 'teams'))), ...textsOf([fieldOf(after, 'team')])];
}

/** The teams whose review an event requested. */
export function findRequestedTeams({ action, after }: LoggedEvent): string[] {
  return action === 'requestReviewers' ? textsOf(fieldOf(after, 'teams')) : [];
}

/** People without the author of the change request, who can't review it. */
export function withoutAuthor(
  event: LoggedEvent,
  userIds: readonly string[],
  context: EventContext,
): string[] {
  const author = changeRequestOf(event, context)?.created_by;
  return userIds.filter((id) => id !== author);
}

/** Who is mentioned in the text that an event wrote. */
export function findMentioned(event: LoggedEvent, context: EventContext): Mentions {
  const { action, after, actorId, targetId, organizationId } = event;
  const changeRequest = changeRequestOf(event, context);
  const mentionsOf = (text: Parameters<typeof findMentions>[0]) => findMentions(text, organizationId ?? '');
  if (MENTIONING.comment.includes(action)) {
    const isWritten = fieldOf(after, 'text') !== undefined;
    const body = isWritten ? context.comments.get(targetId)?.body : undefined;
    return mentionsOf(body ?? {});
  }
  if (MENTIONING.review.includes(action)) {
    const review = changeRequest?.reviewers.find(({ user_id }) => user_id === actorId);
    const bodies = reviewCommentsOf(event).map((id) => context.comments.get(id)?.body ?? {});
    const mentions = [{ markdown: review?.comment ?? '' }, ...bodies].map(mentionsOf);
    return {
      userIds: mentions.flatMap(({ userIds }) => userIds).slice(0, MAX_MENTIONS),
      teamIds: mentions.flatMap(({ teamIds }) => teamIds).slice(0, MAX_MENTIONS),
    };
  }
  const isDescribed = MENTIONING.description.includes(action) && fieldOf(after, 'description') === true;
  return mentionsOf({ document: (isDescribed ? changeRequest?.description : undefined) ?? undefined });
}

/** Whether someone has muted what an event is about. Who follows a change request hears of it in a muted space, too. */
export function isMuted(userId: string, event: LoggedEvent, { subscribers }: EventContext): boolean {
  const { spaceId, changeRequestId, targetKind, targetId } = event;
  const has = (state: 'following' | 'muted', kind: 'change-request' | 'space' | 'site', id: string | null) =>
    id !== null && subscribers.get(subscriptionKey(state, kind, id))?.has(userId) === true;
  if (has('muted', 'change-request', changeRequestId)) return true;
  if (has('following', 'change-request', changeRequestId)) return false;
  return has('muted', 'space', spaceId) || has('muted', 'site', targetKind === 'site' ? targetId : null);
}

function changeRequestOf(
  event: LoggedEvent,
  { changeRequests }: EventContext,
): ChangeRequestPeople | undefined {
  return event.changeRequestId === null ? undefined : changeRequests.get(event.changeRequestId);
}

const authorsOf = (people: ChangeRequestPeople): (string | null)[] => [
  people.created_by,
  ...people.contributors,
];

function participantsOf(people: ChangeRequestPeople | undefined): (string | null)[] {
  if (!people) return [];
  return [...authorsOf(people), ...[...people.reviewers, ...people.requested].map(({ user_id }) => user_id)];
}

const fieldOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
