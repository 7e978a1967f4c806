import { listSitesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { pageSize } from '#src/api/first-requests.ts';
import {
  searchParams,
  textParam,
  type SearchParams,
  type SearchParamParser,
} from '#src/lib/search-params.ts';

const booleanParam: SearchParamParser<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

const parsers = { q: textParam(), published: booleanParam };

/** What the address of the list of sites says. */
export type SiteSearch = SearchParams<typeof parsers>;

/** Reads the address of the list of sites; what does not fit is left out. */
export const parseSiteSearch = searchParams(parsers);

/** The filters of `listSites` for an address. */
export const toSiteQuery = ({ q, published }: SiteSearch) => ({
  ...(q !== undefined && { title: q }),
  ...(published !== undefined && { published }),
});

/** The sites of an organization as an address filters them. */
export function sitesOf(organizationId: string, search: SiteSearch) {
  const query = { limit: pageSize, ...toSiteQuery(search) };
  return pagedOptions(listSitesInfiniteOptions({ path: { organizationId }, query }));
}
