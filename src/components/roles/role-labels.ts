import type { Role } from '#api/generated/types.gen.ts';
import { isRole, roleNames } from '#src/api/role-names.ts';

/** A role as people choose it; `null` is a guest. */
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

/** What a role is called. A role that this console does not know yet is shown as the server writes it. */
export function roleName(role: string | null): string {
  if (role === null) return 'Guest';
  return isRole(role) ? roleNames[role] : role;
}

/** The role of one person within a sentence: "an editor", "a guest". */
export function roleWithArticle(role: string | null): string {
  const name = roleName(role).toLowerCase();
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** What somebody with this role may do, as a sentence. */
export function roleDescription(role: string | null): string {
  if (role === null) return 'Access only content shared with them.';
  return isRole(role) ? descriptions[role] : 'Custom role';
}

/** The role as it is written where null has no place: in addresses, form fields and select boxes. */
export function roleKey(role: RoleOption): Role | 'guest' {
  return role ?? 'guest';
}
