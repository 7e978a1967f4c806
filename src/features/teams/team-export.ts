import { listTeams } from '#api/generated/sdk.gen.ts';
import type { Organization, Team } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { type TeamSearch, toTeamQuery } from './queries.ts';

export function exportTeams({ id, title }: Organization, search: TeamSearch): void {
  const path = { organizationId: id };
  exportList<Team>({
    title: `Teams of ${title}`,
    noun: 'team',
    fetchPage: async (page, signal) =>
      (await listTeams({ path, query: { ...toTeamQuery(search), ...page }, signal, throwOnError: true }))
        .data,
    headings: ['name', 'members', 'spaces', 'created', 'id'],
    toRows: (teams) => teams.map((team) => [team.title, team.members, team.spaces, team.createdAt, team.id]),
  });
}
