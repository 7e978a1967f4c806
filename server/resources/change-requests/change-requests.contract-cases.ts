import { invalidateCounts } from '#server/lists/count-cache.ts';
import { createChangeRequest, writeContent } from '#server/test/content-factories.ts';
import {
  type ApiFixture,
  type Call,
  contentCall,
  inOrganization,
  organizationCall,
  writtenSpaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis, padded, platformDocument } from '#server/test/contract/texts.ts';
import { createMember, createSpace, createTeam } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';

const CHANGE_REQUEST = ['spaceId', 'changeRequestId'] as const;

const urlOf = ({ params }: Call) => `/v1/spaces/${params.spaceId}/change-requests/${params.changeRequestId}`;

/** A member who may review. */
const createReviewer = (fixture: ApiFixture) => createMember({ ...inOrganization(fixture), role: 'review' });

/** A change request with a requested reviewer. */
async function reviewRequestParams(fixture: ApiFixture) {
  const { spaceId, changeRequestId } = await writtenSpaceParams(fixture);
  const { id: userId } = await createReviewer(fixture);
  const params = { spaceId, changeRequestId, userId };
  const { status } = await as(fixture.admin).post(`${urlOf({ params })}/requested-reviewers`, {
    users: [userId],
  });
  if (status !== 200) throw new Error(`No review was requested: ${status}.`);
  return params;
}

/** A change request with a requested team. */
async function teamRequestParams(fixture: ApiFixture) {
  const { spaceId, changeRequestId } = await writtenSpaceParams(fixture);
  const { id: userId } = await createReviewer(fixture);
  const { id: teamId } = await createTeam({ ...inOrganization(fixture), members: [userId] });
  const params = { spaceId, changeRequestId, teamId };
  const { status } = await as(fixture.admin).post(`${urlOf({ params })}/requested-reviewers`, {
    teams: [teamId],
  });
  if (status !== 200) throw new Error(`No review was requested: ${status}.`);
  return params;
}

/** A merged change request. */
async function mergedParams(fixture: ApiFixture) {
  const { spaceId, changeRequestId } = await writtenSpaceParams(fixture);
  const params = { spaceId, changeRequestId };
  const changes = [{ operation: 'insert_page', type: 'group', title: 'New pages' }];
  await as(fixture.admin).post(`${urlOf({ params })}/content`, { changes });
  const { body } = await as(fixture.admin).post(`${urlOf({ params })}/merge`);
  if (body.result !== 'merge') throw new Error(`Nothing was merged: ${JSON.stringify(body)}.`);
  return params;
}

/** Changes the stored contributors of a change request. */
async function changeContributors(
  { params: { changeRequestId = '' } }: Call,
  edit: (ids: string[]) => string[],
): Promise<void> {
  const { db } = await testApp();
  const { contributors } = await db
    .selectFrom('change_requests')
    .select('contributors')
    .where('id', '=', changeRequestId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('change_requests')
    .set({ contributors: edit(contributors) })
    .where('id', '=', changeRequestId)
    .execute();
}

export const changeRequestCases = contractCases({
  calls: {
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
    // A group: how much an edit of a text does depends on whether the database has parsed it before.
    editSpaceContent: contentCall(['spaceId'], {
      changes: [{ operation: 'insert_page', type: 'group', title: 'New pages' }],
    }),
    createFileUpload: contentCall(['spaceId'], { name: 'owl.png', size: 1200 }),
    openDraft: contentCall(['spaceId'], {}),
    restoreRevision: async (fixture) => {
      const { spaceId, revisionId } = await writtenSpaceParams(fixture);
      await writeContent({ id: spaceId }, [{ title: 'Newer', text: 'Newer text' }]);
      return { params: { spaceId, revisionId } };
    },
    undoMerge: async (fixture) => ({ params: await mergedParams(fixture) }),
    createPagePreview: async (fixture) => {
      const { spaceId, changeRequestId, pageId: page } = await writtenSpaceParams(fixture);
      return { params: { spaceId, changeRequestId }, body: { page, document: { markdown: 'Unsaved' } } };
    },
    listOrganizationChangeRequests: organizationCall,
    countOrganizationChangeRequests: organizationCall,
    listContributors: contentCall(CHANGE_REQUEST),
    listReviews: contentCall(CHANGE_REQUEST),
    createReview: contentCall(CHANGE_REQUEST, { status: 'approved' }),
    listRequestedReviewers: contentCall(CHANGE_REQUEST),
    listEligibleReviewers: contentCall(CHANGE_REQUEST),
    requestReviewers: async (fixture) => {
      const { spaceId, changeRequestId } = await writtenSpaceParams(fixture);
      const { id: userId } = await createReviewer(fixture);
      return { params: { spaceId, changeRequestId }, body: { users: [userId] } };
    },
    removeRequestedReviewer: async (fixture) => ({ params: await reviewRequestParams(fixture) }),
    removeRequestedTeam: async (fixture) => ({ params: await teamRequestParams(fixture) }),
    streamChangeRequestEvents: contentCall(CHANGE_REQUEST),
  },
  otherBodies: {
    createReview: [{}, { markdown: 'Good.' }, { document: platformDocument }, 'Good.'].map(
      (comment) => () => ({
        status: 'changes-requested',
        comment,
      }),
    ),
  },
  // oxfmt-ignore
  permissions: {
    //                               none bad  outs disa gues read comm edit revi crea owne admi
    listChangeRequests:              [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createChangeRequest:             [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    getChangeRequest:                [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateChangeRequest:             [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    mergeChangeRequest:              [401, 401, 404, 403, 404, 403, 403, 403, 200, 200, 403, 200],
    updateChangeRequestFromMain:     [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    getChangeRequestPdf:             [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getChangeRequestChanges:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getChangeRequestConflicts:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    editChangeRequestContent:        [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    editSpaceContent:                [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    createFileUpload:                [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    openDraft:                       [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    restoreRevision:                 [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    undoMerge:                       [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    createPagePreview:               [401, 401, 404, 403, 404, 201, 201, 201, 201, 201, 201, 201],
    listOrganizationChangeRequests:  [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    countOrganizationChangeRequests: [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    listContributors:                [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listReviews:                     [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createReview:                    [401, 401, 404, 403, 404, 403, 403, 403, 201, 201, 403, 201],
    listRequestedReviewers:          [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listEligibleReviewers:           [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    requestReviewers:                [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    removeRequestedReviewer:         [401, 401, 404, 403, 404, 403, 403, 205, 205, 205, 403, 205],
    removeRequestedTeam:             [401, 401, 404, 403, 404, 403, 403, 205, 205, 205, 403, 205],
    streamChangeRequestEvents:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listChangeRequests: {
      addItem: (_, { params: { spaceId = '' } }) => createChangeRequest(spaceId),
      deleteItem: async ({ organization }, _, id) => {
        const { db } = await testApp();
        await db.updateTable('change_requests').set({ status: 'archived' }).where('id', '=', id).execute();
        invalidateCounts(organization.id);
      },
    },
    listOrganizationChangeRequests: {
      addItem: async (fixture) => {
        const { id } = await createSpace(inOrganization(fixture));
        await createChangeRequest(id);
      },
      deleteItem: async ({ organization }, _, id) => {
        const { db } = await testApp();
        await db.deleteFrom('change_requests').where('id', '=', id).execute();
        invalidateCounts(organization.id);
      },
    },
    listContributors: {
      addItem: async (fixture, call) => {
        const { id } = await createMember(inOrganization(fixture));
        await changeContributors(call, (ids) => [...ids, id]);
      },
      deleteItem: (_, call, id) => changeContributors(call, (ids) => ids.filter((one) => one !== id)),
    },
    listReviews: {
      addItem: ({ admin }, call) => as(admin).post(`${urlOf(call)}/reviews`, { status: 'approved' }),
      deleteItem: async (_fixture, _call, id) => {
        const { db } = await testApp();
        await db.deleteFrom('reviews').where('id', '=', id).execute();
      },
    },
    listEligibleReviewers: {
      addItem: createReviewer,
      deleteItem: ({ base }, _, id) => `${base}/members/${id}`,
    },
    listRequestedReviewers: {
      addItem: async (fixture, call) => {
        const { id: userId } = await createReviewer(fixture);
        await as(fixture.admin).post(`${urlOf(call)}/requested-reviewers`, { users: [userId] });
      },
      deleteItem: (_, call, id) => `${urlOf(call)}/requested-reviewers/${id}`,
    },
  },
  limits: {
    createChangeRequest: { subject: [0, 100, emojis] },
    updateChangeRequest: {
      subject: [0, 100, emojis],
      descriptionMarkdown: [0, 20_000, emojis],
      issueUrl: [0, 2048, padded('https://issues.example/', '', ascii)],
    },
    createFileUpload: { name: [1, 255, emojis] },
    requestReviewers: { subject: [0, 100, emojis] },
  },
  exceptions: {
    // It changes nothing until an edit uses it.
    createFileUpload: { isUnaudited: true },
    // It is seen by the caller only, for minutes.
    createPagePreview: { isUnaudited: true },
    removeRequestedReviewer: { unknownIds: { userId: 'ignored' } },
    removeRequestedTeam: { unknownIds: { teamId: 'ignored' } },
    updateChangeRequest: {
      prepareAudit: ({ admin }, call) => as(admin).patch(urlOf(call), { subject: 'Something else' }),
    },
    updateChangeRequestFromMain: {
      prepareAudit: (_, { params: { spaceId = '' } }) =>
        writeContent({ id: spaceId }, [{ title: 'Newer', text: 'Newer text' }]),
    },
  },
  ids: {
    changeRequestId: { otherKind: 'revisionId', hasParent: true },
  },
});
