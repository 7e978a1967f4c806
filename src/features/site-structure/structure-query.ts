/** How the structure of a site is fetched and kept up to date. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { requestWithFallback } from '#src/api/extensions.ts';
import { fetchAllPages } from '#src/api/fetch-all-pages.ts';
import { getSiteStructureQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getSiteStructure,
  listSiteSectionGroups,
  listSiteSections,
  listSiteSpaces,
} from '#api/generated/sdk.gen.ts';
import { fromLists, fromStructure, shareUnchanged } from './read-structure.ts';
import type { SiteStructure } from './structure.ts';

/** Which site: its own id and its organization's. */
export interface SitePath {
  readonly organizationId: string;
  readonly siteId: string;
}

async function readLists(path: SitePath, signal: AbortSignal): Promise<SiteStructure> {
  const more = { signal, throwOnError: true } as const;
  const [sections, groups, siteSpaces] = await Promise.all([
    fetchAllPages(async (query) => (await listSiteSections({ path, query, ...more })).data, { signal }),
    fetchAllPages(async (query) => (await listSiteSectionGroups({ path, query, ...more })).data, { signal }),
    fetchAllPages(async (query) => (await listSiteSpaces({ path, query, ...more })).data, { signal }),
  ]);
  return fromLists(sections, groups, siteSpaces);
}

/** Small structures are asked for every few seconds; the bigger one is, the longer it may rest. */
export function restBetween(structure: SiteStructure | undefined): number {
  return Math.min(30_000, Math.max(4_000, (structure?.nodes.size ?? 0) * 10));
}

/**
 * The structure of a site. It is asked for again while the page can be seen, so that two people
 * who edit at once see each other's changes; what has stayed the same keeps its identity.
 */
export function siteStructureOptions(queryClient: QueryClient, path: SitePath) {
  const [key] = getSiteStructureQueryKey({ path });
  return queryOptions({
    // The same operation under another name, because what is kept is not what the server answers.
    queryKey: [{ ...key, as: 'tree' }],
    queryFn: ({ signal }) =>
      requestWithFallback(
        queryClient,
        'getSiteStructure',
        async () => fromStructure((await getSiteStructure({ path, signal, throwOnError: true })).data),
        () => readLists(path, signal),
      ),
    structuralSharing: (old: unknown, fresh: unknown) =>
      isStructure(old) && isStructure(fresh) ? shareUnchanged(old, fresh) : fresh,
    staleTime: 2_000,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => restBetween(state.data),
  });
}

function isStructure(value: unknown): value is SiteStructure {
  return typeof value === 'object' && value !== null && 'nodes' in value && 'parents' in value;
}
