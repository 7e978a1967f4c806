/** Labels of content: items, positions and moves. */
import type { ContentItem } from '#api/generated/types.gen.ts';
import { createMoveLabels } from '#src/components/tree-editor/describe-moves.ts';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { formatCount, relativeTime } from '#src/lib/text/format.ts';
import type { ContentTree } from './content-tree.ts';

function titleOf({ nodes }: ContentTree, id: string): string {
  return nodes.get(id)?.title ?? 'a deleted item';
}

/** Accessible name of an item: title, kind, special states and what needs attention. */
export function ariaLabelOf(item: ContentItem): string {
  const parts = [item.title, item.kind];
  if (item.editMode === 'locked') parts.push('locked');
  if (item.defaultLevel === null) parts.push('no default access');
  return [...parts, ...openMatters(item)].join(', ');
}

/** Details for a line below the title. */
export function detailsOf(item: ContentItem): string[] {
  const { updatedAt } = item;
  return [...openMatters(item), ...(updatedAt === undefined ? [] : [`updated ${relativeTime(updatedAt)}`])];
}

function openMatters({ changeRequestsOpen = 0, brokenLinks = 0 }: ContentItem): string[] {
  return [
    ...(changeRequestsOpen === 0 ? [] : [formatCount(changeRequestsOpen, 'open change')]),
    ...(brokenLinks === 0 ? [] : [formatCount(brokenLinks, 'broken link')]),
  ];
}

export const contentLabels = createMoveLabels<ContentTree>({
  titleOf,
  kindOf: ({ nodes }, id) => nodes.get(id)?.kind,
  containerOf: (tree, parent) => (parent === TOP ? 'at the top level' : `in ${titleOf(tree, parent)}`),
});

/** Badge for an item's default access; null if it is inherited. */
export function levelBadgeOf(level: string | null): { name: string; tip: string } | null {
  if (level === 'inherit') return null;
  if (level === null) {
    return { name: 'No default access', tip: 'Only people with direct or team access can see it.' };
  }
  return { name: roleName(level), tip: `Default access: ${roleName(level)}.` };
}
