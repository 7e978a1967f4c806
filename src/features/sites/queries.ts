import { listSitesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import {
  searchParams,
  textParam,
  type SearchParams,
  type SearchParamParser,
} from '#src/lib/search-params.ts';

const booleanParam: SearchParamParser<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

const parsers = { q: textParam(), published: booleanParam };

export type SiteSearch = SearchParams<typeof parsers>;

export const parseSiteSearch = searchParams(parsers);

export const toSiteQuery = ({ q, published }: SiteSearch) => ({
  ...(q !== undefined && { title: q }),
  ...(published !== undefined && { published }),
});

export function sitesOf(organizationId: string, search: SiteSearch) {
  const query = { limit: pageSize, ...toSiteQuery(search) };
  return pagedOptions(listSitesInfiniteOptions({ path: { organizationId }, query }));
}
