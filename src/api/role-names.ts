import type { Role } from '#api/generated/types.gen.ts';

/** Display names of the roles. */
export const roleNames: Record<Role, string> = {
  admin: 'Administrator',
  create: 'Creator',
  review: 'Reviewer',
  edit: 'Editor',
  comment: 'Commenter',
  read: 'Reader',
};

export const isRole = (word: string): word is Role => Object.hasOwn(roleNames, word);

/** Replaces role ids in a server message with display names: “Administrator” for "admin". */
export function withRoleNames(sentence: string): string {
  return sentence.replaceAll(/role "(\w+)"/g, (match, role: string) =>
    isRole(role) ? `role “${roleNames[role]}”` : match,
  );
}
