import type { Role } from '#api/generated/types.gen.ts';

/** What people call the roles of the contract. */
export const roleNames: Record<Role, string> = {
  admin: 'Administrator',
  create: 'Creator',
  review: 'Reviewer',
  edit: 'Editor',
  comment: 'Commenter',
  read: 'Reader',
};

/** Whether a word is a role that this console knows. */
export const isRole = (word: string): word is Role => Object.hasOwn(roleNames, word);

/** A sentence of the server with its roles as people call them: “Administrator” for "admin". */
export function withRoleNames(sentence: string): string {
  return sentence.replaceAll(/role "(\w+)"/g, (match, role: string) =>
    isRole(role) ? `role “${roleNames[role]}”` : match,
  );
}
