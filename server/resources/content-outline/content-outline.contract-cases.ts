import { inOrganization, organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { createSpace } from '#server/test/factories.ts';

export const contentOutlineCases = contractCases({
  calls: {
    listContent: organizationCall,
  },
  // oxfmt-ignore
  permissions: {
    //           none bad  outs disa gues read comm edit revi crea owne admi
    listContent: [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listContent: {
      addItem: (fixture) => createSpace(inOrganization(fixture)),
      deleteItem: (_fixture, _call, id) => `/v1/spaces/${id}`,
    },
  },
  ids: {},
});
