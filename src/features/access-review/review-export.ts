import type { QueryClient } from '@tanstack/react-query';
import type { Organization } from '#api/generated/types.gen.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { roleName } from '#src/components/roles/role-words.ts';
import { daysAway, findings, isFound, wordsOfFinding } from './findings.ts';
import { everybodyOf } from './review-members.ts';

/** Writes everybody whom any finding found to a file, with a column for each finding. */
export function exportReview(queryClient: QueryClient, { id, title }: Organization, days: number): void {
  const now = new Date();
  const headings = [
    'name',
    'email',
    'role',
    'last seen',
    'days inactive',
    ...findings.map((one) => wordsOfFinding(one).title),
  ];
  openTool.set({
    kind: 'export',
    job: {
      title: `Access review of ${title}`,
      noun: 'member',
      async gather(_signal, onProgress) {
        const { items } = await queryClient.fetchQuery(everybodyOf(id, onProgress));
        const rows = items.flatMap((member) => {
          const marks = findings.map((finding) => (isFound(member, finding, days, now) ? 'x' : ''));
          if (!marks.includes('x')) return [];
          const { user, role, lastSeenAt } = member;
          const facts = [
            user.displayName,
            user.email ?? '',
            roleName(role),
            lastSeenAt ?? 'never',
            daysAway(member, now),
          ];
          return [[...facts, ...marks]];
        });
        return [headings, ...rows];
      },
    },
  });
}
