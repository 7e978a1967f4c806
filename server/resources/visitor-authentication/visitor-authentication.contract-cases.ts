import { type ApiFixture, callWith, createdId, siteParams } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, padded } from '#server/test/contract/texts.ts';
import { as } from '#server/test/test-app.ts';

/** A site with a key. */
async function keyParams(fixture: ApiFixture) {
  const site = await siteParams(fixture);
  const url = `${fixture.base}/sites/${site.siteId}/visitor-authentication/keys`;
  return { ...site, visitorKeyId: await createdId(as(fixture.admin).post(url, {})) };
}

export const visitorAuthenticationCases = contractCases({
  calls: {
    getSiteVisitorAuthentication: callWith(siteParams),
    updateSiteVisitorAuthentication: callWith(siteParams, { signInUrl: 'https://example.com/sign-in' }),
    createSiteVisitorKey: callWith(siteParams, {}),
    deleteSiteVisitorKey: callWith(keyParams),
    checkSiteVisitorToken: callWith(siteParams, { token: 'a.b.c' }),
  },
  // oxfmt-ignore
  permissions: {
    //                               none bad  outs disa gues read comm edit revi crea owne admi
    getSiteVisitorAuthentication:    [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    updateSiteVisitorAuthentication: [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    createSiteVisitorKey:            [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 201],
    deleteSiteVisitorKey:            [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 205],
    checkSiteVisitorToken:           [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {},
  limits: {
    updateSiteVisitorAuthentication: { signInUrl: [1, 2048, padded('https://a.example/', '', ascii)] },
    checkSiteVisitorToken: { token: [1, 8000, ascii] },
  },
  // It changes nothing.
  exceptions: { checkSiteVisitorToken: { isUnaudited: true } },
  ids: {
    visitorKeyId: { otherKind: 'spaceId', hasParent: true },
  },
  createIds: async (fixture) => ({ visitorKeyId: (await keyParams(fixture)).visitorKeyId }),
});
