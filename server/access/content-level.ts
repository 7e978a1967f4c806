import type { Row } from '#server/database/schema.ts';

/** The `default_level` that inherits from the parent. */
export const INHERIT_LEVEL = -1;

/** The minimum level that can see content. */
export const MIN_VISIBLE_LEVEL = 1;

/** The level of administrators on all content of their organization. */
export const ADMINISTRATOR_LEVEL = 6;

/** The fields from which the access columns of a collection or space are derived. */
export type AccessNode = Pick<Row<'collections'>, 'id' | 'default_level'>;

export type AccessColumns = Pick<Row<'collections'>, 'grant_path' | 'resolved_level'>;

/**
 * Derives `grant_path` and `resolved_level` of a collection or space from its own default level and its parent's
 * derived columns (null = at the top).
 */
export function resolveAccess(node: AccessNode, parent: AccessColumns | null): AccessColumns {
  if (node.default_level !== INHERIT_LEVEL) {
    return { grant_path: [node.id], resolved_level: node.default_level };
  }
  if (!parent) return { grant_path: [node.id], resolved_level: null };
  return { grant_path: [node.id, ...parent.grant_path], resolved_level: parent.resolved_level };
}

/** The default level of new content: its parent's level, made explicit. At the top, the default role of new members. */
export function initialLevel(parent: AccessColumns | null, organizationDefaultRole: number): number {
  return parent?.resolved_level ?? organizationDefaultRole;
}

/**
 * The level of a member on content, from the applicable grant (null: none), the resolved default level and the member's
 * role.
 */
export function effectiveLevel(
  role: number,
  content: { granted: number | null; resolved_level: number | null },
): number {
  if (role === ADMINISTRATOR_LEVEL) return ADMINISTRATOR_LEVEL;
  return content.granted ?? content.resolved_level ?? role;
}
