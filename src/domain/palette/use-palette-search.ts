import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  listMembersOptions,
  listOrganizationChangeRequestsOptions,
  listSitesOptions,
  listSpacesOptions,
  listTeamsOptions,
  searchOrganizationOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  Member,
  OrganizationChangeRequest,
  OrganizationSearchPage,
  Site,
  Space,
  Team,
} from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';

/** Results per kind. */
const maxResults = 5;

export interface PaletteResults {
  members: Member[];
  teams: Team[];
  sites: Site[];
  spaces: Space[];
  /** By subject or, as `#12`, by number. */
  changeRequests: OrganizationChangeRequest[];
  /** Pages by text, each with its space. */
  pages: (OrganizationSearchPage & { spaceId: string; spaceTitle: string })[];
  /** Responses for the current query are pending. */
  pending: boolean;
  /** A request failed that may succeed later. */
  failed: boolean;
}

/**
 * Searches members, teams, sites, spaces, change requests and pages. A kind the caller can't list or the server can't
 * search stays empty.
 */
export function usePaletteSearch(
  organizationId: string | undefined,
  query: string,
  isUrgent: boolean,
): PaletteResults {
  const path = { organizationId: organizationId ?? '' };
  const title = query.trim();
  const sharedOptions = {
    enabled: organizationId !== undefined && [...title].length >= 2,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
  };
  const debouncedTitle = useDebounced(title);
  const pageQuery = isUrgent ? title : debouncedTitle;
  const [members, teams, sites, spaces, changeRequests, pages] = useQueries({
    queries: [
      { ...listMembersOptions({ path, query: { search: title, limit: maxResults } }), ...sharedOptions },
      { ...listTeamsOptions({ path, query: { title, limit: maxResults } }), ...sharedOptions },
      { ...listSitesOptions({ path, query: { title, limit: maxResults } }), ...sharedOptions },
      { ...listSpacesOptions({ path, query: { title, limit: maxResults } }), ...sharedOptions },
      {
        ...listOrganizationChangeRequestsOptions({ path, query: { subject: title, limit: maxResults } }),
        ...sharedOptions,
      },
      {
        ...searchOrganizationOptions({ path, query: { query: pageQuery || title, limit: maxResults } }),
        ...sharedOptions,
        // Full-text search is expensive, so it is debounced.
        enabled: sharedOptions.enabled && pageQuery === title,
      },
    ],
  });
  const results = [members, teams, sites, spaces, changeRequests, pages];
  const itemsOf = <Item>(result: { data: { items: Item[] } | undefined; isError: boolean }) =>
    sharedOptions.enabled && !result.isError ? (result.data?.items ?? []) : [];
  return {
    members: itemsOf(members),
    teams: itemsOf(teams),
    sites: itemsOf(sites),
    spaces: itemsOf(spaces),
    changeRequests: itemsOf(changeRequests),
    pages: itemsOf(pages)
      .flatMap(({ id, title: spaceTitle, pages: hits }) =>
        hits.map((hit) => ({ ...hit, spaceId: id, spaceTitle })),
      )
      .slice(0, maxResults),
    pending: sharedOptions.enabled && (pageQuery !== title || results.some(({ isFetching }) => isFetching)),
    failed: sharedOptions.enabled && results.some(({ error }) => error !== null && !isExpectedError(error)),
  };
}

/** Whether the server doesn't support the search or denies it. */
const isExpectedError = (error: unknown) =>
  error instanceof ApiError && [400, 403, 404, 405, 501].includes(error.status);

const debounceMs = 250;

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
