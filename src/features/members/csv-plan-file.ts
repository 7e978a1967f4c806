import type { QueryClient } from '@tanstack/react-query';
import { supports } from '#src/api/extensions.ts';
import { listTeamsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Team } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { countAdministrators, fetchTeamRoles } from '#src/components/member-bulk/plan-members.ts';
import { createCachedLookup, resolvePeople } from '#src/components/people/resolve-people.ts';
import { mapLimit } from '#src/lib/map-limit.ts';
import { planRows, type RowChange } from './csv-plan.ts';
import type { MemberRow } from './csv-rows.ts';

const CONCURRENCY = 3;

/** Loads what the rows refer to and plans each row. */
export async function planFile(
  queryClient: QueryClient,
  organizationId: string,
  rows: readonly MemberRow[],
  signal: AbortSignal,
): Promise<PlannedStep<RowChange>[]> {
  const validRows = rows.filter(({ problem }) => problem === undefined);
  const keys = [...new Set(validRows.map(({ key }) => key))];
  const titles = [
    ...new Set(
      validRows.flatMap((row) =>
        [...row.teamsToJoin, ...row.teamsToLeave].map((title) => title.toLowerCase()),
      ),
    ),
  ];
  const [members, administrators, invites, teams] = await Promise.all([
    resolvePeople(keys, createCachedLookup(queryClient, organizationId)),
    countAdministrators(queryClient, organizationId),
    supports(queryClient, 'inviteMembers'),
    mapLimit(titles, CONCURRENCY, (title) => findTeams(queryClient, organizationId, title)),
  ]);
  const found = teams.flat();
  const teamRolesByTeam = await mapLimit(found, CONCURRENCY, async ({ id }) => {
    return [id, await fetchTeamRoles(organizationId, id, signal)] as const;
  });
  return planRows(rows, {
    currentUserId: currentUser()?.id,
    administrators,
    teamRoles: new Map(),
    ownedTeams: new Map(),
    members,
    teams: new Map(titles.map((title, index) => [title, teams[index] ?? []])),
    teamRolesByTeam: new Map(teamRolesByTeam),
    canInvite: invites,
  });
}

/** Teams with this title (lower case); more than one if titles are not unique. */
async function findTeams(queryClient: QueryClient, organizationId: string, title: string): Promise<Team[]> {
  const options = listTeamsOptions({ path: { organizationId }, query: { title, limit: 100 } });
  const { items } = await queryClient.fetchQuery(options);
  return items.filter((team) => team.title.toLowerCase() === title);
}
