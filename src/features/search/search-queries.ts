import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listApiSpecsOptions,
  listMembersOptions,
  listOrganizationChangeRequestsOptions,
  listSitesOptions,
  listSpacesOptions,
  listTeamsOptions,
  searchOrganizationInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';

/** How many things of a kind are shown; the list's own search has the rest. */
export const maxPerKind = 5;

/** The pages of all spaces that contain words, by space; best first. */
export const pageSearchOptions = (organizationId: string, query: string) => ({
  ...pagedOptions(
    searchOrganizationInfiniteOptions({ path: { organizationId }, query: { query: query, limit: 10 } }),
  ),
  placeholderData: keepPreviousData,
});

/** What else of an organization has words in its name, a query for each kind. */
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
    // This list cannot be searched by the server; it is short.
    specs: queryOptions(listApiSpecsOptions({ path, query: { limit: 200 } })),
  };
}
