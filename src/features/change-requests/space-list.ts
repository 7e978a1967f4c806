import { pageSize } from '#src/api/first-requests.ts';
import { listChangeRequestsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  status: choiceParam(['open', 'draft', 'merged', 'archived']),
  /** The id of a user: only change requests that this user has worked on. */
  contributor: textParam(64),
};

/** What the address of a space's change requests holds. */
export type SpaceListSearch = SearchParams<typeof parsers>;

/** Reads the address of a space's change requests; whatever does not fit is left out. */
export const parseSpaceListSearch = searchParams(parsers);

/** What an address asks the server for; the open ones where it does not say. */
export const toChangeRequestQuery = ({ status = 'open', contributor }: SpaceListSearch) => ({
  status,
  ...(contributor && { contributor }),
});

/** The change requests of a space as an address filters them. */
export const changeRequestsOf = (spaceId: string, search: SpaceListSearch) =>
  pagedOptions(
    listChangeRequestsInfiniteOptions({
      path: { spaceId },
      query: { limit: pageSize, ...toChangeRequestQuery(search) },
    }),
  );
