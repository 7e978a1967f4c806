import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { listSitesQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listSites, listSiteSpaces } from '#api/generated/sdk.gen.ts';
import type { Site } from '#api/generated/types.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { fetchAllPages, type ListPage } from '#src/api/paging.ts';
import { filtersSitesBySpace } from './capabilities.ts';

/** How many sites are asked for their spaces at once. */
const parallel = 8;

/**
 * The sites that contain a space. Only our server filters by space; at others the spaces of each site are listed.
 *
 * @param limit of the returned sites; `count` is of all
 */
export const sitesOfSpace = (
  queryClient: QueryClient,
  organizationId: string,
  spaceId: string,
  limit: number,
) => {
  const path = { organizationId };
  const query = { space: spaceId, limit };
  return queryOptions({
    queryKey: listSitesQueryKey({ path, query }),
    queryFn: async ({ signal }): Promise<ListPage<Site> & { count: number }> => {
      if (await filtersSitesBySpace(queryClient))
        return (await listSites({ path, query, signal, throwOnError: true })).data;
      const items = await findSites(organizationId, spaceId, signal);
      return { items: items.slice(0, limit), count: items.length };
    },
  });
};

async function findSites(organizationId: string, spaceId: string, signal: AbortSignal): Promise<Site[]> {
  const path = { organizationId };
  const options = { signal, throwOnError: true } as const;
  const sites = await fetchAllPages(async (query) => (await listSites({ path, query, ...options })).data, {
    signal,
  });
  const contains = async ({ id: siteId }: Site) => {
    const siteSpaces = await fetchAllPages(
      async (query) => (await listSiteSpaces({ path: { ...path, siteId }, query, ...options })).data,
      { signal },
    ).catch((error: unknown) => {
      // A site that was deleted after the list was read has none.
      if (!isUnsupported(error)) throw error;
      return [];
    });
    return siteSpaces.some(({ space }) => space.id === spaceId);
  };
  const sitesWithSpace: Site[] = [];
  for (let start = 0; start < sites.length; start += parallel) {
    const some = sites.slice(start, start + parallel);
    const areFound = await Promise.all(some.map(contains));
    sitesWithSpace.push(...some.filter((_, index) => areFound[index]));
  }
  return sitesWithSpace;
}
