import type { MenuAction } from '#src/ui/menu.ts';
import { type RoleOption, roleOptions, roleDescription, roleName } from './role-labels.ts';

/**
 * The lines of a menu that changes a role, each with what the role means.
 *
 * @param choices the roles to choose from; all but guest where an interface takes no guests
 */
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
