import { callWith, siteParams, spaceParams } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';

export const insightCases = contractCases({
  calls: {
    aggregateSiteEvents: callWith(siteParams, {
      select: [{ column: 'date' }, { column: 'eventsCount' }],
      groupBy: [{ column: 'date' }],
      range: 'last30Days',
    }),
    getSiteInsightsSettings: callWith(siteParams),
    putSiteInsightsSettings: callWith(siteParams, { countsVisits: false }),
    deleteSiteInsights: callWith(siteParams),
    getSpacePageFigures: callWith(spaceParams),
  },
  // oxfmt-ignore
  permissions: {
    //                       none bad  outs disa gues read comm edit revi crea owne admi
    aggregateSiteEvents:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getSiteInsightsSettings: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    putSiteInsightsSettings: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteSiteInsights:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 205],
    getSpacePageFigures:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {},
  limits: {},
  ids: {},
  exceptions: { aggregateSiteEvents: { isUnaudited: true } },
});
