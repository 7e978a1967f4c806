import { pageSize } from '#src/api/first-requests.ts';
import { listChangeRequestsInfiniteOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { pages } from '#src/api/paging.ts';
import { choiceParam, type SearchOf, searchParams, textParam } from '#src/lib/search-params.ts';

const readers = {
  status: choiceParam(['open', 'draft', 'merged', 'archived']),
  /** The id of a user: only change requests that this user has worked on. */
  contributor: textParam(64),
};

/** What the address of a space's change requests holds. */
export type SpaceListSearch = SearchOf<typeof readers>;

/** Reads the address of a space's change requests; whatever does not fit is left out. */
export const readSpaceListSearch = searchParams(readers);

/** The change requests of a space as an address filters them; the open ones where it does not say. */
export const changeRequestsOf = (spaceId: string, { status = 'open', contributor }: SpaceListSearch) =>
  pages(
    listChangeRequestsInfiniteOptions({
      path: { spaceId },
      query: { limit: pageSize, status, ...(contributor && { contributor }) },
    }),
  );
