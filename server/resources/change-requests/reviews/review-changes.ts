import type { Kysely, Transaction } from 'kysely';
import type { ReviewCreate, ReviewRequest } from '#api/generated/types.gen.ts';
import { MIN_VISIBLE_LEVEL } from '#server/access/roles.ts';
import { describeNames } from '#server/audit/audit-names.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { badValue, badValues, conflict } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { parseBody, textOfDocument } from '#server/content/documents/comment-text.ts';
import {
  type LockedChangeRequest,
  lockChangeRequest,
  lockSpaceContent,
} from '#server/content/stored/write-revision.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import {
  type ChangeContext,
  type ChangeRequestIds,
  updateChangeRequest,
  changeRequestLabel,
} from '../change-request-changes.ts';
import { canReview, parseDescription, requireNotClosed } from '../change-requests.rules.ts';
import { countTeamReviewers, findLevels } from '../reviewers.queries.ts';

/** A review to add, with the ids of the comments that are sent with it. */
type NewReview = Pick<ReviewCreate, 'status' | 'comment'> & { commentIds: readonly string[] };

/** Adds a review of the current revision; 409 for one's own and for closed change requests. */
export async function addReview(
  trx: Transaction<Database>,
  { changeRequestId }: ChangeRequestIds,
  { status, comment, commentIds }: NewReview,
  { actor, now }: ChangeContext,
): Promise<string> {
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireNotClosed(changeRequest);
  if (changeRequest.created_by === actor.user.id) throw conflict("You can't review your own change request.");
  const id = newId();
  await trx
    .insertInto('reviews')
    .values({
      id,
      change_request_id: changeRequestId,
      reviewer_id: actor.user.id,
      status,
      revision_id: changeRequest.revision_id,
      comment: toReviewText(comment),
      created_at: now,
    })
    .execute();
  const action = status === 'approved' ? 'Approved' : 'Requested changes to';
  const commented = commentIds.length === 0 ? '' : ` with ${countOf(commentIds.length, 'comment')}`;
  await recordAudit(trx, {
    organizationId: changeRequest.organization_id,
    actor,
    action: 'createReview',
    targetKind: 'change-request',
    targetId: changeRequestId,
    summary: `${action} the change request ${changeRequestLabel(changeRequest)}${commented}.`,
    after: {
      status,
      revision: changeRequest.revision_id,
      ...(commentIds.length > 0 && { comments: commentIds }),
    },
  });
  return id;
}

const MAX_REVIEW_LENGTH = 20_000;

/** The comment of a review as Markdown; null for none. */
function toReviewText(comment: ReviewCreate['comment']): string | null {
  if (comment === undefined || comment === '') return null;
  if (typeof comment === 'object' && Object.keys(comment).length === 0) return null;
  const { markdown, document } = parseBody(comment, 'body.comment');
  const text = markdown ?? (document ? textOfDocument(document) : '');
  if ([...text].length <= MAX_REVIEW_LENGTH) return text;
  throw badValue('body.comment', `must have at most ${MAX_REVIEW_LENGTH} characters`);
}

/**
 * Adds review requests; a draft becomes open. 400 for those who may not review in the space, and for teams without any who
 * may, so that none waits in vain.
 */
export async function requestReviews(
  trx: Transaction<Database>,
  ids: ChangeRequestIds,
  { users = [], teams = [], subject, description }: ReviewRequest,
  context: ChangeContext,
): Promise<void> {
  if (users.length + teams.length === 0) throw badValue('body.users', 'needs a member, or body.teams a team');
  const { actor, now } = context;
  await lockSpaceContent(trx, ids.spaceId);
  const changeRequest = await lockChangeRequest(trx, ids.changeRequestId);
  requireNotClosed(changeRequest);
  const problems = [
    ...(await findUserProblems(trx, changeRequest, users)),
    ...(await findTeamProblems(trx, changeRequest, teams)),
  ];
  if (problems.length > 0) throw badValues(problems);
  const request = { change_request_id: ids.changeRequestId, requested_by: actor.user.id, created_at: now };
  const userIds = [...new Set(users)];
  const teamIds = [...new Set(teams)];
  if (userIds.length > 0)
    await trx
      .insertInto('requested_reviewers')
      .values(userIds.map((user_id) => ({ ...request, user_id })))
      .onConflict((one) => one.columns(['change_request_id', 'user_id']).doNothing())
      .execute();
  if (teamIds.length > 0)
    await trx
      .insertInto('requested_teams')
      .values(teamIds.map((team_id) => ({ ...request, team_id })))
      .onConflict((one) => one.columns(['change_request_id', 'team_id']).doNothing())
      .execute();
  await updateChangeRequest(
    trx,
    ids,
    { subject, status: 'open', description: parseDescription(description) },
    context,
  );
  const names = await describeNames(trx, changeRequest.organization_id, [...userIds, ...teamIds]);
  await recordAudit(trx, {
    organizationId: changeRequest.organization_id,
    actor,
    action: 'requestReviewers',
    targetKind: 'change-request',
    targetId: changeRequest.id,
    summary: `Requested a review of the change request ${changeRequestLabel(changeRequest)} from ${names}.`,
    after: { users: userIds, ...(teamIds.length > 0 && { teams: teamIds }) },
  });
}

type RequestedOf = Pick<LockedChangeRequest, 'space_id' | 'organization_id' | 'created_by'>;

async function findUserProblems(
  db: Kysely<Database>,
  { space_id: spaceId, created_by: author }: RequestedOf,
  users: readonly string[],
): Promise<{ path: string; problem: string }[]> {
  if (users.length === 0) return [];
  const levels = await findLevels(db, spaceId, users);
  return users.flatMap((user, index) => {
    const path = `body.users[${index}]`;
    const level = levels.get(user) ?? 0;
    if (level < MIN_VISIBLE_LEVEL) return [{ path, problem: 'is not a member with access to the space' }];
    if (user === author) return [{ path, problem: 'is the author of the change request' }];
    return canReview(level)
      ? []
      : [{ path, problem: 'is a member who may not review in this space; that needs the role "review"' }];
  });
}

async function findTeamProblems(
  db: Kysely<Database>,
  { space_id: spaceId, organization_id: organizationId, created_by: author }: RequestedOf,
  teams: readonly string[],
): Promise<{ path: string; problem: string }[]> {
  if (teams.length === 0) return [];
  const reviewers = await countTeamReviewers(db, { spaceId, organizationId, author }, teams);
  return teams.flatMap((team, index) => {
    const count = reviewers.get(team);
    const path = `body.teams[${index}]`;
    if (count === undefined) return [{ path, problem: 'is not a team of the organization' }];
    return count > 0
      ? []
      : [
          {
            path,
            problem: 'is a team without members who may review in this space; that needs the role "review"',
          },
        ];
  });
}

/** False where no review was requested. */
export async function removeReviewRequest(
  trx: Transaction<Database>,
  { changeRequestId }: ChangeRequestIds,
  userId: string,
  { actor }: ChangeContext,
): Promise<boolean> {
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  const { numDeletedRows } = await trx
    .deleteFrom('requested_reviewers')
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  requireNotClosed(changeRequest);
  await recordAudit(trx, {
    organizationId: changeRequest.organization_id,
    actor,
    action: 'removeRequestedReviewer',
    targetKind: 'change-request',
    targetId: changeRequestId,
    summary: `Removed the review request for ${await describeNames(trx, changeRequest.organization_id, [userId])} from the change request ${changeRequestLabel(changeRequest)}.`,
    before: { user: userId },
  });
  return true;
}

/** False where no review of the team was requested. */
export async function removeTeamRequest(
  trx: Transaction<Database>,
  { changeRequestId }: ChangeRequestIds,
  teamId: string,
  { actor }: ChangeContext,
): Promise<boolean> {
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  const { numDeletedRows } = await trx
    .deleteFrom('requested_teams')
    .where('change_request_id', '=', changeRequestId)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  requireNotClosed(changeRequest);
  await recordAudit(trx, {
    organizationId: changeRequest.organization_id,
    actor,
    action: 'removeRequestedTeam',
    targetKind: 'change-request',
    targetId: changeRequestId,
    summary: `Removed the review request for ${await describeNames(trx, changeRequest.organization_id, [teamId])} from the change request ${changeRequestLabel(changeRequest)}.`,
    before: { team: teamId },
  });
  return true;
}
