import type { ContentLevel, Role, TeamRole } from '#api/generated/types.gen.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** The `default_level` that inherits from the parent. */
export const INHERIT_LEVEL = -1;

/** The minimum level that can see content. */
export const MIN_VISIBLE_LEVEL = 1;

/** The level of administrators on all content of their organization. */
export const ADMINISTRATOR_LEVEL = 6;

/** The fields from which the access columns of a collection or space are derived. */
type AccessNode = Pick<Row<'collections'>, 'id' | 'default_level'>;

export type AccessColumns = Pick<Row<'collections'>, 'ancestor_path' | 'grant_path' | 'resolved_level'>;

/**
 * Derives the access columns of a collection or space from its own default level and its parent's derived columns (null =
 * at the top). `ancestor_path` leads to the top; `grant_path` ends at the first content with a default level of its own.
 */
export function resolveAccess(node: AccessNode, parent: AccessColumns | null): AccessColumns {
  const ancestor_path = [node.id, ...(parent?.ancestor_path ?? [])];
  if (node.default_level !== INHERIT_LEVEL) {
    return { ancestor_path, grant_path: [node.id], resolved_level: node.default_level };
  }
  const { grant_path = [], resolved_level = null } = parent ?? {};
  return { ancestor_path, grant_path: [node.id, ...grant_path], resolved_level };
}

/** The default level of new content: its parent's level, made explicit. At the top, the default role of new members. */
export function initialLevel(
  parent: Pick<AccessColumns, 'resolved_level'> | null,
  organizationDefaultRole: number,
): number {
  return parent?.resolved_level ?? organizationDefaultRole;
}

/**
 * The level of a member on content, from the applicable grant (null: none), the resolved default level and the member's
 * role. Default levels are for members with a role: a guest has what they were granted.
 */
export function effectiveLevel(
  role: number,
  content: { granted: number | null; resolved_level: number | null },
): number {
  if (role === ADMINISTRATOR_LEVEL) return ADMINISTRATOR_LEVEL;
  if (role === LEVEL.guest) return content.granted ?? LEVEL.guest;
  return content.granted ?? content.resolved_level ?? role;
}

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

export function canViewCollection(level: number): boolean {
  return level >= LEVEL.read;
}

/** Level on the parent, or role at the top level. Also removing and ordering. */
export function canCreateContent(levelOnParent: number): boolean {
  return levelOnParent >= LEVEL.create;
}
