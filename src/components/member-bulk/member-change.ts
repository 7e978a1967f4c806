import type { Member, TeamRole } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { type RoleOption, roleName } from '#src/components/roles/role-labels.ts';
import { teamRoleName } from '#src/components/roles/team-role-labels.ts';
import { formatCount } from '#src/lib/counts.ts';
import { formatNameList } from '#src/lib/format-name-list.ts';

/** A bulk change of members. */
export type MemberChange =
  | { kind: 'role'; role: RoleOption }
  | { kind: 'team'; team: { id: string; title: string }; role: TeamRole | null }
  | { kind: 'sso' }
  | { kind: 'remove' };

/** What the evaluation of a change needs besides the member. */
export interface MemberPlanContext {
  currentUserId: string | undefined;
  administrators: number;
  /** Roles in the affected team, by user id. */
  teamRoles: ReadonlyMap<string, TeamRole>;
  /** Titles of owned teams by user id, for those who lose them. */
  ownedTeams: ReadonlyMap<string, readonly string[]>;
}

type Evaluation = Pick<PlannedStep<Member>, 'action' | 'description' | 'warning'>;

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
const blocked = (description: string): Evaluation => ({ action: 'refuse', description });

const lastAdministratorReason = 'The organization needs at least one administrator.';

const isLast = (member: Member, { administrators }: MemberPlanContext) =>
  member.role === 'admin' && administrators <= 1;

function evaluateRole(member: Member, role: RoleOption, context: MemberPlanContext): Evaluation {
  if (member.role === role) return skip(`Already ${roleName(role)}.`);
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
  if (currentRole === role) return skip(`Already ${teamRoleName(role)}.`);
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
