/** The tree of content in words: items, places, changes. */
import { roleName } from '#src/components/roles/role-words.ts';
import type { ContentItem } from '#src/api/generated/types.gen.ts';
import { anchorOf, parentOf, type Target } from './moves.ts';
import { childrenOf, TOP, type ContentTree } from './content-tree.ts';
import { describePlace } from '#src/components/tree/describe-place.ts';

function titleOf({ nodes }: ContentTree, id: string): string {
  return nodes.get(id)?.title ?? 'an item that is gone';
}

/** How an item is spoken: its title, its kind, and what is special about it. */
export function spokenLabel(item: ContentItem): string {
  const facts = [item.title, item.kind];
  if (item.editMode === 'locked') facts.push('locked');
  if (item.defaultLevel === null) facts.push('no access by default');
  return facts.join(', ');
}

/** A target among the items that stay, with its number: `Before Billing, in Manuals, 3 of 7`. */
export function describeTarget(tree: ContentTree, ids: readonly string[], target: Target): string {
  const parent = parentOf(tree, target) ?? TOP;
  const others = childrenOf(tree, parent).filter((id) => !ids.includes(id));
  const where = parent === TOP ? 'at the top level' : `in ${titleOf(tree, parent)}`;
  return describePlace({ target, others, count: ids.length, where, titleOf: (id) => titleOf(tree, id) });
}

/** The items in words: the title of one, the number of several. */
export function describeItems(tree: ContentTree, ids: readonly string[]): string {
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return titleOf(tree, only);
  const kinds = new Set(ids.map((id) => tree.nodes.get(id)?.kind));
  const [kind] = kinds;
  return kinds.size === 1 && kind ? `${ids.length} ${kind}s` : `${ids.length} items`;
}

/** A move that was made, in the tree before it: `Moved “Billing” before “Guides”`. */
export function describeMove(tree: ContentTree, ids: readonly string[], target: Target): string {
  const items = ids.length === 1 ? `“${describeItems(tree, ids)}”` : describeItems(tree, ids);
  const anchor = anchorOf(target);
  if ('into' in target) {
    return anchor === TOP
      ? `Moved ${items} to the end of the top level`
      : `Moved ${items} into “${titleOf(tree, anchor)}”`;
  }
  return `Moved ${items} ${'before' in target ? 'before' : 'after'} “${titleOf(tree, anchor)}”`;
}

/** What the default level of an item says in a row, or null where it says nothing special. */
export function levelBadge(level: string | null): { name: string; tip: string } | null {
  if (level === 'inherit') return null;
  if (level === null) {
    return { name: 'Closed', tip: 'Members see it only when it was shared with them.' };
  }
  return { name: roleName(level), tip: `By default, members have the role ${roleName(level)} on it.` };
}
