import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { listTeamMembers } from '#src/api/generated/sdk.gen.ts';
import { listTeamMembersInfiniteOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pages } from '#src/api/paging.ts';

/** Names a team. */
export interface TeamPath {
  organizationId: string;
  teamId: string;
}

/** The members of a team as its page shows them. */
export const membersOfTeam = (path: TeamPath) =>
  pages(listTeamMembersInfiniteOptions({ path, query: { limit: pageSize } }));

/** As many as the interface gives at a time. */
const most = 1000;

/** The ids of everybody in a team, for dialogs that must not offer them again. */
const rosterOf = (path: TeamPath) =>
  queryOptions({
    queryKey: [{ _id: 'listTeamMembers', path, all: true }],
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      let page: string | undefined;
      do {
        const query = { limit: most, ...(page && { page }) };
        const { data } = await listTeamMembers({ path, query, signal, throwOnError: true });
        ids.push(...data.items.map(({ organization }) => organization.id));
        page = data.next?.page;
      } while (page);
      return ids;
    },
    select: (ids) => new Set(ids),
  });

/** Who is in a team, by id; empty until it is known. */
export function useRoster(path: TeamPath): ReadonlySet<string> {
  return useQuery(rosterOf(path)).data ?? new Set();
}

/** Who is in a team now, by id. */
export function fetchRoster(queryClient: QueryClient, path: TeamPath): Promise<string[]> {
  return queryClient.fetchQuery({ ...rosterOf(path), staleTime: 0 });
}
