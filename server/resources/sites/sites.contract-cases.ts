import {
  type ApiFixture,
  callWith,
  organizationCall,
  siteParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis, padded } from '#server/test/contract/texts.ts';
import { as } from '#server/test/test-app.ts';

const jsonSchema = { type: 'object', properties: { isBetaTester: { type: 'boolean' } } };

/** A site that visitors can read. */
async function publishedSiteParams(fixture: ApiFixture) {
  const params = await siteParams(fixture);
  await as(fixture.admin).post(`${fixture.base}/sites/${params.siteId}/publish`);
  return params;
}

export const siteCases = contractCases({
  calls: {
    listSites: organizationCall,
    createSite: () => ({ params: {}, body: { title: 'Documentation' } }),
    getSite: callWith(siteParams),
    updateSite: callWith(siteParams, { title: 'Documentation' }),
    deleteSite: callWith(siteParams),
    publishSite: callWith(siteParams),
    unpublishSite: callWith(siteParams),
    getPublishedSite: callWith(siteParams),
    getSitePreview: callWith(siteParams),
    getSitePublishingCheck: callWith(siteParams),
    getSiteIncomingLinks: callWith(siteParams),
    getSiteMemberLink: callWith(publishedSiteParams),
    getSiteAdaptiveSchema: callWith(siteParams),
    putSiteAdaptiveSchema: callWith(siteParams, { jsonSchema }),
  },
  // oxfmt-ignore
  permissions: {
    //                     none bad  outs disa gues read comm edit revi crea owne admi
    listSites:             [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    createSite:            [401, 401, 404, 403, 403, 403, 403, 403, 403, 201, 403, 201],
    getSite:               [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateSite:            [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteSite:            [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 205],
    publishSite:           [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    unpublishSite:         [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getPublishedSite:      [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSitePublishingCheck: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSitePreview:        [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSiteIncomingLinks:  [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSiteMemberLink:     [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSiteAdaptiveSchema: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    putSiteAdaptiveSchema: [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {
    listSites: { addItem: siteParams, deleteItem: ({ base }, _, id) => `${base}/sites/${id}` },
  },
  limits: {
    createSite: { title: [2, 128, emojis] },
    updateSite: {
      title: [2, 128, emojis],
      basename: [1, 100, emojis],
      proxy: [0, 512, padded('press.example/', '', ascii)],
    },
  },
  references: [
    ['createSite', 'spaceId', (id) => ({ spaces: [id] })],
    ['updateSite', 'siteSectionId', (id) => ({ defaultSiteSection: id })],
    ['updateSite', 'siteSpaceId', (id) => ({ defaultSiteSpace: id })],
  ],
  exceptions: {
    unpublishSite: {
      prepareAudit: ({ admin, base }, { params }) => as(admin).post(`${base}/sites/${params.siteId}/publish`),
    },
  },
  ids: {
    siteId: { otherKind: 'spaceId', url: ({ siteId }, base) => `${base}/sites/${siteId}` },
  },
});
