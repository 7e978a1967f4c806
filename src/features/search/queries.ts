import { keepPreviousData } from '@tanstack/react-query';
import {
  listApiSpecsOptions,
  listMembersOptions,
  listOrganizationChangeRequestsOptions,
  listSitesOptions,
  listSpacesOptions,
  listTeamsOptions,
  searchOrganizationInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { unlessDenied } from '#src/api/optional-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';

/** Results per kind; the full list has its own search. */
export const maxPerKind = 5;

/** Pages of all spaces that match, by space, best first. */
export const pageSearchOptions = (organizationId: string, query: string) => ({
  ...pagedOptions(
    searchOrganizationInfiniteOptions({ path: { organizationId }, query: { query: query, limit: 10 } }),
  ),
  placeholderData: keepPreviousData,
});

/** One query per kind of entity, by name. */
export function entitySearchQueries(organizationId: string, searchText: string) {
  const path = { organizationId };
  const query = { title: searchText, limit: maxPerKind };
  return {
    members: listMembersOptions({ path, query: { search: searchText, limit: maxPerKind } }),
    teams: listTeamsOptions({ path, query }),
    sites: listSitesOptions({ path, query }),
    spaces: listSpacesOptions({ path, query }),
    changeRequests: listOrganizationChangeRequestsOptions({
      path,
      query: { subject: searchText, limit: maxPerKind },
    }),
    // The server can't search this list; it is short.
    specs: unlessDenied('listApiSpecs', listApiSpecsOptions({ path, query: { limit: 200 } }), {
      items: [],
      count: 0,
    }),
  };
}
