import type { TeamRole } from '#api/generated/types.gen.ts';
import type { MenuAction } from '#src/ui/menu.ts';

/** The team roles, the usual one first. */
export const teamRoles: readonly TeamRole[] = ['member', 'owner'];

const labels: Record<TeamRole, [name: string, meaning: string]> = {
  member: ['Member', 'Has the team’s access.'],
  owner: ['Owner', 'Can also manage the team’s members.'],
};

const isTeamRole = (role: string): role is TeamRole => Object.hasOwn(labels, role);

/** The display name of a team role; unknown ones are shown as is. */
export function teamRoleName(role: string): string {
  return isTeamRole(role) ? labels[role][0] : role;
}

export function teamRoleDescription(role: string): string {
  return isTeamRole(role) ? labels[role][1] : 'Custom team role';
}

/** Menu entries that change a team role, with descriptions. */
export function teamRoleEntries(current: string, onSelectRole: (role: TeamRole) => void): MenuAction[] {
  return teamRoles.map((role) => ({
    label: teamRoleName(role),
    hint: teamRoleDescription(role),
    checked: role === current,
    onSelect: () => {
      if (role !== current) onSelectRole(role);
    },
  }));
}
