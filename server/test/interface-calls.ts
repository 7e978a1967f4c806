import { listOperations, type Operation } from '#server/contract-document.ts';
import contract from '#server/generated/openapi.json' with { type: 'json' };
import { NOT_YET, type Served } from '#server/resources/not-yet.ts';
import { makeCollection, makeMember, makeOrganization, makeSite, makeSpace, makeTeam } from './factories.ts';
import { type Answer, as, type Sender, testApp } from './test-app.ts';
import { world, type World } from './world.ts';

/** What a request needs beside its operation: ids for its address, and a body. */
export interface Call {
  params: Record<string, string>;
  body?: object;
}

/** A world with a second organization, in which its creator and its administrator may add content. */
export interface Scene extends World {
  twinId: string;
}

const notYet: readonly string[] = NOT_YET;

/** Every operation of the contract that is served. */
export const SERVED: readonly Operation[] = listOperations(contract).filter(({ id }) => !notYet.includes(id));

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
  const url = addressOf(operation, call.params) + (query === '' ? '' : `?${query}`);
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

type Arrange = (scene: Scene) => Promise<Call> | Call;

const nothing: Arrange = () => ({ params: {} });
const there = ({ organization }: Scene) => ({ organizationId: organization.id });

async function created(request: Promise<Answer>): Promise<string> {
  const { status, body } = await request;
  if (status !== 201) throw new Error(`A part of a scene was not made: ${JSON.stringify(body)}`);
  return body.id;
}

const invite = async (scene: Scene) => ({
  inviteId: await created(as(scene.admin).post(`${scene.base}/link-invites`, { role: 'read' })),
});
const member = async (scene: Scene) => ({ userId: (await makeMember(there(scene))).id });
const team = async (scene: Scene, ...members: string[]) => ({
  teamId: (await makeTeam({ ...there(scene), owners: [scene.owner.id], members })).id,
});
const collection = async (scene: Scene, parentId: string | null = null) => ({
  collectionId: (await makeCollection({ ...there(scene), parentId, defaultLevel: 'inherit' })).id,
});
const space = async (scene: Scene, fields: { deletedAt?: Date } = {}) => ({
  spaceId: (await makeSpace({ ...there(scene), defaultLevel: 'inherit', ...fields })).id,
});
const site = async (scene: Scene) => ({ siteId: (await makeSite(there(scene))).id });

/** A site with a section. */
async function section(scene: Scene, { siteId }: { siteId?: string } = {}) {
  const place = { siteId: siteId ?? (await site(scene)).siteId };
  const url = `${scene.base}/sites/${place.siteId}/sections`;
  return { ...place, siteSectionId: await created(as(scene.admin).post(url, await space(scene))) };
}

/** A site with a group that holds a section. */
async function group(scene: Scene) {
  const { siteId, siteSectionId } = await section(scene);
  const url = `${scene.base}/sites/${siteId}/section-groups`;
  const body = { title: 'Reference', sections: [siteSectionId] };
  return { siteId, siteSectionId, siteSectionGroupId: await created(as(scene.admin).post(url, body)) };
}

/** A flat site with a site space. */
async function siteSpace(scene: Scene) {
  const { siteId } = await site(scene);
  const url = `${scene.base}/sites/${siteId}/site-spaces`;
  return { siteId, siteSpaceId: await created(as(scene.admin).post(url, await space(scene))) };
}

/** The ids that the addresses of the interface know, one of each kind, all of one organization. */
export async function makeIds(scene: Scene): Promise<Record<string, string>> {
  const inSite = await group(scene);
  return {
    ...(await invite(scene)),
    ...(await member(scene)),
    ...(await team(scene)),
    ...(await collection(scene)),
    ...(await space(scene)),
    ...inSite,
    siteSpaceId: (await siteSpace(scene)).siteSpaceId,
  };
}

const schema = { type: 'object', properties: { isBetaTester: { type: 'boolean' } } };

const at =
  (make: (scene: Scene) => Promise<Record<string, string>>, body?: object): Arrange =>
  async (scene) => ({ params: await make(scene), ...(body && { body }) });

const CALLS: Record<Served, Arrange> = {
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
};
