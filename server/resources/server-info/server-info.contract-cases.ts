import { organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';

export const serverInfoCases = contractCases({
  calls: {
    getServerInfo: organizationCall,
  },
  // oxfmt-ignore
  permissions: {
    //             none bad  outs disa gues read comm edit revi crea owne admi
    getServerInfo: [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {},
  ids: {},
});
