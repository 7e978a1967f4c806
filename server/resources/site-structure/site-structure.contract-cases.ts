import {
  type ApiFixture,
  type Call,
  callWith,
  createdId,
  siteParams,
  spaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases, type ListFixture } from '#server/test/contract/contract-cases.ts';
import { emojis, quoted } from '#server/test/contract/texts.ts';
import { as } from '#server/test/test-app.ts';

/** A site with a section. */
async function sectionParams(fixture: ApiFixture, { siteId }: { siteId?: string } = {}) {
  const site = { siteId: siteId ?? (await siteParams(fixture)).siteId };
  const url = `${fixture.base}/sites/${site.siteId}/sections`;
  return { ...site, siteSectionId: await createdId(as(fixture.admin).post(url, await spaceParams(fixture))) };
}

/** A site with a section group that contains a section. */
async function groupParams(fixture: ApiFixture) {
  const { siteId, siteSectionId } = await sectionParams(fixture);
  const url = `${fixture.base}/sites/${siteId}/section-groups`;
  const body = { title: 'Reference', sections: [siteSectionId] };
  return { siteId, siteSectionId, siteSectionGroupId: await createdId(as(fixture.admin).post(url, body)) };
}

/** A flat site with a site space. */
async function siteSpaceParams(fixture: ApiFixture) {
  const { siteId } = await siteParams(fixture);
  const url = `${fixture.base}/sites/${siteId}/site-spaces`;
  return { siteId, siteSpaceId: await createdId(as(fixture.admin).post(url, await spaceParams(fixture))) };
}

const urlBelow = ({ base }: ApiFixture, { params }: Call, path: string) =>
  `${base}/sites/${params.siteId}/${path}`;

const listBelow = (path: string): ListFixture => ({
  addItem: async (fixture, call) =>
    as(fixture.admin).post(urlBelow(fixture, call, path), await spaceParams(fixture)),
  deleteItem: (fixture, call, id) => `${urlBelow(fixture, call, path)}/${id}`,
});
const sectionList = listBelow('sections');

async function addGroup(fixture: ApiFixture, call: Call): Promise<void> {
  await sectionList.addItem(fixture, call);
  await as(fixture.admin).post(urlBelow(fixture, call, 'section-groups'), { title: 'Reference' });
}

const section = (id: string) => ({ type: 'site-section', siteSection: id });

export const siteStructureCases = contractCases({
  calls: {
    getSiteStructure: callWith(siteParams),
    sortSiteStructure: async (fixture) => {
      const params = await sectionParams(fixture);
      return { params, body: { item: { type: 'site-section', id: params.siteSectionId }, position: {} } };
    },
    listSiteSections: callWith(siteParams),
    createSiteSection: async (fixture) => ({
      params: await siteParams(fixture),
      body: await spaceParams(fixture),
    }),
    updateSiteSection: callWith(sectionParams, { title: 'Guides' }),
    deleteSiteSection: callWith(sectionParams),
    moveSiteSection: callWith(sectionParams, {}),
    listSiteSectionGroups: callWith(siteParams),
    createSiteSectionGroup: callWith(sectionParams, { title: 'Reference' }),
    updateSiteSectionGroup: callWith(groupParams, { title: 'Reference' }),
    deleteSiteSectionGroup: callWith(groupParams),
    moveSiteSectionGroup: callWith(groupParams, {}),
    addSectionToGroup: async (fixture) => {
      const params = await groupParams(fixture);
      return { params, body: { sectionId: (await sectionParams(fixture, params)).siteSectionId } };
    },
    removeSectionFromGroup: callWith(groupParams),
    listSiteSpaces: callWith(siteParams),
    createSiteSpace: async (fixture) => ({
      params: await siteParams(fixture),
      body: await spaceParams(fixture),
    }),
    updateSiteSpace: callWith(siteSpaceParams, { path: 'guide' }),
    deleteSiteSpace: callWith(siteSpaceParams),
    moveSiteSpace: callWith(siteSpaceParams, {}),
  },
  // oxfmt-ignore
  permissions: {
    //                      none bad  outs disa gues read comm edit revi crea owne admi
    getSiteStructure:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    sortSiteStructure:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    listSiteSections:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createSiteSection:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
    updateSiteSection:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteSiteSection:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    moveSiteSection:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    listSiteSectionGroups:  [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createSiteSectionGroup: [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
    updateSiteSectionGroup: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteSiteSectionGroup: [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    moveSiteSectionGroup:   [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    addSectionToGroup:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
    removeSectionFromGroup: [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    listSiteSpaces:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createSiteSpace:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
    updateSiteSpace:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteSiteSpace:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    moveSiteSpace:          [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {
    listSiteSections: sectionList,
    listSiteSectionGroups: { ...listBelow('section-groups'), addItem: addGroup },
    listSiteSpaces: listBelow('site-spaces'),
  },
  limits: {
    createSiteSection: { title: [2, 64, emojis], icon: [0, 50, emojis] },
    updateSiteSection: {
      title: [2, 128, emojis],
      path: [1, 100, emojis],
      condition: [1, 1024, quoted],
      icon: [0, 50, emojis],
      description: [0, 256, emojis],
    },
    createSiteSectionGroup: { title: [1, 100, emojis], icon: [0, 50, emojis] },
    updateSiteSectionGroup: { title: [1, 100, emojis], icon: [0, 50, emojis] },
    updateSiteSpace: { path: [1, 100, emojis], condition: [1, 1024, quoted] },
  },
  references: [
    ['sortSiteStructure', 'siteSectionId', (id) => ({ item: { type: 'site-section', id }, position: {} })],
    ['createSiteSection', 'spaceId', (id) => ({ spaceId: id })],
    ['updateSiteSection', 'siteSpaceId', (id) => ({ defaultSiteSpace: id })],
    ['moveSiteSection', 'siteSectionId', (id) => ({ position: { before: section(id) } })],
    ['createSiteSectionGroup', 'siteSectionId', (id) => ({ title: 'Reference', sections: [id] })],
    [
      'moveSiteSectionGroup',
      'siteSectionId',
      (id) => ({ position: { after: { type: 'site-section', id } } }),
    ],
    [
      'moveSiteSectionGroup',
      'siteSectionGroupId',
      (id) => ({ position: { before: { type: 'site-section-group', id } } }),
    ],
    ['addSectionToGroup', 'siteSectionId', (id) => ({ sectionId: id })],
    ['createSiteSpace', 'spaceId', (id) => ({ spaceId: id })],
    ['createSiteSpace', 'siteSectionId', (id, { spaceId }) => ({ spaceId, sectionId: id })],
    [
      'moveSiteSpace',
      'siteSpaceId',
      (id) => ({ position: { after: { type: 'site-space', siteSpace: id } } }),
    ],
  ],
  exceptions: {
    moveSiteSection: { conflictsWithOtherParent: true },
    moveSiteSectionGroup: { conflictsWithOtherParent: true },
    moveSiteSpace: { conflictsWithOtherParent: true },
  },
  ids: {
    siteSectionGroupId: {
      otherKind: 'siteSectionId',
      hasParent: true,
      url: ({ siteId, siteSectionGroupId }, base) =>
        `${base}/sites/${siteId}/section-groups/${siteSectionGroupId}`,
    },
    siteSectionId: {
      otherKind: 'siteSectionGroupId',
      hasParent: true,
      url: ({ siteId, siteSectionId }, base) => `${base}/sites/${siteId}/sections/${siteSectionId}`,
    },
    siteSpaceId: { otherKind: 'spaceId', hasParent: true, isKeptWhenUnknown: true },
  },
  createIds: async (fixture) => ({
    ...(await groupParams(fixture)),
    siteSpaceId: (await siteSpaceParams(fixture)).siteSpaceId,
  }),
});
