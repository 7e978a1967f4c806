import { writeContent } from '#server/test/content-factories.ts';
import { contentCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { testApp } from '#server/test/test-app.ts';

export const revisionCases = contractCases({
  calls: {
    listSpaceRevisions: contentCall(['spaceId']),
    listRevisionPages: contentCall(['spaceId', 'revisionId']),
    getRevisionPage: contentCall(['spaceId', 'revisionId', 'pageId']),
    getRevisionChanges: async (fixture) => {
      const call = await contentCall(['spaceId', 'revisionId'])(fixture);
      return { ...call, query: `base=${call.params.revisionId}` };
    },
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    listSpaceRevisions: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listRevisionPages:  [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getRevisionPage:    [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getRevisionChanges: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listSpaceRevisions: {
      addItem: (_fixture, { params }) =>
        writeContent({ id: params.spaceId ?? '' }, [{ title: 'Start', text: 'Again.\n' }]),
      // People cannot delete them; the space's current one stays.
      deleteItem: async (_fixture, _call, id) => {
        const { db } = await testApp();
        await db.deleteFrom('revisions').where('id', '=', id).execute();
      },
    },
  },
  ids: {
    revisionId: { otherKind: 'changeRequestId', hasParent: true },
  },
});
