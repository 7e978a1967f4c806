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

/** An organization fixture with a second organization, in which its creator and its administrator may add content. */
export interface ApiFixture extends World {
  secondOrganizationId: string;
}

/** Puts everything in place that a valid call needs, and says what the call is. */
export type CallFactory = (fixture: ApiFixture) => Promise<Call> | Call;

/** A call of an operation that needs nothing but the organization. */
export const organizationCall: CallFactory = () => ({ params: {} });
/** The organization of the fixture, as factories take it. */
export const inOrganization = ({ organization }: ApiFixture) => ({ organizationId: organization.id });

/** The id of what a request made. */
export async function createdId(request: Promise<Answer>): Promise<string> {
  const { status, body } = await request;
  if (status !== 201) throw new Error(`Part of a fixture was not created: ${JSON.stringify(body)}`);
  return body.id;
}

/** An invite link. */
export const inviteParams = async (fixture: ApiFixture) => ({
  inviteId: await createdId(as(fixture.admin).post(`${fixture.base}/link-invites`, { role: 'read' })),
});
/** A member who reads. */
export const memberParams = async (fixture: ApiFixture) => ({
  userId: (await makeMember(inOrganization(fixture))).id,
});
/** A team whose owner is the fixture's, with some members. */
export const teamParams = async (fixture: ApiFixture, ...members: string[]) => ({
  teamId: (await makeTeam({ ...inOrganization(fixture), owners: [fixture.owner.id], members })).id,
});
/** A collection that inherits the level of its parent. */
export const collectionParams = async (fixture: ApiFixture, parentId: string | null = null) => ({
  collectionId: (await makeCollection({ ...inOrganization(fixture), parentId, defaultLevel: 'inherit' })).id,
});
/** A space at the top, on which everybody's role is the level. */
export const spaceParams = async (fixture: ApiFixture, fields: { deletedAt?: Date } = {}) => ({
  spaceId: (await makeSpace({ ...inOrganization(fixture), defaultLevel: 'inherit', ...fields })).id,
});
/** A site without structure. */
export const siteParams = async (fixture: ApiFixture) => ({
  siteId: (await makeSite(inOrganization(fixture))).id,
});

/** A site with a section. */
export async function sectionParams(fixture: ApiFixture, { siteId }: { siteId?: string } = {}) {
  const place = { siteId: siteId ?? (await siteParams(fixture)).siteId };
  const url = `${fixture.base}/sites/${place.siteId}/sections`;
  return {
    ...place,
    siteSectionId: await createdId(as(fixture.admin).post(url, await spaceParams(fixture))),
  };
}

/** A site with a group that holds a section. */
export async function groupParams(fixture: ApiFixture) {
  const { siteId, siteSectionId } = await sectionParams(fixture);
  const url = `${fixture.base}/sites/${siteId}/section-groups`;
  const body = { title: 'Reference', sections: [siteSectionId] };
  return { siteId, siteSectionId, siteSectionGroupId: await createdId(as(fixture.admin).post(url, body)) };
}

/** A flat site with a site space. */
export async function siteSpaceParams(fixture: ApiFixture) {
  const { siteId } = await siteParams(fixture);
  const url = `${fixture.base}/sites/${siteId}/site-spaces`;
  return { siteId, siteSpaceId: await createdId(as(fixture.admin).post(url, await spaceParams(fixture))) };
}

/** A call on what `make` makes, with a body or without. */
export const callWith =
  (createParams: (fixture: ApiFixture) => Promise<Record<string, string>>, body?: object): CallFactory =>
  async (fixture) => ({ params: await createParams(fixture), ...(body && { body }) });
