import { pageSize } from '#src/api/first-requests.ts';
import { listTeamsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  /** Part of the name. */
  q: textParam(),
  /** The id of a member: only teams that this member manages. */
  owner: textParam(64),
};

/** What the address of the team list holds. */
export type TeamSearch = SearchParams<typeof parsers>;

/** Reads the address of the team list; whatever does not fit is left out. */
export const parseTeamSearch = searchParams(parsers);

/** The filters of `listTeamPermissions` for an address. */
export const toTeamQuery = ({ q, owner }: TeamSearch) => ({
  ...(q && { title: q }),
  ...(owner && { owner }),
});

/** The teams of an organization as an address filters them. */
export const teamsOf = (organizationId: string, search: TeamSearch) =>
  pagedOptions(
    listTeamsInfiniteOptions({
      path: { organizationId },
      query: { limit: pageSize, ...toTeamQuery(search) },
    }),
  );
