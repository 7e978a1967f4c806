import { listSitesInfiniteOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { pages } from '#src/api/paging.ts';
import { choiceParam, searchParams, textParam, type SearchOf } from '#src/lib/search-params.ts';

const readers = { q: textParam(), published: choiceParam(['yes', 'no']) };

/** What the address of the list of sites says. */
export type SiteSearch = SearchOf<typeof readers>;

/** Reads the address of the list of sites; what does not fit is left out. */
export const readSiteSearch = searchParams(readers);

/** How many sites a request brings. */
const PAGE = 50;

/** The sites of an organization as an address filters them. */
export function sitesOf(organizationId: string, { q, published }: SiteSearch) {
  const query = {
    limit: PAGE,
    ...(q !== undefined && { title: q }),
    ...(published !== undefined && { published: published === 'yes' }),
  };
  return pages(listSitesInfiniteOptions({ path: { organizationId }, query }));
}
