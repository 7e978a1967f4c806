import { gatherAll } from '#src/api/gather.ts';
import { listTeams } from '#src/api/generated/sdk.gen.ts';
import type { Organization, Team } from '#src/api/generated/types.gen.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { type TeamSearch, toTeamQuery } from './team-search.ts';

/** Writes all teams that an address finds to a file. */
export function exportTeams({ id, title }: Organization, search: TeamSearch): void {
  openTool.set({
    kind: 'export',
    job: {
      title: `Teams of ${title}`,
      noun: 'team',
      async gather(signal, onProgress) {
        const teams = await gatherAll<Team>(
          async (page) => {
            const query = { ...toTeamQuery(search), ...page };
            return (await listTeams({ path: { organizationId: id }, query, signal, throwOnError: true }))
              .data;
          },
          { signal, onProgress },
        );
        return [
          ['name', 'members', 'spaces', 'created', 'id'],
          ...teams.map((team) => [team.title, team.members, team.spaces, team.createdAt, team.id]),
        ];
      },
    },
  });
}
