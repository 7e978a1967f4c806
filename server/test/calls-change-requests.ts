import { type CallFactory, memberParams, organizationCall, type ApiFixture } from './call-parts.ts';
import { as } from './test-app.ts';
import { contentCall, writtenSpaceParams } from './calls-content.ts';

const CHANGE_REQUEST = ['spaceId', 'changeRequestId'] as const;

/** A change request of which somebody was asked for a review. */
async function reviewRequestParams(fixture: ApiFixture) {
  const { spaceId, changeRequestId } = await writtenSpaceParams(fixture);
  const { userId } = await memberParams(fixture);
  const url = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/requested-reviewers`;
  const { status } = await as(fixture.admin).post(url, { users: [userId] });
  if (status !== 200) throw new Error(`Nobody was asked for a review: ${status}.`);
  return { spaceId, changeRequestId, userId };
}

/** Calls of the operations on change requests. */
export const CHANGE_REQUEST_CALLS = {
  listChangeRequests: contentCall(['spaceId']),
  createChangeRequest: contentCall(['spaceId'], { subject: 'Say it shorter' }),
  getChangeRequest: contentCall(CHANGE_REQUEST),
  updateChangeRequest: contentCall(CHANGE_REQUEST, { subject: 'Say it shorter' }),
  mergeChangeRequest: contentCall(CHANGE_REQUEST),
  updateChangeRequestFromMain: contentCall(CHANGE_REQUEST),
  getChangeRequestPdf: contentCall(CHANGE_REQUEST),
  getChangeRequestChanges: contentCall(CHANGE_REQUEST),
  getChangeRequestConflicts: contentCall(CHANGE_REQUEST),
  editChangeRequestContent: contentCall(CHANGE_REQUEST, {
    changes: [{ operation: 'insert_page', title: 'New page' }],
  }),
  listOrganizationChangeRequests: organizationCall,
  countOrganizationChangeRequests: organizationCall,
  listContributors: contentCall(CHANGE_REQUEST),
  listReviews: contentCall(CHANGE_REQUEST),
  createReview: contentCall(CHANGE_REQUEST, { status: 'approved' }),
  listRequestedReviewers: contentCall(CHANGE_REQUEST),
  requestReviewers: async (fixture) => {
    const { spaceId, changeRequestId } = await writtenSpaceParams(fixture);
    const { userId } = await memberParams(fixture);
    return { params: { spaceId, changeRequestId }, body: { users: [userId] } };
  },
  removeRequestedReviewer: async (fixture) => ({ params: await reviewRequestParams(fixture) }),
} satisfies Record<string, CallFactory>;
