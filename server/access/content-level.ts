import type { Row } from '#server/database/schema.ts';

/** The `default_level` that means: the level of the parent applies. */
export const INHERIT_LEVEL = -1;

/** Lowest level that sees content. */
export const MIN_VISIBLE_LEVEL = 1;

/** Level that administrators of an organization have on all its content. */
export const ADMINISTRATOR_LEVEL = 6;

/** What a collection or space needs to say for its access columns to be derived. */
export type AccessNode = Pick<Row<'collections'>, 'id' | 'default_level'>;

/** The derived columns that collections and spaces carry. */
export type AccessColumns = Pick<Row<'collections'>, 'grant_path' | 'resolved_level'>;

/**
 * Derives `grant_path` and `resolved_level` of a collection or space from its own default level and its
 * parent's derived columns (null = it stands at the top).
 *
 * - `grant_path`: the ids whose grants count, nearest first: its own, then the parents' while levels are inherited.
 * - `resolved_level`: the first explicit default level on that way; null when the top was reached without one,
 *   and then the member's role in the organization applies.
 *
 * Whoever changes a level or a parent derives the node again, then everything below it, from the top down.
 */
export function resolveAccess(node: AccessNode, parent: AccessColumns | null): AccessColumns {
  if (node.default_level !== INHERIT_LEVEL) {
    return { grant_path: [node.id], resolved_level: node.default_level };
  }
  if (!parent) return { grant_path: [node.id], resolved_level: null };
  return { grant_path: [node.id, ...parent.grant_path], resolved_level: parent.resolved_level };
}

/**
 * The default level that new content starts with: its parent's level written out. The parent of content at the
 * top is the organization, whose level is the one that new members are given.
 */
export function initialLevel(parent: AccessColumns | null, organizationDefaultRole: number): number {
  return parent?.resolved_level ?? organizationDefaultRole;
}

/**
 * The level of a member on content, from the level of the grant that decides (null: none applies), the resolved
 * default level and the member's role in the organization.
 */
export function effectiveLevel(
  role: number,
  content: { granted: number | null; resolved_level: number | null },
): number {
  if (role === ADMINISTRATOR_LEVEL) return ADMINISTRATOR_LEVEL;
  return content.granted ?? content.resolved_level ?? role;
}
