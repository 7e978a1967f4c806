import {
  type ApiFixture,
  callWith,
  createdId,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis } from '#server/test/contract/texts.ts';
import { as } from '#server/test/test-app.ts';

let shared = 0;

/** A view with a name of its own. */
function newView() {
  shared += 1;
  return { screen: 'members', name: `Administrators ${shared}`, search: '?role=admin' };
}

const sharedViewParams = async ({ admin, base }: ApiFixture): Promise<{ sharedViewId: string }> => ({
  sharedViewId: await createdId(as(admin).post(`${base}/shared-views`, newView())),
});

const favorite = {
  kind: 'favorite',
  subject: 'space/manuals',
  value: { title: 'Manuals', at: '2026-03-01T08:00:00Z' },
};

export const personalStateCases = contractCases({
  calls: {
    getPersonalState: organizationCall,
    updatePersonalState: () => ({ params: {}, body: { entries: [favorite] } }),
    listSharedViews: organizationCall,
    createSharedView: () => ({ params: {}, body: newView() }),
    getSharedView: callWith(sharedViewParams),
    updateSharedView: callWith(sharedViewParams, { search: '?role=read' }),
    deleteSharedView: callWith(sharedViewParams),
  },
  // oxfmt-ignore
  permissions: {
    //                   none bad  outs disa gues read comm edit revi crea owne admi
    getPersonalState:    [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    updatePersonalState: [401, 401, 404, 403, 204, 204, 204, 204, 204, 204, 204, 204],
    listSharedViews:     [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    createSharedView:    [401, 401, 404, 403, 403, 201, 201, 201, 201, 201, 201, 201],
    getSharedView:       [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    updateSharedView:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    deleteSharedView:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 204],
  },
  lists: {
    listSharedViews: {
      addItem: sharedViewParams,
      deleteItem: ({ base }, _, id) => `${base}/shared-views/${id}`,
    },
  },
  limits: {
    createSharedView: { screen: [1, 81, null], name: [1, 80, emojis], search: [0, 4096, emojis] },
    // In other letters, as a list has each name once.
    updateSharedView: { name: [1, 80, ascii], search: [0, 4096, emojis] },
  },
  exceptions: { updatePersonalState: { isUnaudited: true } },
  ids: {
    sharedViewId: {
      otherKind: 'teamId',
      url: ({ sharedViewId }, base) => `${base}/shared-views/${sharedViewId}`,
    },
  },
  createIds: sharedViewParams,
});
