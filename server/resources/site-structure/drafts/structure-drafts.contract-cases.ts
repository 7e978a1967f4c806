import {
  type ApiFixture,
  callWith,
  createdId,
  siteParams,
  spaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';
import { createMember } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';

const groupOf = (summary: string) => ({
  summary,
  steps: [
    { createSiteSectionGroup: { id: 'new:reference', body: { title: 'Reference' } } },
    { deleteSiteSectionGroup: { siteSectionGroupId: 'new:reference' } },
  ],
});

/** A site with a section, and the changes of its draft. */
async function draftParams(fixture: ApiFixture) {
  const { siteId } = await siteParams(fixture);
  const url = `${fixture.base}/sites/${siteId}`;
  await createdId(as(fixture.admin).post(`${url}/sections`, await spaceParams(fixture)));
  const { body } = await as(fixture.admin).post(`${url}/structure/draft/changes`, groupOf('Added a group'));
  return { siteId, changeId: String(body.changes[0].id) };
}

const siteOfDraft = async (fixture: ApiFixture) => ({ siteId: (await draftParams(fixture)).siteId });

/** A site with a draft that another member has made. */
async function siteOfOthersDraft(fixture: ApiFixture) {
  const { siteId } = await siteParams(fixture);
  const author = await createMember({ organizationId: fixture.organization.id, role: 'create' });
  const url = `${fixture.base}/sites/${siteId}/structure/draft/changes`;
  await as(author).post(url, groupOf('Added a group'));
  return { siteId };
}

/** A site without a draft, and a change of its structure. */
async function versionParams(fixture: ApiFixture) {
  const { siteId } = await siteParams(fixture);
  const url = `${fixture.base}/sites/${siteId}`;
  await createdId(as(fixture.admin).post(`${url}/sections`, await spaceParams(fixture)));
  const { body } = await as(fixture.admin).get(`${url}/structure/versions`);
  return { siteId, structureVersionId: String(body.items[0].id) };
}

const emptyText = { text: 'site:\n  structure: []\n' };

/** Far from now on any clock of a test, within a year. */
const soon = () => new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();

export const structureDraftCases = contractCases({
  calls: {
    getStructureDraft: callWith(siteOfDraft),
    addStructureDraftChange: async (fixture) => ({
      params: await siteParams(fixture),
      body: groupOf('Added a group'),
    }),
    removeStructureDraftChanges: async (fixture) => {
      const { siteId, changeId } = await draftParams(fixture);
      return { params: { siteId }, body: { changes: [changeId] } };
    },
    deleteStructureDraft: callWith(siteOfDraft),
    applyStructureDraft: callWith(siteOfDraft),
    scheduleStructureDraft: async (fixture) => ({ params: await siteOfDraft(fixture), body: { at: soon() } }),
    deleteStructureDraftSchedule: async (fixture) => {
      const params = await siteOfDraft(fixture);
      const url = `${fixture.base}/sites/${params.siteId}/structure/draft/schedule`;
      await as(fixture.admin).put(url, { at: soon() });
      return { params };
    },
    // By somebody who has added nothing to the draft.
    approveStructureDraft: callWith(siteOfOthersDraft),
    deleteStructureDraftApproval: async (fixture) => {
      const params = await siteOfOthersDraft(fixture);
      await as(fixture.admin).put(`${fixture.base}/sites/${params.siteId}/structure/draft/approval`);
      return { params };
    },
    listStructureVersions: callWith(siteParams),
    restoreStructureVersion: callWith(versionParams),
    getStructureText: callWith(siteParams),
    planStructureText: async (fixture) => ({ params: await siteParams(fixture), body: emptyText }),
    draftStructureText: async (fixture) => ({ params: await siteParams(fixture), body: emptyText }),
  },
  // oxfmt-ignore
  permissions: {
    //                            none bad  outs disa gues read comm edit revi crea owne admi
    getStructureDraft:            [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    addStructureDraftChange:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
    removeStructureDraftChanges:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteStructureDraft:         [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    applyStructureDraft:          [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    scheduleStructureDraft:       [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteStructureDraftSchedule: [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    approveStructureDraft:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteStructureDraftApproval: [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    listStructureVersions:        [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    restoreStructureVersion:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getStructureText:             [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    planStructureText:            [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    draftStructureText:           [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {
    listStructureVersions: {
      addItem: async (fixture, { params }) =>
        as(fixture.admin).post(`${fixture.base}/sites/${params.siteId}/sections`, await spaceParams(fixture)),
      // As the cleanup does once they are too old.
      deleteItem: async (_, { params }, id) => {
        const { db } = await testApp();
        await db
          .deleteFrom('structure_versions')
          .where('site_id', '=', params.siteId ?? '')
          .where('version', '=', id)
          .execute();
      },
    },
  },
  limits: {
    addStructureDraftChange: { summary: [1, 200, emojis] },
    scheduleStructureDraft: { at: [0, 64, null] },
    planStructureText: { text: [1, 500_000, null] },
    draftStructureText: { text: [1, 500_000, null] },
  },
  exceptions: { planStructureText: { isUnaudited: true } },
  references: [
    [
      'addStructureDraftChange',
      'spaceId',
      (spaceId) => ({
        summary: 'Added a section',
        steps: [{ createSiteSection: { id: 'new:a', siteSpaceId: 'new:b', body: { spaceId } } }],
      }),
    ],
  ],
  ids: { structureVersionId: { otherKind: 'siteSectionId', hasParent: true, isKeptWhenUnknown: true } },
  createIds: async (fixture) => ({
    structureVersionId: (await versionParams(fixture)).structureVersionId,
  }),
});
