import {
  type ApiFixture,
  type Call,
  callWith,
  createdId,
  siteParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, padded } from '#server/test/contract/texts.ts';
import { as } from '#server/test/test-app.ts';

const redirect = { source: '/old', target: '/new' };
let created = 0;

/** A site with a redirect. */
async function redirectParams(fixture: ApiFixture) {
  const site = await siteParams(fixture);
  const url = `${fixture.base}/sites/${site.siteId}/redirects`;
  return { ...site, redirectId: await createdId(as(fixture.admin).post(url, redirect)) };
}

const listUrl = ({ base }: ApiFixture, { params }: Call) => `${base}/sites/${params.siteId}/redirects`;

export const redirectCases = contractCases({
  calls: {
    listSiteRedirects: callWith(siteParams),
    createSiteRedirect: callWith(siteParams, redirect),
    updateSiteRedirect: callWith(redirectParams, { target: '/newer' }),
    deleteSiteRedirect: callWith(redirectParams),
    importSiteRedirects: callWith(siteParams, { redirects: [redirect] }),
  },
  // oxfmt-ignore
  permissions: {
    //                   none bad  outs disa gues read comm edit revi crea owne admi
    listSiteRedirects:   [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createSiteRedirect:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
    updateSiteRedirect:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteSiteRedirect:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    importSiteRedirects: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {
    listSiteRedirects: {
      addItem: (fixture, call) => {
        created += 1;
        return as(fixture.admin).post(listUrl(fixture, call), { ...redirect, source: `/old/${created}` });
      },
      deleteItem: (fixture, call, id) => `${listUrl(fixture, call)}/${id}`,
    },
  },
  limits: {
    createSiteRedirect: {
      source: [1, 512, padded('/', '', ascii)],
      target: [1, 2048, padded('/', '', ascii)],
    },
    updateSiteRedirect: {
      source: [1, 512, padded('/', '', ascii)],
      target: [1, 2048, padded('/', '', ascii)],
    },
  },
  ids: {
    redirectId: { otherKind: 'spaceId', hasParent: true },
  },
  createIds: async (fixture) => ({ redirectId: (await redirectParams(fixture)).redirectId }),
});
