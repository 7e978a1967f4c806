import type { QueryClient } from '@tanstack/react-query';
import { offers } from '#src/api/extensions.ts';
import { listTeamsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Team } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { countAdministrators, placesIn } from '#src/components/member-bulk/plan-members.ts';
import { cachedLookUps, recognisePeople } from '#src/components/people/recognise-people.ts';
import { mapFew } from '#src/lib/map-few.ts';
import { planRows, type RowWork } from './csv-plan.ts';
import type { MemberRow } from './csv-rows.ts';

const atOnce = 3;

/** Looks everything up that the lines of a file name, and says what each of them would do. */
export async function planFile(
  queryClient: QueryClient,
  organizationId: string,
  rows: readonly MemberRow[],
  signal: AbortSignal,
): Promise<PlannedStep<RowWork>[]> {
  const good = rows.filter(({ problem }) => problem === undefined);
  const keys = [...new Set(good.map(({ key }) => key))];
  const titles = [
    ...new Set(good.flatMap((row) => [...row.teams, ...row.leaves].map((title) => title.toLowerCase()))),
  ];
  const [members, administrators, invites, teams] = await Promise.all([
    recognisePeople(keys, cachedLookUps(queryClient, organizationId)),
    countAdministrators(queryClient, organizationId),
    offers(queryClient, 'inviteMembers'),
    mapFew(titles, atOnce, (title) => findTeams(queryClient, organizationId, title)),
  ]);
  const found = teams.flat();
  const inTeam = await mapFew(found, atOnce, async ({ id }) => {
    return [id, await placesIn(organizationId, id, signal)] as const;
  });
  return planRows(rows, {
    self: currentUser()?.id,
    administrators,
    places: new Map(),
    owned: new Map(),
    members,
    teams: new Map(titles.map((title, index) => [title, teams[index] ?? []])),
    inTeam: new Map(inTeam),
    invites,
  });
}

/** The teams of a title in lower case; more than one where several share it. */
async function findTeams(queryClient: QueryClient, organizationId: string, title: string): Promise<Team[]> {
  const options = listTeamsOptions({ path: { organizationId }, query: { title, limit: 100 } });
  const { items } = await queryClient.fetchQuery(options);
  return items.filter((team) => team.title.toLowerCase() === title);
}
