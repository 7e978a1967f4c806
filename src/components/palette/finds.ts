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
const most = 5;

/** What the server found, by kind. */
export interface Finds {
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
export function useFinds(organizationId: string | undefined, query: string, isUrgent: boolean): Finds {
  const path = { organizationId: organizationId ?? '' };
  const title = query.trim();
  const shared = {
    enabled: organizationId !== undefined && [...title].length >= 2,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
  };
  const paused = useSettled(title);
  const settled = isUrgent ? title : paused;
  const [members, teams, sites, spaces, changeRequests, pages] = useQueries({
    queries: [
      { ...listMembersOptions({ path, query: { search: title, limit: most } }), ...shared },
      { ...listTeamsOptions({ path, query: { title, limit: most } }), ...shared },
      { ...listSitesOptions({ path, query: { title, limit: most } }), ...shared },
      { ...listSpacesOptions({ path, query: { title, limit: most } }), ...shared },
      {
        ...listOrganizationChangeRequestsOptions({ path, query: { subject: title, limit: most } }),
        ...shared,
      },
      {
        ...searchOrganizationOptions({ path, query: { query: settled || title, limit: most } }),
        ...shared,
        // Searching texts is more work than searching names, so it waits until typing pauses.
        enabled: shared.enabled && settled === title,
      },
    ],
  });
  const results = [members, teams, sites, spaces, changeRequests, pages];
  const found = <Item>(result: { data: { items: Item[] } | undefined; isError: boolean }) =>
    shared.enabled && !result.isError ? (result.data?.items ?? []) : [];
  return {
    members: found(members),
    teams: found(teams),
    sites: found(sites),
    spaces: found(spaces),
    changeRequests: found(changeRequests),
    pages: found(pages)
      .flatMap(({ id, title: spaceTitle, pages: hits }) =>
        hits.map((hit) => ({ ...hit, spaceId: id, spaceTitle })),
      )
      .slice(0, most),
    pending: shared.enabled && (settled !== title || results.some(({ isFetching }) => isFetching)),
    failed: shared.enabled && results.some(({ error }) => error !== null && !isRefusal(error)),
  };
}

/** Whether a server says that it does not answer such a question, or not to this caller. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && [400, 403, 404, 405, 501].includes(error.status);

/** How long typing has to pause, in milliseconds. */
const pause = 250;

/** A text as it was when it last stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
