import { organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';

export const signInPolicyCases = contractCases({
  calls: {
    getSignInPolicy: organizationCall,
    updateSignInPolicy: () => ({ params: {}, body: { sessionHours: 24 } }),
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    getSignInPolicy:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    updateSignInPolicy: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {},
  ids: {},
});
