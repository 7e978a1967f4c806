import { invalidateCounts } from '#server/lists/count-cache.ts';
import {
  type ApiFixture,
  contentCall,
  organizationCall,
  writtenSpaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { as, testApp } from '#server/test/test-app.ts';

const CHANGE_REQUEST = ['spaceId', 'changeRequestId'] as const;

/** A change request that waits for a review that nobody gives. */
async function addPlan(fixture: ApiFixture): Promise<void> {
  const { spaceId, changeRequestId } = await writtenSpaceParams(fixture);
  await as(fixture.admin).put(`/v1/spaces/${spaceId}/change-requests/${changeRequestId}/planned-merge`, {
    when: 'ready',
  });
}

async function deletePlan({ organization }: ApiFixture, _call: unknown, id: string): Promise<void> {
  const { db } = await testApp();
  await db.deleteFrom('planned_merges').where('id', '=', id).execute();
  invalidateCounts(organization.id);
}

export const plannedMergeCases = contractCases({
  calls: {
    planMerge: contentCall(CHANGE_REQUEST, { when: 'ready' }),
    cancelPlannedMerge: contentCall(CHANGE_REQUEST),
    queueMerges: async (fixture: ApiFixture) => ({
      params: {},
      body: { changeRequests: [(await writtenSpaceParams(fixture)).changeRequestId] },
    }),
    listPlannedMerges: organizationCall,
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    planMerge:          [401, 401, 404, 403, 404, 403, 403, 403, 200, 200, 403, 200],
    cancelPlannedMerge: [401, 401, 404, 403, 404, 403, 403, 403, 204, 204, 403, 204],
    queueMerges:        [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listPlannedMerges:  [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: { listPlannedMerges: { addItem: addPlan, deleteItem: deletePlan } },
  limits: { planMerge: { at: [0, 64, null] } },
  exceptions: {
    cancelPlannedMerge: {
      prepareAudit: ({ admin }, { params: { spaceId, changeRequestId } }) =>
        as(admin).put(`/v1/spaces/${spaceId}/change-requests/${changeRequestId}/planned-merge`, {
          when: 'ready',
        }),
    },
  },
  references: [],
  ids: {},
});
