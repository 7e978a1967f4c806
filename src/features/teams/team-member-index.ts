import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { listTeamMembersInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { listTeamMembers } from '#api/generated/sdk.gen.ts';
import type { TeamMember } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { fetchAllPages, type ListPage, pagedOptions } from '#src/api/paging.ts';

export interface TeamPath {
  organizationId: string;
  teamId: string;
}

export const membersOfTeam = (path: TeamPath) =>
  pagedOptions(listTeamMembersInfiniteOptions({ path, query: { limit: pageSize } }));

/** All team members, for dialogs that exclude them. */
const memberIndexOf = (path: TeamPath) =>
  queryOptions({
    // Shares the `listTeamMembers` key prefix, so that it is invalidated with that list.
    queryKey: [{ _id: 'listTeamMembers', path, whole: true }],
    queryFn: async ({ signal }): Promise<ListPage<TeamMember>> => ({
      items: await fetchAllPages(
        async (query) => (await listTeamMembers({ path, query, signal, throwOnError: true })).data,
        { signal },
      ),
    }),
  });

const idsOf = ({ items }: ListPage<TeamMember>) => new Set(items.map(({ organization }) => organization.id));

const nobody: ReadonlySet<string> = new Set();

/** Ids of the team's members; undefined while loading, empty if that failed. */
export function useMemberIndex(path: TeamPath): ReadonlySet<string> | undefined {
  const { data, isError } = useQuery({ ...memberIndexOf(path), select: idsOf });
  return data ?? (isError ? nobody : undefined);
}

/** Ids of the team's members, fetched fresh. */
export async function fetchMemberIndex(
  queryClient: QueryClient,
  path: TeamPath,
): Promise<ReadonlySet<string>> {
  return idsOf(await queryClient.fetchQuery({ ...memberIndexOf(path), staleTime: 0 }));
}
