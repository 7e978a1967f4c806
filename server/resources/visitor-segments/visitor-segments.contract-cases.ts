import { callWith, siteParams } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';

const segments = [{ name: 'Partners', claims: [{ name: 'isPartner', value: true }] }];

export const visitorSegmentCases = contractCases({
  calls: {
    getSiteVisitorSegments: callWith(siteParams),
    putSiteVisitorSegments: callWith(siteParams, { segments }),
  },
  // oxfmt-ignore
  permissions: {
    //                      none bad  outs disa gues read comm edit revi crea owne admi
    getSiteVisitorSegments: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    putSiteVisitorSegments: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {},
  limits: {},
  ids: {},
});
