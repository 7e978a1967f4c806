import { type CallFactory, type ApiFixture, inOrganization } from './call-parts.ts';
import { makeChangeRequest, makeWrittenSpace } from './content-factories.ts';

/** The ids of a space with content, of one of its change requests and of what is in it. */
export async function writtenSpaceParams(fixture: ApiFixture) {
  const { space, file, start, revisionId } = await makeWrittenSpace({
    ...inOrganization(fixture),
    defaultLevel: 'inherit',
  });
  const { id: changeRequestId } = await makeChangeRequest(space.id);
  return { spaceId: space.id, changeRequestId, fileId: file.id, pageId: start.id, revisionId };
}

type Name = keyof Awaited<ReturnType<typeof writtenSpaceParams>>;

/** A call on a space with content, with the ids that the address names and no others. */
export const contentCall =
  (names: readonly Name[], body?: object): CallFactory =>
  async (fixture) => {
    const ids = await writtenSpaceParams(fixture);
    const params = Object.fromEntries(names.map((name) => [name, ids[name]]));
    return { params, ...(body && { body }) };
  };

/** Calls of the operations that read content: of spaces, of change requests, of earlier revisions. */
export const CONTENT_CALLS = {
  getSpaceContent: contentCall(['spaceId']),
  listSpacePages: contentCall(['spaceId']),
  listSpaceFiles: contentCall(['spaceId']),
  getSpaceFile: contentCall(['spaceId', 'fileId']),
  getSpacePage: contentCall(['spaceId', 'pageId']),
  getChangeRequestContent: contentCall(['spaceId', 'changeRequestId']),
  listChangeRequestPages: contentCall(['spaceId', 'changeRequestId']),
  listChangeRequestFiles: contentCall(['spaceId', 'changeRequestId']),
  getChangeRequestFile: contentCall(['spaceId', 'changeRequestId', 'fileId']),
  getChangeRequestPage: contentCall(['spaceId', 'changeRequestId', 'pageId']),
  listRevisionPages: contentCall(['spaceId', 'revisionId']),
  getRevisionPage: contentCall(['spaceId', 'revisionId', 'pageId']),
} satisfies Record<string, CallFactory>;
