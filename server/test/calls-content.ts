import { type Arrange, type Scene, there } from './call-parts.ts';
import { makeChangeRequest, makeWrittenSpace } from './content-factories.ts';

/** The ids of a space with content, of one of its change requests and of what is in it. */
export async function writtenSpace(scene: Scene) {
  const { space, file, start, revisionId } = await makeWrittenSpace({
    ...there(scene),
    defaultLevel: 'inherit',
  });
  const { id: changeRequestId } = await makeChangeRequest(space.id);
  return { spaceId: space.id, changeRequestId, fileId: file.id, pageId: start.id, revisionId };
}

type Name = keyof Awaited<ReturnType<typeof writtenSpace>>;

/** A call on a space with content, with the ids that the address names and no others. */
export const inWritten =
  (names: readonly Name[], body?: object): Arrange =>
  async (scene) => {
    const ids = await writtenSpace(scene);
    const params = Object.fromEntries(names.map((name) => [name, ids[name]]));
    return { params, ...(body && { body }) };
  };

/** Calls of the operations that read content: of spaces, of change requests, of earlier revisions. */
export const CONTENT_CALLS = {
  getSpaceContent: inWritten(['spaceId']),
  listSpacePages: inWritten(['spaceId']),
  listSpaceFiles: inWritten(['spaceId']),
  getSpaceFile: inWritten(['spaceId', 'fileId']),
  getSpacePage: inWritten(['spaceId', 'pageId']),
  getChangeRequestContent: inWritten(['spaceId', 'changeRequestId']),
  listChangeRequestPages: inWritten(['spaceId', 'changeRequestId']),
  listChangeRequestFiles: inWritten(['spaceId', 'changeRequestId']),
  getChangeRequestFile: inWritten(['spaceId', 'changeRequestId', 'fileId']),
  getChangeRequestPage: inWritten(['spaceId', 'changeRequestId', 'pageId']),
  listRevisionPages: inWritten(['spaceId', 'revisionId']),
  getRevisionPage: inWritten(['spaceId', 'revisionId', 'pageId']),
} satisfies Record<string, Arrange>;
