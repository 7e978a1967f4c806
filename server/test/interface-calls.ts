import type { OperationId } from '#server/contract.ts';
import { listOperations, type Operation } from '#server/contract-document.ts';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import {
  type Arrange,
  at,
  type Call,
  collection,
  group,
  invite,
  member,
  nothing,
  type Scene,
  section,
  site,
  siteSpace,
  space,
  team,
} from './call-parts.ts';
import { API_SPEC_CALLS, apiSpec } from './calls-api-specs.ts';
import { CHANGE_REQUEST_CALLS } from './calls-change-requests.ts';
import { CONTENT_CALLS } from './calls-content.ts';
import { CONTENT_IMPORT_CALLS } from './calls-content-import.ts';
import { COMMENT_CALLS, discussedSpace } from './calls-comments.ts';
import { CUSTOM_FIELD_CALLS, customField } from './calls-custom-fields.ts';
import { LINK_CALLS } from './calls-links.ts';
import { TRANSLATION_CALLS, translation } from './calls-translations.ts';
import { PERMISSION_CALLS } from './calls-permissions.ts';
import { samlProvider, SIGN_IN_CALLS } from './calls-sign-in.ts';
import { makeOrganization } from './factories.ts';
import { type Answer, as, type Sender, testApp } from './test-app.ts';
import { world } from './world.ts';

/** Every operation of the contract. */
export const SERVED: readonly Operation[] = listOperations(contract);

export type { Call, Scene };

/** Makes a world with its second organization. */
export async function makeScene(): Promise<Scene> {
  const w = await world();
  const twin = await makeOrganization({ title: 'Twin Press' });
  const { db, app } = await testApp();
  const alsoThere = [w.creator, w.admin].map((member) => ({
    organization_id: twin.id,
    user_id: member.id,
    role: 6,
    search_text: '',
  }));
  await db.insertInto('members').values(alsoThere).execute();
  app.actors.forgetEveryone();
  return { ...w, twinId: twin.id };
}

/** Sends a request of an operation as someone; `query` as in `limit=1`. */
export function send(sender: Sender, operation: Operation, call: Call, query = ''): Promise<Answer> {
  const queries = [call.query ?? '', query].filter((part) => part !== '').join('&');
  const url = addressOf(operation, call.params) + (queries === '' ? '' : `?${queries}`);
  const client = as(sender);
  switch (operation.method) {
    case 'GET':
      return client.get(url);
    case 'DELETE':
      return client.delete(url);
    case 'POST':
      return client.post(url, call.body);
    case 'PUT':
      return client.put(url, call.body);
    case 'PATCH':
      return client.patch(url, call.body);
  }
}

/** The address of an operation with its ids. */
export function addressOf(operation: Operation, params: Record<string, string>): string {
  return operation.url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The call of ${operation.id} names no ${name}.`);
    return encodeURIComponent(value);
  });
}

/** A valid call of a served operation, with everything in place that it needs. */
export async function arrange(operation: Operation, scene: Scene): Promise<Call> {
  const found = Object.entries(CALLS).find(([id]) => id === operation.id);
  if (!found) throw new Error(`Nobody has arranged a call of ${operation.id}: add it to the calls.`);
  const call = await found[1](scene);
  return { ...call, params: { organizationId: scene.organization.id, ...call.params } };
}

/** The ids that the addresses of the interface know, one of each kind, all of one organization. */
export async function makeIds(scene: Scene): Promise<Record<string, string>> {
  const inSite = await group(scene);
  return {
    ...(await invite(scene)),
    ...(await member(scene)),
    ...(await team(scene)),
    ...(await collection(scene)),
    ...(await discussedSpace(scene)),
    ...(await customField(scene)),
    ...(await samlProvider(scene)),
    ...(await translation(scene)),
    ...(await apiSpec(scene)),
    ...inSite,
    siteSpaceId: (await siteSpace(scene)).siteSpaceId,
  };
}

const schema = { type: 'object', properties: { isBetaTester: { type: 'boolean' } } };

const CALLS: Record<OperationId, Arrange> = {
  ...CHANGE_REQUEST_CALLS,
  ...CONTENT_CALLS,
  ...PERMISSION_CALLS,
  ...SIGN_IN_CALLS,
  getServerInfo: nothing,
  getCurrentUser: nothing,
  listOrganizations: nothing,
  listOrganizationsByEmailDomain: () => ({ params: { emailDomain: 'press.example' } }),
  getOrganization: nothing,
  updateOrganization: () => ({ params: {}, body: { title: 'Test Press' } }),
  listLinkInvites: nothing,
  createLinkInvite: () => ({ params: {}, body: { role: 'read' } }),
  getLinkInvite: at(invite),
  updateLinkInvite: at(invite, { role: 'edit' }),
  deleteLinkInvite: at(invite),
  listMembers: nothing,
  getMember: at(member),
  updateMember: at(member, { role: 'edit' }),
  removeMember: at(member),
  setMemberSso: at(member),
  pingOrganization: nothing,
  listMemberSpaces: at(member),
  listMemberTeams: at(member),
  listTeams: nothing,
  createTeam: () => ({ params: {}, body: { title: 'Illustrators' } }),
  getTeam: at(team),
  updateTeam: at(team, { title: 'Illustrators' }),
  deleteTeam: at(team),
  listTeamMembers: at(team),
  updateTeamMembers: at(team, { add: [] }),
  setTeamMember: at(async (scene) => ({ ...(await team(scene)), ...(await member(scene)) }), {
    role: 'member',
  }),
  removeTeamMember: at(async (scene) => {
    const { userId } = await member(scene);
    return { userId, ...(await team(scene, userId)) };
  }),
  listCollections: nothing,
  createCollection: () => ({ params: {}, body: { title: 'Manuals' } }),
  getCollection: at(collection),
  updateCollection: at(collection, { title: 'Manuals' }),
  deleteCollection: at(collection),
  listCollectionSpaces: at(collection),
  moveCollection: at(collection, {}),
  transferCollection: async (scene) => ({
    params: await collection(scene),
    body: { organization: scene.twinId },
  }),
  listContent: nothing,
  listSpaces: nothing,
  createSpace: () => ({ params: {}, body: { title: 'Guide' } }),
  getSpace: at(space),
  updateSpace: at(space, { title: 'Guide' }),
  deleteSpace: at(space),
  duplicateSpace: at(space),
  restoreSpace: at((scene) => space(scene, { deletedAt: new Date() })),
  moveSpace: at(space, {}),
  transferSpace: async (scene) => ({ params: await space(scene), body: { organization: scene.twinId } }),
  listSites: nothing,
  createSite: () => ({ params: {}, body: { title: 'Documentation' } }),
  getSite: at(site),
  updateSite: at(site, { title: 'Documentation' }),
  deleteSite: at(site),
  publishSite: at(site),
  unpublishSite: at(site),
  getPublishedSite: at(site),
  getSiteAdaptiveSchema: at(site),
  putSiteAdaptiveSchema: at(site, { jsonSchema: schema }),
  getSiteStructure: at(site),
  sortSiteStructure: async (scene) => {
    const params = await section(scene);
    return { params, body: { item: { type: 'site-section', id: params.siteSectionId }, position: {} } };
  },
  listSiteSections: at(site),
  createSiteSection: async (scene) => ({ params: await site(scene), body: await space(scene) }),
  updateSiteSection: at(section, { title: 'Guides' }),
  deleteSiteSection: at(section),
  moveSiteSection: at(section, {}),
  listSiteSectionGroups: at(site),
  createSiteSectionGroup: at(section, { title: 'Reference' }),
  updateSiteSectionGroup: at(group, { title: 'Reference' }),
  deleteSiteSectionGroup: at(group),
  moveSiteSectionGroup: at(group, {}),
  addSectionToGroup: async (scene) => {
    const params = await group(scene);
    return { params, body: { sectionId: (await section(scene, params)).siteSectionId } };
  },
  removeSectionFromGroup: at(group),
  listSiteSpaces: at(site),
  createSiteSpace: async (scene) => ({ params: await site(scene), body: await space(scene) }),
  updateSiteSpace: at(siteSpace, { path: 'guide' }),
  deleteSiteSpace: at(siteSpace),
  moveSiteSpace: at(siteSpace, {}),
  ...API_SPEC_CALLS,
  ...CONTENT_IMPORT_CALLS,
  ...COMMENT_CALLS,
  ...CUSTOM_FIELD_CALLS,
  ...LINK_CALLS,
  ...TRANSLATION_CALLS,
  listAuditLog: nothing,
};
