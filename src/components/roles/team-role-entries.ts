import type { TeamRole } from '#api/generated/types.gen.ts';
import type { MenuAction } from '#src/ui/menu.ts';
import { teamRoleDescription, teamRoleName, teamRoles } from './team-role-labels.ts';

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
