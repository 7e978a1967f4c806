import { pageSize } from '#src/api/first-requests.ts';
import { listChangeRequestsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  status: choiceParam(['open', 'draft', 'merged', 'archived']),
  /** User id: only change requests with this contributor. */
  contributor: textParam(64),
};

export type SpaceListSearch = SearchParams<typeof parsers>;

/** Parses the URL's filters; invalid values are dropped. */
export const parseSpaceListSearch = searchParams(parsers);

/** The server's query for the filters; open change requests by default. */
export const toChangeRequestQuery = ({ status = 'open', contributor }: SpaceListSearch) => ({
  status,
  ...(contributor && { contributor }),
});

export const changeRequestsOf = (spaceId: string, search: SpaceListSearch) =>
  pagedOptions(
    listChangeRequestsInfiniteOptions({
      path: { spaceId },
      query: { limit: pageSize, ...toChangeRequestQuery(search) },
    }),
  );
