import type { QueryClient } from '@tanstack/react-query';
import { fetchAllPages } from '#src/api/fetch-all-pages.ts';
import { listMembers, listMemberTeams, listTeamMembers } from '#api/generated/sdk.gen.ts';
import type { ListMembersData, Member, TeamRole } from '#api/generated/types.gen.ts';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { currentUser } from '#src/api/session.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { mapLimit } from '#src/lib/map-limit.ts';
import { type MemberChange, type MemberPlanContext, planMembers } from './member-change.ts';

/** The affected members: an explicit list or all matches of a filter. */
export type MemberSelection =
  | { members: readonly Member[] }
  | { filter: Omit<NonNullable<ListMembersData['query']>, 'limit' | 'page'> };

/** For how many members owned teams are fetched. */
const maxOwnershipLookups = 200;

type OnProgress = (known: number, total?: number) => void;

export async function fetchSelectedMembers(
  organizationId: string,
  selection: MemberSelection,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Member[]> {
  if ('members' in selection) return [...selection.members];
  const path = { organizationId };
  return fetchAllPages<Member>(
    async (page) => {
      const query = { ...selection.filter, ...page };
      return (await listMembers({ path, query, signal, throwOnError: true })).data;
    },
    { signal, onProgress },
  );
}

/** Plans a change for the selected members. */
export async function createPlan(
  queryClient: QueryClient,
  organizationId: string,
  selection: MemberSelection,
  change: MemberChange,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<PlannedStep<Member>[]> {
  const [members, administrators, teamRoles] = await Promise.all([
    fetchSelectedMembers(organizationId, selection, signal, onProgress),
    countAdministrators(queryClient, organizationId),
    change.kind === 'team'
      ? fetchTeamRoles(organizationId, change.team.id, signal)
      : new Map<string, TeamRole>(),
  ]);
  const owned =
    change.kind === 'remove'
      ? await fetchOwnedTeams(organizationId, members, signal)
      : new Map<string, string[]>();
  const context: MemberPlanContext = {
    currentUserId: currentUser()?.id,
    administrators,
    teamRoles,
    ownedTeams: owned,
  };
  return planMembers(members, change, context);
}

export async function countAdministrators(queryClient: QueryClient, organizationId: string): Promise<number> {
  const options = listMembersOptions({ path: { organizationId }, query: { role: 'admin', limit: 1 } });
  return (await queryClient.fetchQuery({ ...options, staleTime: 0 })).count;
}

/** Team roles by user id. */
export async function fetchTeamRoles(
  organizationId: string,
  teamId: string,
  signal: AbortSignal,
): Promise<Map<string, TeamRole>> {
  const path = { organizationId, teamId };
  const entries = await fetchAllPages(
    async (query) => (await listTeamMembers({ path, query, signal, throwOnError: true })).data,
    { signal },
  );
  return new Map(entries.map(({ organization, team }) => [organization.id, team.role]));
}

async function fetchOwnedTeams(
  organizationId: string,
  members: readonly Member[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const inTeams = members.filter(({ teams }) => teams > 0).slice(0, maxOwnershipLookups);
  const pairs = await mapLimit(inTeams, 3, async ({ id }): Promise<[string, string[]]> => {
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
