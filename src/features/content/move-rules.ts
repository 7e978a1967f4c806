/** Where collections and spaces may go. */
import { createMoves, targetId } from '#src/lib/ordered-tree.ts';
import { arrangeDenial, moveDenial, type ContentTree } from './content-tree.ts';

export const contentMoves = createMoves<ContentTree>({
  messages: {
    itemGone: 'This item no longer exists.',
    targetGone: 'The target no longer exists.',
    holdsNothing: 'Spaces can’t contain other content.',
    insideItself: 'A collection can’t be moved into itself.',
  },
  check(tree, move, parent) {
    const isNamed = !('into' in move) && tree.detached.has(targetId(move));
    return (
      moveDenial(tree, move.id) ??
      (isNamed ? 'The target is in a collection you can’t see.' : arrangeDenial(tree, parent))
    );
  },
});
