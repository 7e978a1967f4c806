import { listSitesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pages } from '#src/api/paging.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { searchParams, textParam, type SearchOf, type SearchReader } from '#src/lib/search-params.ts';

const yesOrNo: SearchReader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

const readers = { q: textParam(), published: yesOrNo };

/** What the address of the list of sites says. */
export type SiteSearch = SearchOf<typeof readers>;

/** Reads the address of the list of sites; what does not fit is left out. */
export const readSiteSearch = searchParams(readers);

/** The filters of `listSites` for an address. */
export const toSiteQuery = ({ q, published }: SiteSearch) => ({
  ...(q !== undefined && { title: q }),
  ...(published !== undefined && { published }),
});

/** The sites of an organization as an address filters them. */
export function sitesOf(organizationId: string, search: SiteSearch) {
  const query = { limit: pageSize, ...toSiteQuery(search) };
  return pages(listSitesInfiniteOptions({ path: { organizationId }, query }));
}
