import { type CallFactory, organizationCall } from './call-parts.ts';
import { contentCall } from './calls-content.ts';

const withSearchQuery =
  (call: CallFactory): CallFactory =>
  async (fixture) => ({ ...(await call(fixture)), query: 'query=guide' });

/** Calls of the operations on links and of search. */
export const LINK_CALLS = {
  listSpaceLinks: contentCall(['spaceId']),
  listSpacePageLinks: contentCall(['spaceId', 'pageId']),
  listSpaceFileBacklinks: contentCall(['spaceId', 'fileId']),
  listChangeRequestLinks: contentCall(['spaceId', 'changeRequestId']),
  listChangeRequestPageLinks: contentCall(['spaceId', 'changeRequestId', 'pageId']),
  listChangeRequestFileBacklinks: contentCall(['spaceId', 'changeRequestId', 'fileId']),
  listBrokenLinks: organizationCall,
  searchSpace: withSearchQuery(contentCall(['spaceId'])),
  searchOrganization: withSearchQuery(organizationCall),
} satisfies Record<string, CallFactory>;
