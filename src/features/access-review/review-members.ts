import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { listMembers } from '#api/generated/sdk.gen.ts';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { openTool } from '#src/components/layout/layout-state.ts';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { daysInactive, findings, matchesFinding, labelsOfFinding } from './findings.ts';

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

/** Exports every member with a finding, with one column per finding. */
export function exportReview(queryClient: QueryClient, { id, title }: Organization, days: number): void {
  const now = new Date();
  const headings = [
    'name',
    'email',
    'role',
    'last seen',
    'days inactive',
    ...findings.map((finding) => labelsOfFinding(finding).title),
  ];
  openTool.set({
    kind: 'export',
    job: {
      title: `Access review of ${title}`,
      noun: 'member',
      async fetchRows(_signal, onProgress) {
        const { items } = await queryClient.fetchQuery(allMembersOf(id, onProgress));
        const rows = items.flatMap((member) => {
          const marks = findings.map((finding) => (matchesFinding(member, finding, days, now) ? 'x' : ''));
          if (!marks.includes('x')) return [];
          const { user, role, lastSeenAt } = member;
          const details = [
            user.displayName,
            user.email ?? '',
            roleName(role),
            lastSeenAt ?? 'never',
            daysInactive(member, now),
          ];
          return [[...details, ...marks]];
        });
        return [headings, ...rows];
      },
    },
  });
}
