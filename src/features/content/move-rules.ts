/** Where collections and spaces may go. */
import { createMoves, targetId } from '#src/lib/ordered-tree.ts';
import { arrangeDenial, moveDenial, type ContentTree } from './content-tree.ts';

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
