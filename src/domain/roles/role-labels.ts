import type { Role } from '#api/generated/types.gen.ts';
import { isRole, roleNames } from '#src/api/errors.ts';
import type { MenuAction } from '#src/ui/menu.ts';

/** A role option; `null` is a guest. */
export type RoleOption = Role | null;

/** The six roles, the strongest first, then guests. */
export const roleOptions: readonly RoleOption[] = [
  'admin',
  'create',
  'review',
  'edit',
  'comment',
  'read',
  null,
];

const descriptions: Record<Role, string> = {
  admin: 'Full access to members, teams, SSO, settings and all content.',
  create: 'Create and delete spaces, collections and sites, plus everything reviewers can do.',
  review: 'Approve and merge change requests, plus everything editors can do.',
  edit: 'Edit content, plus everything commenters can do.',
  comment: 'Read content and comment.',
  read: 'Read content.',
};

/** The display name of a role; unknown roles are shown as is. */
export function roleName(role: string | null): string {
  if (role === null) return 'Guest';
  return isRole(role) ? roleNames[role] : role;
}

/** A role with its article: "an editor", "a guest". */
export function roleWithArticle(role: string | null): string {
  const name = roleName(role).toLowerCase();
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

export function roleDescription(role: string | null): string {
  if (role === null) return 'Access only content shared with them.';
  return isRole(role) ? descriptions[role] : 'Custom role';
}

/** The description of what `roleKey` gives, which other servers may name differently: "guest" or a role. */
export const roleKeyDescription = (key: string): string =>
  key === 'guest' ? roleDescription(null) : `${roleDescription(key).replace(/\.$/, '')}.`;

/** The choices of a select, with an unknown role, so that it stays chosen. */
export function roleChoices(chosen: string): { value: string; label: string }[] {
  const choices = roleOptions.map((option) => ({ value: String(roleKey(option)), label: roleName(option) }));
  return choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: roleName(chosen) || 'Unknown' }];
}

/** The meaning of the default role for new people: guests see nothing by their role alone. */
export function newcomerRoleDescription(key: string): string {
  if (key === '') return '';
  return key === 'guest'
    ? 'New people see nothing until they are added to something: a space, a collection or a team.'
    : roleKeyDescription(key);
}

/** A role as a string for URLs, form values and selects. */
export function roleKey(role: RoleOption): Role | 'guest' {
  return role ?? 'guest';
}

/** Whether a form value is a role, known here or only to the server, which gets its own value back. */
const isRoleOfServer = (key: string): key is Role => key !== 'guest';

/** The role of what `roleKey` gave. */
export const roleOfKey = (key: string): RoleOption => (isRoleOfServer(key) ? key : null);

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
