import { makeCollection, makeMember, makeSite, makeSpace, makeTeam } from './factories.ts';
import { type Answer, as } from './test-app.ts';
import type { World } from './world.ts';

/** What a request needs beside its operation: ids for its address, and a body. */
export interface Call {
  params: Record<string, string>;
  /** What the query must have: `query=guide`. */
  query?: string;
  body?: object;
}

/** A world with a second organization, in which its creator and its administrator may add content. */
export interface Scene extends World {
  twinId: string;
}

/** Puts everything in place that a valid call needs, and says what the call is. */
export type Arrange = (scene: Scene) => Promise<Call> | Call;

/** A call of an operation that needs nothing but the organization. */
export const nothing: Arrange = () => ({ params: {} });
/** Where factories put what belongs to a scene. */
export const there = ({ organization }: Scene) => ({ organizationId: organization.id });

/** The id of what a request made. */
export async function created(request: Promise<Answer>): Promise<string> {
  const { status, body } = await request;
  if (status !== 201) throw new Error(`A part of a scene was not made: ${JSON.stringify(body)}`);
  return body.id;
}

/** An invite link. */
export const invite = async (scene: Scene) => ({
  inviteId: await created(as(scene.admin).post(`${scene.base}/link-invites`, { role: 'read' })),
});
/** A member who reads. */
export const member = async (scene: Scene) => ({ userId: (await makeMember(there(scene))).id });
/** A team whose owner is the scene's, with some members. */
export const team = async (scene: Scene, ...members: string[]) => ({
  teamId: (await makeTeam({ ...there(scene), owners: [scene.owner.id], members })).id,
});
/** A collection that inherits the level of its parent. */
export const collection = async (scene: Scene, parentId: string | null = null) => ({
  collectionId: (await makeCollection({ ...there(scene), parentId, defaultLevel: 'inherit' })).id,
});
/** A space at the top, on which everybody's role is the level. */
export const space = async (scene: Scene, fields: { deletedAt?: Date } = {}) => ({
  spaceId: (await makeSpace({ ...there(scene), defaultLevel: 'inherit', ...fields })).id,
});
/** A site without structure. */
export const site = async (scene: Scene) => ({ siteId: (await makeSite(there(scene))).id });

/** A site with a section. */
export async function section(scene: Scene, { siteId }: { siteId?: string } = {}) {
  const place = { siteId: siteId ?? (await site(scene)).siteId };
  const url = `${scene.base}/sites/${place.siteId}/sections`;
  return { ...place, siteSectionId: await created(as(scene.admin).post(url, await space(scene))) };
}

/** A site with a group that holds a section. */
export async function group(scene: Scene) {
  const { siteId, siteSectionId } = await section(scene);
  const url = `${scene.base}/sites/${siteId}/section-groups`;
  const body = { title: 'Reference', sections: [siteSectionId] };
  return { siteId, siteSectionId, siteSectionGroupId: await created(as(scene.admin).post(url, body)) };
}

/** A flat site with a site space. */
export async function siteSpace(scene: Scene) {
  const { siteId } = await site(scene);
  const url = `${scene.base}/sites/${siteId}/site-spaces`;
  return { siteId, siteSpaceId: await created(as(scene.admin).post(url, await space(scene))) };
}

/** A call on what `make` makes, with a body or without. */
export const at =
  (make: (scene: Scene) => Promise<Record<string, string>>, body?: object): Arrange =>
  async (scene) => ({ params: await make(scene), ...(body && { body }) });
