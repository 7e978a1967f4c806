import { type ApiFixture, callWith, siteParams } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { as } from '#server/test/test-app.ts';

async function siteWithHostname(fixture: ApiFixture) {
  const site = await siteParams(fixture);
  const body = { hostname: 'docs.example.com' };
  await as(fixture.admin).put(`${fixture.base}/sites/${site.siteId}/hostname`, body);
  return site;
}

export const siteHostnameCases = contractCases({
  calls: {
    getSiteHostname: callWith(siteParams),
    setSiteHostname: callWith(siteParams, { hostname: 'docs.example.com' }),
    checkSiteHostname: callWith(siteWithHostname),
  },
  // oxfmt-ignore
  permissions: {
    //                   none bad  outs disa gues read comm edit revi crea owne admi
    getSiteHostname:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    setSiteHostname:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    checkSiteHostname:   [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {},
  limits: {
    setSiteHostname: { hostname: [1, 512, null] },
  },
  ids: {},
});
