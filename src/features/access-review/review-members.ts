import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '#src/api/fetch-all-pages.ts';
import { listMembers } from '#api/generated/sdk.gen.ts';
import type { Member } from '#api/generated/types.gen.ts';

/** All members, earliest joiner first. Shares the `listMembers` key prefix so that it is invalidated with that list. */
export const allMembersOf = (
  organizationId: string,
  onProgress: (known: number, total: number | undefined) => void,
) =>
  queryOptions({
    queryKey: [{ _id: 'listMembers', path: { organizationId }, whole: true }],
    queryFn: async ({ signal }) => ({
      items: await fetchAllPages<Member>(
        async (page) => {
          const query = { ...page, order: 'asc' as const };
          return (await listMembers({ path: { organizationId }, query, signal, throwOnError: true })).data;
        },
        { signal, onProgress },
      ),
    }),
    staleTime: 60_000,
  });
