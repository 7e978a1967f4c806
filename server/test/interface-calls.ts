import type { OperationId } from '#server/contract.ts';
import { listOperations, type Operation } from '#server/contract-document.ts';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import {
  type CallFactory,
  callWith,
  type Call,
  collectionParams,
  groupParams,
  inviteParams,
  memberParams,
  organizationCall,
  type ApiFixture,
  sectionParams,
  siteParams,
  siteSpaceParams,
  spaceParams,
  teamParams,
} from './call-parts.ts';
import { API_SPEC_CALLS, apiSpecParams } from './calls-api-specs.ts';
import { CHANGE_REQUEST_CALLS } from './calls-change-requests.ts';
import { CONTENT_CALLS } from './calls-content.ts';
import { CONTENT_IMPORT_CALLS } from './calls-content-import.ts';
import { COMMENT_CALLS, discussionParams } from './calls-comments.ts';
import { CUSTOM_FIELD_CALLS, customFieldParams } from './calls-custom-fields.ts';
import { LINK_CALLS } from './calls-links.ts';
import { TRANSLATION_CALLS, translationParams } from './calls-translations.ts';
import { PERMISSION_CALLS } from './calls-permissions.ts';
import { samlProviderParams, SIGN_IN_CALLS } from './calls-sign-in.ts';
import { makeOrganization } from './factories.ts';
import { type Answer, as, type Sender, testApp } from './test-app.ts';
import { world } from './world.ts';

/** Every operation of the contract. */
export const OPERATIONS: readonly Operation[] = listOperations(contract);

export type { Call, ApiFixture };

/** Makes a world with its second organization. */
export async function createApiFixture(): Promise<ApiFixture> {
  const w = await world();
  const second = await makeOrganization({ title: 'Twin Press' });
  const { db, app } = await testApp();
  const alsoThere = [w.creator, w.admin].map((member) => ({
    organization_id: second.id,
    user_id: member.id,
    role: 6,
    search_text: '',
  }));
  await db.insertInto('members').values(alsoThere).execute();
  app.actors.forgetEveryone();
  return { ...w, secondOrganizationId: second.id };
}

/** Sends a request of an operation as someone; `query` as in `limit=1`. */
export function send(sender: Sender, operation: Operation, call: Call, query = ''): Promise<Answer> {
  const queries = [call.query ?? '', query].filter((part) => part !== '').join('&');
  const url = urlOf(operation, call.params) + (queries === '' ? '' : `?${queries}`);
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
export function urlOf(operation: Operation, params: Record<string, string>): string {
  return operation.url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The call of ${operation.id} names no ${name}.`);
    return encodeURIComponent(value);
  });
}

/** A valid call of a served operation, with everything in place that it needs. */
export async function createCall(operation: Operation, fixture: ApiFixture): Promise<Call> {
  const found = Object.entries(CALLS).find(([id]) => id === operation.id);
  if (!found) throw new Error(`Nobody has arranged a call of ${operation.id}: add it to the calls.`);
  const call = await found[1](fixture);
  return { ...call, params: { organizationId: fixture.organization.id, ...call.params } };
}

/** The ids that the addresses of the interface know, one of each kind, all of one organization. */
export async function createIds(fixture: ApiFixture): Promise<Record<string, string>> {
  const inSite = await groupParams(fixture);
  return {
    ...(await inviteParams(fixture)),
    ...(await memberParams(fixture)),
    ...(await teamParams(fixture)),
    ...(await collectionParams(fixture)),
    ...(await discussionParams(fixture)),
    ...(await customFieldParams(fixture)),
    ...(await samlProviderParams(fixture)),
    ...(await translationParams(fixture)),
    ...(await apiSpecParams(fixture)),
    ...inSite,
    siteSpaceId: (await siteSpaceParams(fixture)).siteSpaceId,
  };
}

const schema = { type: 'object', properties: { isBetaTester: { type: 'boolean' } } };

const CALLS: Record<OperationId, CallFactory> = {
  ...CHANGE_REQUEST_CALLS,
  ...CONTENT_CALLS,
  ...PERMISSION_CALLS,
  ...SIGN_IN_CALLS,
  getServerInfo: organizationCall,
  getCurrentUser: organizationCall,
  listOrganizations: organizationCall,
  listOrganizationsByEmailDomain: () => ({ params: { emailDomain: 'press.example' } }),
  getOrganization: organizationCall,
  updateOrganization: () => ({ params: {}, body: { title: 'Test Press' } }),
  listLinkInvites: organizationCall,
  createLinkInvite: () => ({ params: {}, body: { role: 'read' } }),
  getLinkInvite: callWith(inviteParams),
  updateLinkInvite: callWith(inviteParams, { role: 'edit' }),
  deleteLinkInvite: callWith(inviteParams),
  listMembers: organizationCall,
  getMember: callWith(memberParams),
  updateMember: callWith(memberParams, { role: 'edit' }),
  removeMember: callWith(memberParams),
  setMemberSso: callWith(memberParams),
  pingOrganization: organizationCall,
  listMemberSpaces: callWith(memberParams),
  listMemberTeams: callWith(memberParams),
  listTeams: organizationCall,
  createTeam: () => ({ params: {}, body: { title: 'Illustrators' } }),
  getTeam: callWith(teamParams),
  updateTeam: callWith(teamParams, { title: 'Illustrators' }),
  deleteTeam: callWith(teamParams),
  listTeamMembers: callWith(teamParams),
  updateTeamMembers: callWith(teamParams, { add: [] }),
  setTeamMember: callWith(
    async (fixture) => ({ ...(await teamParams(fixture)), ...(await memberParams(fixture)) }),
    {
      role: 'member',
    },
  ),
  removeTeamMember: callWith(async (fixture) => {
    const { userId } = await memberParams(fixture);
    return { userId, ...(await teamParams(fixture, userId)) };
  }),
  listCollections: organizationCall,
  createCollection: () => ({ params: {}, body: { title: 'Manuals' } }),
  getCollection: callWith(collectionParams),
  updateCollection: callWith(collectionParams, { title: 'Manuals' }),
  deleteCollection: callWith(collectionParams),
  listCollectionSpaces: callWith(collectionParams),
  moveCollection: callWith(collectionParams, {}),
  transferCollection: async (fixture) => ({
    params: await collectionParams(fixture),
    body: { organization: fixture.secondOrganizationId },
  }),
  listContent: organizationCall,
  listSpaces: organizationCall,
  createSpace: () => ({ params: {}, body: { title: 'Guide' } }),
  getSpace: callWith(spaceParams),
  updateSpace: callWith(spaceParams, { title: 'Guide' }),
  deleteSpace: callWith(spaceParams),
  duplicateSpace: callWith(spaceParams),
  restoreSpace: callWith((fixture) => spaceParams(fixture, { deletedAt: new Date() })),
  moveSpace: callWith(spaceParams, {}),
  transferSpace: async (fixture) => ({
    params: await spaceParams(fixture),
    body: { organization: fixture.secondOrganizationId },
  }),
  listSites: organizationCall,
  createSite: () => ({ params: {}, body: { title: 'Documentation' } }),
  getSite: callWith(siteParams),
  updateSite: callWith(siteParams, { title: 'Documentation' }),
  deleteSite: callWith(siteParams),
  publishSite: callWith(siteParams),
  unpublishSite: callWith(siteParams),
  getPublishedSite: callWith(siteParams),
  getSiteAdaptiveSchema: callWith(siteParams),
  putSiteAdaptiveSchema: callWith(siteParams, { jsonSchema: schema }),
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
  ...API_SPEC_CALLS,
  ...CONTENT_IMPORT_CALLS,
  ...COMMENT_CALLS,
  ...CUSTOM_FIELD_CALLS,
  ...LINK_CALLS,
  ...TRANSLATION_CALLS,
  listAuditLog: organizationCall,
};
