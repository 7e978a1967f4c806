import { type CallFactory, contentCall, organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { pageListFixture, spaceListFixture } from '#server/test/contract/page-lists.ts';

/** A word too short for corrections: how many statements they need depends on the words of all other tests. */
const withSearchQuery =
  (call: CallFactory): CallFactory =>
  async (fixture) => ({ ...(await call(fixture)), query: 'query=guid' });

export const searchCases = contractCases({
  calls: {
    searchSpace: withSearchQuery(contentCall(['spaceId'])),
    searchOrganization: withSearchQuery(organizationCall),
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    searchSpace:        [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    searchOrganization: [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    searchSpace: pageListFixture(() => ''),
    searchOrganization: spaceListFixture,
  },
  ids: {},
});
