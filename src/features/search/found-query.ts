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
import { pages } from '#src/api/paging.ts';

/** How many things of a kind are shown; the list's own search has the rest. */
export const mostOfKind = 5;

/** The pages of all spaces that contain words, by space; best first. */
export const pagesWith = (organizationId: string, words: string) => ({
  ...pages(
    searchOrganizationInfiniteOptions({ path: { organizationId }, query: { query: words, limit: 10 } }),
  ),
  placeholderData: keepPreviousData,
});

/** What else of an organization has words in its name, a query for each kind. */
export function namesWith(organizationId: string, words: string) {
  const path = { organizationId };
  const query = { title: words, limit: mostOfKind };
  return {
    members: listMembersOptions({ path, query: { search: words, limit: mostOfKind } }),
    teams: listTeamsOptions({ path, query }),
    sites: listSitesOptions({ path, query }),
    spaces: listSpacesOptions({ path, query }),
    changeRequests: listOrganizationChangeRequestsOptions({
      path,
      query: { subject: words, limit: mostOfKind },
    }),
    // This list cannot be searched by the server; it is short.
    specs: queryOptions(listApiSpecsOptions({ path, query: { limit: 200 } })),
  };
}
