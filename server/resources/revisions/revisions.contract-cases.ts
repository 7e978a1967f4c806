import { contentCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';

export const revisionCases = contractCases({
  calls: {
    listRevisionPages: contentCall(['spaceId', 'revisionId']),
    getRevisionPage: contentCall(['spaceId', 'revisionId', 'pageId']),
  },
  // oxfmt-ignore
  permissions: {
    //                 none bad  outs disa gues read comm edit revi crea owne admi
    listRevisionPages: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getRevisionPage:   [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {},
  ids: {
    revisionId: { otherKind: 'changeRequestId', hasParent: true },
  },
});
