import { createChangeRequest, createWrittenSpace } from '../content-factories.ts';
import { createMember, createSite, createSpace, createTeam } from '../factories.ts';
import type { OrganizationFixture } from '../organization-fixture.ts';
import type { ApiResponse } from '../test-app.ts';

/** The parameters and the body of a request. */
export interface Call {
  params: Record<string, string>;
  /** A query string: `query=guide`. */
  query?: string;
  body?: object;
}

/** An organization fixture with a second organization, in which its creator and administrator may add content. */
export interface ApiFixture extends OrganizationFixture {
  secondOrganizationId: string;
}

/** Creates everything that a valid call needs, and returns the call. */
export type CallFactory = (fixture: ApiFixture) => Promise<Call> | Call;

/** A call that needs only the organization. */
export const organizationCall: CallFactory = () => ({ params: {} });
/** The organization of the fixture, as factories take it. */
export const inOrganization = ({ organization }: ApiFixture) => ({ organizationId: organization.id });

/** The id of the created resource. */
export async function createdId(request: Promise<ApiResponse>): Promise<string> {
  const { status, body } = await request;
  if (status !== 201) throw new Error(`Part of a fixture was not created: ${JSON.stringify(body)}`);
  return body.id;
}

/** A call with the ids that `createParams` creates, with or without a body. */
export const callWith =
  (createParams: (fixture: ApiFixture) => Promise<Record<string, string>>, body?: object): CallFactory =>
  async (fixture) => ({ params: await createParams(fixture), ...(body && { body }) });

/** A member with the role read. */
export const memberParams = async (fixture: ApiFixture) => ({
  userId: (await createMember(inOrganization(fixture))).id,
});
/** A team with the fixture's owner and some members. */
export const teamParams = async (fixture: ApiFixture, ...members: string[]) => ({
  teamId: (await createTeam({ ...inOrganization(fixture), owners: [fixture.owner.id], members })).id,
});
/** A top-level space that inherits its level. */
export const spaceParams = async (fixture: ApiFixture, fields: { deletedAt?: Date } = {}) => ({
  spaceId: (await createSpace({ ...inOrganization(fixture), defaultLevel: 'inherit', ...fields })).id,
});
/** A site without structure. */
export const siteParams = async (fixture: ApiFixture) => ({
  siteId: (await createSite(inOrganization(fixture))).id,
});

/** The ids of a space with content, its pages and files, and one of its change requests. */
export async function writtenSpaceParams(fixture: ApiFixture) {
  const { space, file, start, revisionId } = await createWrittenSpace({
    ...inOrganization(fixture),
    defaultLevel: 'inherit',
  });
  const { id: changeRequestId } = await createChangeRequest(space.id);
  return { spaceId: space.id, changeRequestId, fileId: file.id, pageId: start.id, revisionId };
}

/** A call on a space with content, with the ids that the URL contains. */
export const contentCall =
  (names: readonly (keyof Awaited<ReturnType<typeof writtenSpaceParams>>)[], body?: object): CallFactory =>
  async (fixture) => {
    const ids = await writtenSpaceParams(fixture);
    const params = Object.fromEntries(names.map((name) => [name, ids[name]]));
    return { params, ...(body && { body }) };
  };
