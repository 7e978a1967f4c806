import type { MenuAction } from '#src/ui/menu.ts';
import { type RoleOption, roleOptions, roleDescription, roleName } from './role-labels.ts';

/** Menu entries that change a role, with descriptions. */
export function roleEntries(
  current: string | null,
  onSelectRole: (role: RoleOption) => void,
  choices: readonly RoleOption[] = roleOptions,
): MenuAction[] {
  return choices.map((role) => ({
    label: roleName(role),
    hint: roleDescription(role),
    checked: role === current,
    onSelect: () => {
      if (role !== current) onSelectRole(role);
    },
  }));
}
