import { invalidateCounts } from '#server/lists/count-cache.ts';
import { type ApiFixture, contentCall, organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';
import { createSpace } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { addStop } from '../merge-rules/merge-stops.ts';

const CHANGE_REQUEST = ['spaceId', 'changeRequestId'] as const;

/** A person who was stopped in a space of its own, or in a given one. */
async function createStop({ organization, admin }: ApiFixture, spaceId?: string): Promise<void> {
  const { db, clock } = await testApp();
  const id = spaceId ?? (await createSpace({ organizationId: organization.id })).id;
  const context = { organizationId: organization.id, spaceId: id, userId: admin.id, now: clock.now() };
  const state = { scope: 'space', rule: 'approvals', met: false, required: 1, given: 0 } as const;
  const reasons = [{ ...state, message: '0 of 1 required approval.' }];
  await addStop(db, { ...context, attempt: 'merge' }, reasons);
  invalidateCounts(organization.id);
}

async function deleteStop({ organization }: ApiFixture, _call: unknown, id: string): Promise<void> {
  const { db } = await testApp();
  await db.deleteFrom('merge_stops').where('id', '=', id).execute();
  invalidateCounts(organization.id);
}

export const mergeRuleCases = contractCases({
  calls: {
    getOrganizationMergeRules: organizationCall,
    // It requires nothing by itself: other cases change content of the same organization.
    updateOrganizationMergeRules: () => ({ params: {}, body: { currentApprovals: true } }),
    listOrganizationMergeStops: organizationCall,
    getSpaceMergeRules: contentCall(['spaceId']),
    updateSpaceMergeRules: contentCall(['spaceId'], { approvals: 2, commentsResolved: true }),
    listSpaceMergeStops: contentCall(['spaceId']),
    getChangeRequestMergeRules: contentCall(CHANGE_REQUEST),
    bypassMergeRules: contentCall(CHANGE_REQUEST, { reason: 'The site is down.' }),
  },
  // oxfmt-ignore
  permissions: {
    //                            none bad  outs disa gues read comm edit revi crea owne admi
    getOrganizationMergeRules:    [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    updateOrganizationMergeRules: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    listOrganizationMergeStops:   [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    getSpaceMergeRules:           [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateSpaceMergeRules:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    listSpaceMergeStops:          [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getChangeRequestMergeRules:   [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    bypassMergeRules:             [401, 401, 404, 403, 404, 403, 403, 403, 200, 200, 403, 200],
  },
  lists: {
    listOrganizationMergeStops: { addItem: (fixture) => createStop(fixture), deleteItem: deleteStop },
    listSpaceMergeStops: {
      addItem: (fixture, { params: { spaceId } }) => createStop(fixture, spaceId),
      deleteItem: deleteStop,
    },
  },
  limits: { bypassMergeRules: { reason: [1, 1000, emojis] } },
  exceptions: {
    bypassMergeRules: {
      prepareAudit: ({ admin }, { params: { spaceId } }) =>
        as(admin).patch(`/v1/spaces/${spaceId}/merge-rules`, { approvals: 1, administratorsBypass: true }),
    },
  },
  references: [
    ['updateSpaceMergeRules', 'teamId', (id) => ({ teams: [id] })],
    ['updateOrganizationMergeRules', 'teamId', (id) => ({ bypassTeams: [id] })],
    ['updateSpaceMergeRules', 'userId', (id) => ({ owners: [{ pagePath: '', users: [id] }] })],
  ],
  ids: {},
});
