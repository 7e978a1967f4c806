import type { ContentLevel, Role, TeamRole } from '#api/generated/types.gen.ts';
import { INHERIT_LEVEL } from './content-level.ts';

/** Roles and levels as stored in the database: small integers. Guests and no access are 0. */
export const LEVEL = { guest: 0, read: 1, comment: 2, edit: 3, review: 4, create: 5, admin: 6 } as const;

const ROLES: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

export function levelOf(role: Role | null): number {
  return role === null ? LEVEL.guest : LEVEL[role];
}

export function roleOf(level: number): Role | null {
  return ROLES[level - 1] ?? null;
}

/** Names of people with a role, by level; the console uses the same. */
const ROLE_LABELS = ['guest', 'reader', 'commenter', 'editor', 'reviewer', 'creator', 'administrator'];

/** The label of a role in a sentence, where the contract's name would read as a verb: `editor` for `edit`. */
export function roleLabel(level: number): string {
  return ROLE_LABELS[level] ?? 'guest';
}

export function contentLevelOf(level: ContentLevel | null): number {
  return level === 'inherit' ? INHERIT_LEVEL : levelOf(level);
}

export function contentRoleOf(level: number): ContentLevel | null {
  return level === INHERIT_LEVEL ? 'inherit' : roleOf(level);
}

/** A team role as stored in the database. */
export function teamRoleOf(role: string): TeamRole {
  return role === 'owner' ? 'owner' : 'member';
}

/** Whether someone with this level sees the collection at all. */
export function canViewCollection(level: number): boolean {
  return level >= LEVEL.read;
}

/** Whether someone with this level on a parent (at the top: this role) may add, remove and order what is in it. */
export function canCreateContent(levelOnParent: number): boolean {
  return levelOnParent >= LEVEL.create;
}
