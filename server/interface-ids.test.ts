import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from './database/ids.ts';
import {
  createCall,
  type Call,
  createIds,
  createApiFixture,
  type ApiFixture,
  OPERATIONS,
  send,
} from './test/interface-calls.ts';
import { as } from './test/test-app.ts';

type Ids = Record<string, string>;

let fixture: ApiFixture;
/** What the caller has no part in, what the caller has elsewhere, and what is there no more. */
let idsOfOtherOrganization: Ids;
let idsOfOtherParent: Ids;
let deletedIds: Ids;

beforeAll(async () => {
  fixture = await createApiFixture();
  const stranger = await createApiFixture();
  idsOfOtherOrganization = { organizationId: stranger.organization.id, ...(await createIds(stranger)) };
  idsOfOtherParent = await createIds(fixture);
  deletedIds = await createIds(fixture);
  const { base } = fixture;
  const inSite = `${base}/sites/${deletedIds.siteId}`;
  for (const url of [
    `${base}/link-invites/${deletedIds.inviteId}`,
    `${base}/members/${deletedIds.userId}`,
    `${base}/teams/${deletedIds.teamId}`,
    `${base}/saml/${deletedIds.samlProviderId}`,
    `${base}/custom-fields/${deletedIds.fieldName}`,
    `${base}/translations/${deletedIds.translationSettingsId}`,
    `/v1/spaces/${deletedIds.spaceId}/comments/${deletedIds.commentId}`,
    `/v1/collections/${deletedIds.collectionId}`,
    `/v1/spaces/${deletedIds.spaceId}`,
    `${base}/openapi/${deletedIds.specSlug}`,
    `${inSite}/section-groups/${deletedIds.siteSectionGroupId}`,
    `${inSite}/sections/${deletedIds.siteSectionId}`,
    inSite,
  ]) {
    const { status } = await as(fixture.admin).delete(url);
    if (status >= 300) throw new Error(`${url} was not deleted: ${status}`);
  }
});

/** A kind of thing whose id is never mistaken for one of this kind. */
const OTHER_KIND: Ids = {
  organizationId: 'spaceId',
  inviteId: 'teamId',
  userId: 'teamId',
  teamId: 'userId',
  collectionId: 'spaceId',
  spaceId: 'collectionId',
  siteId: 'spaceId',
  siteSectionId: 'siteSectionGroupId',
  siteSectionGroupId: 'siteSectionId',
  siteSpaceId: 'spaceId',
  fieldName: 'spaceId',
  translationSettingsId: 'spaceId',
  commentId: 'commentReplyId',
  commentReplyId: 'commentId',
  versionId: 'specSlug',
  specSlug: 'fieldName',
  samlProviderId: 'teamId',
  changeRequestId: 'revisionId',
  revisionId: 'changeRequestId',
  pageId: 'fileId',
  fileId: 'pageId',
};
/** Parts of a site, which are nothing in another site. */
const IN_SITE = ['siteSectionId', 'siteSectionGroupId', 'siteSpaceId'];
/** Parts of a discussion, which are nothing on another space or change request. */
const IN_DISCUSSION = ['commentId', 'commentReplyId'];
/** Content, which is nothing in another space, and versions, which are nothing of another specification. */
const IN_SPACE = ['changeRequestId', 'revisionId', 'pageId', 'fileId', 'versionId'];
const WITH_PARENT = [...IN_SITE, ...IN_DISCUSSION, ...IN_SPACE];

/** Ids of one kind that must not be found, by what is wrong with them. */
function wrongIds(kind: string): [string, string | undefined][] {
  return [
    ['of another organization', idsOfOtherOrganization[kind]],
    ['of another kind', idsOfOtherParent[OTHER_KIND[kind] ?? '']],
    ['deleted', kind === 'siteSpaceId' ? undefined : deletedIds[kind]],
    ['of another parent', WITH_PARENT.includes(kind) ? idsOfOtherParent[kind] : undefined],
  ];
}

/** Where an unknown id is no mistake: there is nothing to take back. */
const IDEMPOTENT_REMOVALS: Ids = { removeRequestedReviewer: 'userId' };

describe('an id in an address', () => {
  const withIds = OPERATIONS.flatMap((operation) =>
    [...operation.url.matchAll(/:(\w+)/g)]
      .map(([, name = '']) => name)
      // A domain is no id, and putting a specification adds it where there is none.
      .filter((name) => name !== 'emailDomain' && !(operation.id === 'putApiSpec' && name === 'specSlug'))
      .map((name) => [operation.id, name, operation] as const),
  );

  it('has another kind for each kind', () => {
    expect(withIds.filter(([, name]) => !(name in OTHER_KIND))).toEqual([]);
  });

  it.each(withIds)('of %s: %s', async (id, name, operation) => {
    const call = await createCall(operation, fixture);
    const answerTo = async (value: string) => {
      const changed: Call = { ...call, params: { ...call.params, [name]: value } };
      const { status, body } = await send(fixture.admin, operation, changed);
      return { status, body };
    };
    const unknown = await answerTo(newId());
    if (IDEMPOTENT_REMOVALS[id] === name) expect(unknown).toEqual({ status: 204 });
    else expect(unknown).toMatchObject({ status: 404, body: { error: { code: 404 } } });
    for (const [what, value] of wrongIds(name)) {
      if (value === undefined || (id === 'restoreSpace' && what === 'deleted')) continue;
      expect(await answerTo(value), what).toEqual(unknown);
    }
    expect((await answerTo('\0')).status, 'NUL').toBe(400);
  });

  // A slug is a name that each organization gives as it likes, and putting a specification may add it.
  const below = OPERATIONS.filter(
    ({ id, url }) => id !== 'putApiSpec' && /:organizationId\/.*:(?!emailDomain)/.test(url),
  );

  it.each(below.map((operation) => [operation.id, operation] as const))(
    'of %s: not below another organization of the caller',
    async (_id, operation) => {
      const call = await createCall(operation, fixture);
      const elsewhereCall = {
        ...call,
        params: { ...call.params, organizationId: fixture.secondOrganizationId },
      };
      expect((await send(fixture.admin, operation, elsewhereCall)).status).toBe(404);
    },
  );
});

type Body = (id: string) => object;
const space: Body = (id) => ({ type: 'space', space: id });
const section: Body = (id) => ({ type: 'site-section', siteSection: id });

/** Every place of a body that names something, with the kind of the id. */
const REFERENCES: [operation: string, kind: string, body: Body][] = [
  ['createSamlProvider', 'teamId', (id) => ({ label: 'Work', defaultTeam: id })],
  ['updateSamlProvider', 'teamId', (id) => ({ defaultTeam: id })],
  ['grantSpacePermissions', 'userId', (id) => ({ users: [{ user: id, role: 'read' }] })],
  ['grantCollectionPermissions', 'teamId', (id) => ({ teams: [{ team: id, role: 'read' }] })],
  ['sortSiteStructure', 'siteSectionId', (id) => ({ item: { type: 'site-section', id }, position: {} })],
  ['createCollection', 'collectionId', (id) => ({ title: 'Manuals', parent: id })],
  ['createSpace', 'collectionId', (id) => ({ title: 'Guide', parent: id })],
  ['moveCollection', 'collectionId', (id) => ({ parent: id })],
  ['moveSpace', 'collectionId', (id) => ({ parent: id })],
  ['moveCollection', 'spaceId', (id) => ({ position: { before: space(id) } })],
  ['moveSpace', 'spaceId', (id) => ({ position: { after: space(id) } })],
  ['moveSpace', 'collectionId', (id) => ({ position: { after: { type: 'collection', collection: id } } })],
  ['transferCollection', 'organizationId', (id) => ({ organization: id })],
  ['transferSpace', 'organizationId', (id) => ({ organization: id })],
  ['createSpaceComment', 'pageId', (id) => ({ body: { markdown: 'Hm.' }, page: id })],
  ['createChangeRequestComment', 'pageId', (id) => ({ body: { markdown: 'Hm.' }, page: id })],
  ['updateSpaceCustomFields', 'fieldName', (id) => ({ values: { [id]: { value: 'Ada' } } })],
  ['updateOrganization', 'siteId', (id) => ({ defaultContent: { type: 'site', site: id } })],
  ['createLinkInvite', 'spaceId', (id) => ({ level: 'read', space: id })],
  ['createLinkInvite', 'collectionId', (id) => ({ level: 'read', collection: id })],
  ['createTeam', 'userId', (id) => ({ title: 'Illustrators', members: [id] })],
  ['updateTeamMembers', 'userId', (id) => ({ add: [id] })],
  ['updateTeamMembers', 'userId', (id) => ({ remove: [id] })],
  ['updateTeamMembers', 'userId', (id) => ({ memberships: { [id]: { role: 'owner' } } })],
  ['createSite', 'spaceId', (id) => ({ spaces: [id] })],
  ['createSiteSection', 'spaceId', (id) => ({ spaceId: id })],
  ['createSiteSpace', 'spaceId', (id) => ({ spaceId: id })],
  ['createSiteSpace', 'siteSectionId', (id) => ({ spaceId: idsOfOtherParent.spaceId, sectionId: id })],
  ['updateSite', 'siteSectionId', (id) => ({ defaultSiteSection: id })],
  ['updateSite', 'siteSpaceId', (id) => ({ defaultSiteSpace: id })],
  ['updateSiteSection', 'siteSpaceId', (id) => ({ defaultSiteSpace: id })],
  ['createSiteSectionGroup', 'siteSectionId', (id) => ({ title: 'Reference', sections: [id] })],
  ['addSectionToGroup', 'siteSectionId', (id) => ({ sectionId: id })],
  ['moveSiteSection', 'siteSectionId', (id) => ({ position: { before: section(id) } })],
  ['moveSiteSectionGroup', 'siteSectionId', (id) => ({ position: { after: { type: 'site-section', id } } })],
  [
    'moveSiteSectionGroup',
    'siteSectionGroupId',
    (id) => ({ position: { before: { type: 'site-section-group', id } } }),
  ],
  ['moveSiteSpace', 'siteSpaceId', (id) => ({ position: { after: { type: 'site-space', siteSpace: id } } })],
];
/** Where a part of another site that the caller sees is a conflict rather than unknown. */
const CONFLICT_OPERATIONS = ['moveSiteSection', 'moveSiteSectionGroup', 'moveSiteSpace'];

describe('an id in a body', () => {
  it.each(REFERENCES)('of %s: %s in %o', async (id, kind, bodyOf) => {
    const operation = OPERATIONS.find((candidate) => candidate.id === id);
    if (!operation) throw new Error(`${id} is not served.`);
    const call = await createCall(operation, fixture);
    const answerTo = async (value: string) => {
      const { status, body } = await send(fixture.admin, operation, { ...call, body: bodyOf(value) });
      return { status, body: JSON.stringify(body).replaceAll(value, '<id>') };
    };
    const unknown = await answerTo(newId());
    expect([400, 404]).toContain(unknown.status);
    for (const [what, value] of wrongIds(kind)) {
      if (value === undefined) continue;
      const answer = await answerTo(value);
      if (what === 'of another parent' && CONFLICT_OPERATIONS.includes(id)) expect(answer.status).toBe(409);
      else expect(answer, what).toEqual(unknown);
    }
  });
});
