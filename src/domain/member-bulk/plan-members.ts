import type { QueryClient } from '@tanstack/react-query';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { listMembers, listMemberTeams, listTeamMembers } from '#api/generated/sdk.gen.ts';
import type { Member, TeamRole, ListMembersData } from '#api/generated/types.gen.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { currentUser } from '#src/api/session/session.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import { type RoleOption, roleName, roleWithArticle } from '#src/domain/roles/role-labels.ts';
import { teamRoleName } from '#src/domain/roles/team-role-labels.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';

/** A bulk change of members. */
export type MemberChange =
  | { kind: 'role'; role: RoleOption }
  | { kind: 'team'; team: { id: string; title: string }; role: TeamRole | null }
  | { kind: 'sso' }
  | { kind: 'remove' };

/** The input for evaluating a change, besides the member. */
export interface MemberPlanContext {
  currentUserId: string | undefined;
  administrators: number;
  /** Roles in the affected team, by user id. */
  teamRoles: ReadonlyMap<string, TeamRole>;
  /** Titles of owned teams by user id, for those who lose them. */
  ownedTeams: ReadonlyMap<string, readonly string[]>;
}

type Evaluation = Pick<PlannedStep<Member>, 'action' | 'description' | 'warning'>;

/** One step per member, in their order: what the change does to each, or why it does nothing. */
export function planMembers(
  members: readonly Member[],
  change: MemberChange,
  context: MemberPlanContext,
): PlannedStep<Member>[] {
  return members.map((member) => ({
    id: member.id,
    item: member,
    name: member.user.displayName,
    detail: member.user.email,
    ...evaluateChange(member, change, context),
  }));
}

export function evaluateChange(member: Member, change: MemberChange, context: MemberPlanContext): Evaluation {
  switch (change.kind) {
    case 'role':
      return evaluateRole(member, change.role, context);
    case 'team':
      return evaluateTeam(change.role, context.teamRoles.get(member.id));
    case 'sso':
      return member.sso ? skip('Already uses SSO.') : toChange('Any sign-in → SSO only');
    default:
      return evaluateRemoval(member, context);
  }
}

const toChange = (description: string, warning?: string): Evaluation => ({
  action: 'change',
  description,
  warning,
});
const skip = (description: string): Evaluation => ({ action: 'skip', description });
const blocked = (description: string): Evaluation => ({ action: 'block', description });

const lastAdministratorReason = 'The organization needs at least one administrator.';

const isLast = (member: Member, { administrators }: MemberPlanContext) =>
  member.role === 'admin' && administrators <= 1;

function evaluateRole(member: Member, role: RoleOption, context: MemberPlanContext): Evaluation {
  if (member.role === role) return skip(`Already ${roleWithArticle(role)}.`);
  if (isLast(member, context)) return blocked(lastAdministratorReason);
  if (member.id === context.currentUserId)
    return blocked('You can’t change your own role here. Use your member page.');
  return toChange(`${roleName(member.role)} → ${roleName(role)}`);
}

function evaluateTeam(role: TeamRole | null, currentRole: TeamRole | undefined): Evaluation {
  if (role === null) {
    if (!currentRole) return skip('Not in the team.');
    return currentRole === 'owner'
      ? blocked('Team owner. Change the team role first.')
      : toChange('Removed from team');
  }
  if (currentRole === role) return skip(role === 'owner' ? 'Already an owner.' : 'Already a member.');
  if (currentRole === 'owner') return blocked('Team owner. This would remove ownership.');
  if (currentRole) return toChange(`${teamRoleName(currentRole)} → ${teamRoleName(role)}`);
  return toChange(`Added as ${teamRoleName(role).toLowerCase()}`);
}

function evaluateRemoval(member: Member, context: MemberPlanContext): Evaluation {
  if (isLast(member, context)) return blocked(lastAdministratorReason);
  if (member.id === context.currentUserId)
    return blocked('You can’t remove yourself here. Leave on your member page.');
  const losses = [
    member.spaces > 0 && formatCount(member.spaces, 'space'),
    member.teams > 0 && formatCount(member.teams, 'team'),
  ].filter((part) => part !== false);
  const owned = context.ownedTeams.get(member.id) ?? [];
  return toChange(
    losses.length > 0 ? `Loses ${losses.join(' and ')}` : 'Loses membership only',
    owned.length > 0 ? `Owns ${formatNameList(owned, owned.length)}. Add another owner first.` : undefined,
  );
}

/** The affected members: an explicit list or all matches of a filter. */
export type MemberSelection =
  | { members: readonly Member[] }
  | { filter: Omit<NonNullable<ListMembersData['query']>, 'limit' | 'page'> };

/** For how many members owned teams are fetched. */
const maxOwnershipLookups = 200;

type OnProgress = (known: number, total?: number) => void;

async function fetchSelectedMembers(
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

/** Counted by the server now, not from the cache. */
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
