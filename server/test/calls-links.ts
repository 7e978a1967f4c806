import { type Arrange, nothing } from './call-parts.ts';
import { inWritten } from './calls-content.ts';

const searching =
  (call: Arrange): Arrange =>
  async (scene) => ({ ...(await call(scene)), query: 'query=guide' });

/** Calls of the operations on links and of search. */
export const LINK_CALLS = {
  listSpaceLinks: inWritten(['spaceId']),
  listSpacePageLinks: inWritten(['spaceId', 'pageId']),
  listSpaceFileBacklinks: inWritten(['spaceId', 'fileId']),
  listChangeRequestLinks: inWritten(['spaceId', 'changeRequestId']),
  listChangeRequestPageLinks: inWritten(['spaceId', 'changeRequestId', 'pageId']),
  listChangeRequestFileBacklinks: inWritten(['spaceId', 'changeRequestId', 'fileId']),
  listBrokenLinks: nothing,
  searchSpace: searching(inWritten(['spaceId'])),
  searchOrganization: searching(nothing),
} satisfies Record<string, Arrange>;
