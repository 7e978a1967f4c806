import type { QueryClient } from '@tanstack/react-query';
import type { Organization } from '#api/generated/types.gen.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { roleName } from '#src/components/roles/role-labels.ts';
import { daysInactive, findings, matchesFinding, labelsOfFinding } from './findings.ts';
import { allMembersOf } from './review-members.ts';

/** Exports every member with a finding, with one column per finding. */
export function exportReview(queryClient: QueryClient, { id, title }: Organization, days: number): void {
  const now = new Date();
  const headings = [
    'name',
    'email',
    'role',
    'last seen',
    'days inactive',
    ...findings.map((one) => labelsOfFinding(one).title),
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
