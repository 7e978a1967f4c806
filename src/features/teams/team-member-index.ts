import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { fetchAllPages } from '#src/api/fetch-all-pages.ts';
import { listTeamMembers } from '#api/generated/sdk.gen.ts';
import { listTeamMembersInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { TeamMember } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { type ListPage, pagedOptions } from '#src/api/paging.ts';

/** Names a team. */
export interface TeamPath {
  organizationId: string;
  teamId: string;
}

/** The members of a team as its page shows them. */
export const membersOfTeam = (path: TeamPath) =>
  pagedOptions(listTeamMembersInfiniteOptions({ path, query: { limit: pageSize } }));

/** Everybody in a team as one page, for dialogs that must not offer them again. */
const memberIndexOf = (path: TeamPath) =>
  queryOptions({
    // Named like the list whose changes concern it, so that it is kept up with them.
    queryKey: [{ _id: 'listTeamMembers', path, whole: true }],
    queryFn: async ({ signal }): Promise<ListPage<TeamMember>> => ({
      items: await fetchAllPages(
        async (query) => (await listTeamMembers({ path, query, signal, throwOnError: true })).data,
        { signal },
      ),
    }),
  });

const idsOf = ({ items }: ListPage<TeamMember>) => new Set(items.map(({ organization }) => organization.id));

/** Who is in a team, by id; empty until it is known. */
export function useMemberIndex(path: TeamPath): ReadonlySet<string> {
  return useQuery({ ...memberIndexOf(path), select: idsOf }).data ?? new Set();
}

/** Who is in a team now, by id. */
export async function fetchMemberIndex(
  queryClient: QueryClient,
  path: TeamPath,
): Promise<ReadonlySet<string>> {
  return idsOf(await queryClient.fetchQuery({ ...memberIndexOf(path), staleTime: 0 }));
}
