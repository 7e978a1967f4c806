import type { QueryClient } from '@tanstack/react-query';
import {
  listSiteRedirectsInfiniteOptions,
  listSiteRedirectsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { listSiteRedirects } from '#api/generated/sdk.gen.ts';
import type { SiteRedirect } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { fetchAllPages, pagedOptions } from '#src/api/paging.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  /** Part of the source or target. */
  q: textParam(),
  /** The open dialog, and the redirect that is edited. */
  dialog: choiceParam(['new', 'edit', 'import']),
  redirect: textParam(64),
  /** The source of a new redirect. */
  from: textParam(),
};

export type RedirectSearch = SearchParams<typeof parsers>;

export const parseRedirectSearch = searchParams(parsers);

export interface SitePath {
  organizationId: string;
  siteId: string;
}

export const redirectsOf = ({ organizationId, siteId }: SitePath, { q }: RedirectSearch) =>
  pagedOptions(
    listSiteRedirectsInfiniteOptions({
      path: { organizationId, siteId },
      query: { limit: pageSize, ...(q && { search: q }) },
    }),
  );

/**
 * The current redirect; the known one if it was deleted, which saving then reports. No operation reads a
 * single one.
 */
export async function fetchRedirect(
  queryClient: QueryClient,
  { organizationId, siteId }: SitePath,
  known: SiteRedirect,
): Promise<SiteRedirect> {
  const path = { organizationId, siteId };
  const isIt = ({ id }: SiteRedirect) => id === known.id;
  const search = { limit: 100, search: known.source };
  const firstRedirects = await fetchFresh(queryClient, listSiteRedirectsOptions({ path, query: search }));
  const here = firstRedirects.items.find(isIt);
  if (here) return here;
  // Found by its source no more: others changed it.
  const all = await fetchAllPages(
    async (query) => (await listSiteRedirects({ path, query, throwOnError: true })).data,
  );
  return all.find(isIt) ?? known;
}
