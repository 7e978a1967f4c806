import { useEffect, useState } from 'react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { ApiError } from '#src/api/errors.ts';
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

/** How many of each kind the palette shows; whoever needs more has the list's own search. */
const maxResults = 5;

/** What the server found, by kind. */
export interface PaletteResults {
  members: Member[];
  teams: Team[];
  sites: Site[];
  spaces: Space[];
  /** By subject or, as `#12`, by number. */
  changeRequests: OrganizationChangeRequest[];
  /** Pages by what they say, each with its space. */
  pages: (OrganizationSearchPage & { spaceId: string; spaceTitle: string })[];
  /** Answers to the present query are still on their way. */
  pending: boolean;
  /** Something could not be asked that another time could be. */
  failed: boolean;
}

/**
 * Looks for members, teams, sites, spaces, change requests and pages of an organization on the server. A kind that the caller may not list,
 * or that the server cannot search, stays empty: the palette finds what it can.
 *
 * @param query nothing is asked for while it has fewer than two characters
 * @param isUrgent the query is complete, so texts are searched without waiting for a pause
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
        // Searching texts is more work than searching names, so it waits until typing pauses.
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

/** Whether a server says that it does not answer such a question, or not to this caller. */
const isExpectedError = (error: unknown) =>
  error instanceof ApiError && [400, 403, 404, 405, 501].includes(error.status);

/** How long typing has to pause, in milliseconds. */
const debounceMs = 250;

/** A text as it was when it last stayed the same for a moment. */
function useDebounced(text: string): string {
  const [settled, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
