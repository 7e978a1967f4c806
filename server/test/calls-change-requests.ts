import { type Arrange, member, nothing, type Scene } from './call-parts.ts';
import { as } from './test-app.ts';
import { inWritten, writtenSpace } from './calls-content.ts';

const CHANGE_REQUEST = ['spaceId', 'changeRequestId'] as const;

/** A change request of which somebody was asked for a review. */
async function askedForReview(scene: Scene) {
  const { spaceId, changeRequestId } = await writtenSpace(scene);
  const { userId } = await member(scene);
  const url = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/requested-reviewers`;
  const { status } = await as(scene.admin).post(url, { users: [userId] });
  if (status !== 200) throw new Error(`Nobody was asked for a review: ${status}.`);
  return { spaceId, changeRequestId, userId };
}

/** Calls of the operations on change requests. */
export const CHANGE_REQUEST_CALLS = {
  listChangeRequests: inWritten(['spaceId']),
  createChangeRequest: inWritten(['spaceId'], { subject: 'Say it shorter' }),
  getChangeRequest: inWritten(CHANGE_REQUEST),
  updateChangeRequest: inWritten(CHANGE_REQUEST, { subject: 'Say it shorter' }),
  mergeChangeRequest: inWritten(CHANGE_REQUEST),
  updateChangeRequestFromMain: inWritten(CHANGE_REQUEST),
  getChangeRequestPdf: inWritten(CHANGE_REQUEST),
  getChangeRequestChanges: inWritten(CHANGE_REQUEST),
  getChangeRequestConflicts: inWritten(CHANGE_REQUEST),
  editChangeRequestContent: inWritten(CHANGE_REQUEST, {
    changes: [{ operation: 'insert_page', title: 'New page' }],
  }),
  listOrganizationChangeRequests: nothing,
  countOrganizationChangeRequests: nothing,
  listContributors: inWritten(CHANGE_REQUEST),
  listReviews: inWritten(CHANGE_REQUEST),
  createReview: inWritten(CHANGE_REQUEST, { status: 'approved' }),
  listRequestedReviewers: inWritten(CHANGE_REQUEST),
  requestReviewers: async (scene) => {
    const { spaceId, changeRequestId } = await writtenSpace(scene);
    const { userId } = await member(scene);
    return { params: { spaceId, changeRequestId }, body: { users: [userId] } };
  },
  removeRequestedReviewer: async (scene) => ({ params: await askedForReview(scene) }),
} satisfies Record<string, Arrange>;
