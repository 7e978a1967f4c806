import { listSitesInfiniteOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { pages } from '#src/api/paging.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { searchParams, textParam, type SearchOf, type SearchReader } from '#src/lib/search-params.ts';

const yesOrNo: SearchReader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

const readers = { q: textParam(), published: yesOrNo };

/** What the address of the list of sites says. */
export type SiteSearch = SearchOf<typeof readers>;

/** Reads the address of the list of sites; what does not fit is left out. */
export const readSiteSearch = searchParams(readers);

/** The sites of an organization as an address filters them. */
export function sitesOf(organizationId: string, { q, published }: SiteSearch) {
  const query = {
    limit: pageSize,
    ...(q !== undefined && { title: q }),
    ...(published !== undefined && { published }),
  };
  return pages(listSitesInfiniteOptions({ path: { organizationId }, query }));
}
