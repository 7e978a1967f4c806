import type { QueryClient } from '@tanstack/react-query';
import { offers } from '#src/api/extensions.ts';
import { listTeamsOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { inviteMembers } from '#src/api/generated/sdk.gen.ts';
import type { Team } from '#src/api/generated/types.gen.ts';
import { currentUser } from '#src/api/session.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { changeMember } from '#src/components/member-bulk/carry-out.ts';
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
    mapFew(titles, atOnce, (title) => findTeam(queryClient, organizationId, title)),
  ]);
  const found = teams.filter((team) => team !== undefined);
  const inTeam = await mapFew(found, atOnce, async ({ id }) => {
    return [id, await placesIn(organizationId, id, signal)] as const;
  });
  return planRows(rows, {
    self: currentUser()?.id,
    administrators,
    places: new Map(),
    owned: new Map(),
    members,
    teams: new Map(found.map((team) => [team.title.toLowerCase(), team])),
    inTeam: new Map(inTeam),
    invites,
  });
}

async function findTeam(
  queryClient: QueryClient,
  organizationId: string,
  title: string,
): Promise<Team | undefined> {
  const options = listTeamsOptions({ path: { organizationId }, query: { title, limit: 100 } });
  const { items } = await queryClient.fetchQuery(options);
  return items.find((team) => team.title.toLowerCase() === title);
}

/** Does what one line of a file asks for. */
export async function doRow(organizationId: string, work: RowWork): Promise<void> {
  if ('email' in work) {
    const emails = [work.role === undefined ? work.email : { email: work.email, role: work.role }];
    await inviteMembers({ path: { organizationId }, body: { emails }, throwOnError: true });
    return;
  }
  for (const change of work.changes) await changeMember(organizationId, work.member, change);
}
