import { listTeamsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  /** Part of the name. */
  q: textParam(),
  /** A user id: only teams owned by this member. */
  owner: textParam(64),
};

export type TeamSearch = SearchParams<typeof parsers>;

export const parseTeamSearch = searchParams(parsers);

export const toTeamQuery = ({ q, owner }: TeamSearch) => ({
  ...(q && { title: q }),
  ...(owner && { owner }),
});

export const teamsOf = (organizationId: string, search: TeamSearch) =>
  pagedOptions(
    listTeamsInfiniteOptions({
      path: { organizationId },
      query: { limit: pageSize, ...toTeamQuery(search) },
    }),
  );
