import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { listSiteSpacesQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listSiteSpaces } from '#api/generated/sdk.gen.ts';
import type { ContentChange, Site } from '#api/generated/types.gen.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { sitesOfSpace } from '#src/domain/published/sites-of-space.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { changesOf } from '../views/sides.ts';
import { changePreviewLimit } from '../views/viewed.ts';

/** Sites that are looked at for a published one. */
const MAX_SITES = 20;

/** Where the merged changes are published. */
export interface LivePage {
  site: Site;
  /** Published sites besides it. */
  others: number;
  /** The first changed page, or the start of the space where all changed pages were deleted. */
  url: string;
  isPage: boolean;
}

/** The published page on which a merged change request is seen first; null where no published site has its space. */
export const livePageOf = (queryClient: QueryClient, organizationId: string, path: ChangeRequestPath) =>
  queryOptions({
    queryKey: [
      ...listSiteSpacesQueryKey({ path: { organizationId, siteId: '' } }),
      'live',
      path.spaceId,
      path.changeRequestId,
    ],
    queryFn: async ({ signal }): Promise<LivePage | null> => {
      const sites = await queryClient.fetchQuery(
        sitesOfSpace(queryClient, organizationId, path.spaceId, MAX_SITES),
      );
      const published = sites.items.filter(({ published: isPublished }) => isPublished);
      const [site] = published;
      if (!site) return null;
      const siteSpaces = await fetchAllPages(
        async (query) => {
          const place = { organizationId, siteId: site.id };
          return (await listSiteSpaces({ path: place, query, signal, throwOnError: true })).data;
        },
        { signal },
      );
      const start = siteSpaces.find(({ space }) => space.id === path.spaceId)?.urls.published;
      if (start === undefined) return null;
      const { changes } = await queryClient.ensureQueryData(changesOf(path, changePreviewLimit));
      const page = firstPage(changes);
      const url = page === undefined ? start : `${start.replace(/\/$/, '')}/${page}`;
      return { site, others: published.length - 1, url, isPage: page !== undefined };
    },
  });

/** The path of the first changed page that is still there. */
function firstPage(changes: readonly ContentChange[]): string | undefined {
  return changes.find(({ type, page }) => page !== undefined && type !== 'page_deleted')?.page?.path;
}
