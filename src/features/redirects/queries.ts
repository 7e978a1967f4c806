import { listSiteRedirectsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  /** Part of the source or target. */
  q: textParam(),
  /** The open dialog, and the redirect that is edited. */
  dialog: choiceParam(['new', 'edit', 'import']),
  redirect: textParam(64),
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
