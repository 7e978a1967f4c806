import type { Transaction } from 'kysely';
import { recordAudit } from '#server/audit.ts';
import { nameAll } from '#server/audit-names.ts';
import { lockChangeRequest, lockSpaceContent } from '#server/content/write-revision.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { badValues, conflict } from '#server/errors.ts';
import type { ReviewCreate, ReviewRequest } from '#api/generated/types.gen.ts';
import { type ChangeBy, type ChangeRequestIds, changeSettings, nameOf } from './change-request-changes.ts';
import { requireUnfinished } from './change-requests.policy.ts';
import { whoCanSee } from './reviews.queries.ts';

/** Writes down what a reviewer thinks of a change request as it is now; 409 for one's own and for one that is over. */
export async function addReview(
  trx: Transaction<Database>,
  { changeRequestId }: ChangeRequestIds,
  { status, comment }: ReviewCreate,
  { actor, now }: ChangeBy,
): Promise<string> {
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireUnfinished(changeRequest);
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
      comment: comment ?? null,
      created_at: now,
    })
    .execute();
  const verdict = status === 'approved' ? 'Approved' : 'Requested changes to';
  await recordAudit(trx, {
    organizationId: changeRequest.organization_id,
    actor,
    action: 'createReview',
    targetKind: 'change-request',
    targetId: changeRequestId,
    summary: `${verdict} the change request ${nameOf(changeRequest)}.`,
    after: { status, revision: changeRequest.revision_id },
  });
  return id;
}

/** Asks people for a review, in addition to those asked before; a draft becomes open. */
export async function askForReviews(
  trx: Transaction<Database>,
  ids: ChangeRequestIds,
  { users, subject }: ReviewRequest,
  by: ChangeBy,
): Promise<void> {
  await lockSpaceContent(trx, ids.spaceId);
  const changeRequest = await lockChangeRequest(trx, ids.changeRequestId);
  requireUnfinished(changeRequest);
  const able = await whoCanSee(trx, ids.spaceId, users);
  const problems = users.flatMap((user, index) => {
    const path = `body.users[${index}]`;
    if (!able.has(user)) return [{ path, problem: 'is not a member with access to the space' }];
    return user === changeRequest.created_by
      ? [{ path, problem: 'is the author of the change request' }]
      : [];
  });
  if (problems.length > 0) throw badValues(problems);
  const asked = [...new Set(users)].map((user) => ({
    change_request_id: ids.changeRequestId,
    user_id: user,
    requested_by: by.actor.user.id,
    created_at: by.now,
  }));
  await trx
    .insertInto('requested_reviewers')
    .values(asked)
    .onConflict((one) => one.columns(['change_request_id', 'user_id']).doNothing())
    .execute();
  await changeSettings(trx, ids, { subject, status: 'open' }, by);
  await recordAudit(trx, {
    organizationId: changeRequest.organization_id,
    actor: by.actor,
    action: 'requestReviewers',
    targetKind: 'change-request',
    targetId: changeRequest.id,
    summary: `Requested a review of the change request ${nameOf(changeRequest)} from ${await nameAll(trx, changeRequest.organization_id, [...new Set(users)])}.`,
    after: { users: [...new Set(users)] },
  });
}

/** No longer asks somebody for a review; false where nobody had asked. */
export async function withdrawRequest(
  trx: Transaction<Database>,
  { changeRequestId }: ChangeRequestIds,
  userId: string,
  { actor }: ChangeBy,
): Promise<boolean> {
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  const { numDeletedRows } = await trx
    .deleteFrom('requested_reviewers')
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  requireUnfinished(changeRequest);
  await recordAudit(trx, {
    organizationId: changeRequest.organization_id,
    actor,
    action: 'removeRequestedReviewer',
    targetKind: 'change-request',
    targetId: changeRequestId,
    summary: `Removed the review request for ${await nameAll(trx, changeRequest.organization_id, [userId])} from the change request ${nameOf(changeRequest)}.`,
    before: { user: userId },
  });
  return true;
}
