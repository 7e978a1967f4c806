/** Where collections and spaces may go. */
import { needs } from '#src/components/permission/reasons.ts';
import { createMoves, targetId, TOP } from '#src/lib/ordered-tree.ts';
import type { ContentTree } from './content-tree.ts';

/** Why the caller may not arrange what is in a parent, or null. */
export function arrangeDenial(tree: ContentTree, parent: string): string | null {
  if (parent === TOP) return tree.canArrangeTop ? null : needs.creator;
  const collection = tree.nodes.get(parent);
  if (!collection) return 'The collection is no longer there.';
  return collection.canEdit ? null : `You need the role “Creator” or higher on “${collection.title}”.`;
}

/** Why an item cannot be moved anywhere, as a sentence, or null when it can. */
export function moveDenial(tree: ContentTree, id: string): string | null {
  const item = tree.nodes.get(id);
  if (!item) return 'The item is no longer there.';
  if (tree.detached.has(id)) return `“${item.title}” is in a collection that you cannot see.`;
  if (!item.canEdit) return `You need the role “Creator” or higher on “${item.title}”.`;
  return arrangeDenial(tree, tree.parents.get(id) ?? TOP);
}

export const contentMoves = createMoves<ContentTree>({
  messages: {
    itemGone: 'The item is no longer there.',
    targetGone: 'The place is no longer there.',
    holdsNothing: 'A space holds no other content.',
    insideItself: 'A collection cannot be placed inside itself.',
  },
  check(tree, move, parent) {
    const isNamed = !('into' in move) && tree.detached.has(targetId(move));
    return (
      moveDenial(tree, move.id) ??
      (isNamed ? 'The place is in a collection that you cannot see.' : arrangeDenial(tree, parent))
    );
  },
});
