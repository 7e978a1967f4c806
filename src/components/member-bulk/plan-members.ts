import type { QueryClient } from '@tanstack/react-query';
import { gatherAll } from '#src/api/gather.ts';
import { listMembers, listMemberTeams, listTeamMembers } from '#api/generated/sdk.gen.ts';
import type { ListMembersData, Member, TeamRole } from '#api/generated/types.gen.ts';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { currentUser } from '#src/api/session.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { mapFew } from '#src/lib/map-few.ts';
import { type MemberChange, type MemberFacts, planMembers } from './member-change.ts';

/** Whom a change is about: those that are named, or all that a filter finds. */
export type MemberChoice =
  | { members: readonly Member[] }
  | { filter: Omit<NonNullable<ListMembersData['query']>, 'limit' | 'page'> };

/** For so many people it is asked which teams they own. */
const mostLookedUp = 200;

type Told = (known: number, total?: number) => void;

/** All members that a choice means. */
export async function membersChosen(
  organizationId: string,
  choice: MemberChoice,
  signal: AbortSignal,
  onProgress: Told,
): Promise<Member[]> {
  if ('members' in choice) return [...choice.members];
  const path = { organizationId };
  return gatherAll<Member>(
    async (page) => {
      const query = { ...choice.filter, ...page };
      return (await listMembers({ path, query, signal, throwOnError: true })).data;
    },
    { signal, onProgress },
  );
}

/** Finds out what a change would do to those that are chosen. */
export async function planChange(
  queryClient: QueryClient,
  organizationId: string,
  choice: MemberChoice,
  change: MemberChange,
  signal: AbortSignal,
  onProgress: Told,
): Promise<PlannedStep<Member>[]> {
  const [members, administrators, places] = await Promise.all([
    membersChosen(organizationId, choice, signal, onProgress),
    countAdministrators(queryClient, organizationId),
    change.kind === 'team' ? placesIn(organizationId, change.team.id, signal) : new Map<string, TeamRole>(),
  ]);
  const owned =
    change.kind === 'remove'
      ? await teamsOwned(organizationId, members, signal)
      : new Map<string, string[]>();
  const facts: MemberFacts = { self: currentUser()?.id, administrators, places, owned };
  return planMembers(members, change, facts);
}

/** How many administrators there are now. */
export async function countAdministrators(queryClient: QueryClient, organizationId: string): Promise<number> {
  const options = listMembersOptions({ path: { organizationId }, query: { role: 'admin', limit: 1 } });
  return (await queryClient.fetchQuery({ ...options, staleTime: 0 })).count;
}

/** Everybody's place in a team, by user id. */
export async function placesIn(
  organizationId: string,
  teamId: string,
  signal: AbortSignal,
): Promise<Map<string, TeamRole>> {
  const path = { organizationId, teamId };
  const entries = await gatherAll(
    async (query) => (await listTeamMembers({ path, query, signal, throwOnError: true })).data,
    { signal },
  );
  return new Map(entries.map(({ organization, team }) => [organization.id, team.role]));
}

async function teamsOwned(
  organizationId: string,
  members: readonly Member[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const inTeams = members.filter(({ teams }) => teams > 0).slice(0, mostLookedUp);
  const pairs = await mapFew(inTeams, 3, async ({ id }): Promise<[string, string[]]> => {
    const { data } = await listMemberTeams({
      path: { organizationId, userId: id },
      query: { limit: 100 },
      signal,
      throwOnError: true,
    });
    const owned = data.items.filter(({ member }) => member.role === 'owner');
    return [id, owned.map(({ team }) => `“${team.title}”`)];
  });
  return new Map(pairs);
}
