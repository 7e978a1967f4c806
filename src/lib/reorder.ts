/** Finds the moves from one order of a tree to another. */
import { longestIncreasing } from './arrays.ts';
import { childrenOf, TOP, type Move, type OrderedTree } from './ordered-tree.ts';

/** The ids that can stay while the others are moved around them. */
function fixedPoints(current: readonly string[], wanted: readonly string[]): Set<string> {
  const rank = new Map(current.map((id, index) => [id, index]));
  const common = wanted.filter((id) => rank.has(id));
  const fixed = longestIncreasing(common.map((id) => rank.get(id) ?? 0));
  return new Set(common.filter((_, index) => fixed.has(index)));
}

/** The moves that bring the children of `parent` into the wanted order; wanted items may be in other containers. */
export function movesToOrder(tree: OrderedTree<unknown>, parent: string, wanted: readonly string[]): Move[] {
  const current = childrenOf(tree, parent);
  const fixed = fixedPoints(current, wanted);
  return wanted.flatMap((id, index): Move[] => {
    if (fixed.has(id)) return [];
    const previous = wanted[index - 1];
    if (previous !== undefined) return [{ id, after: previous }];
    const first = current.find((child) => child !== id);
    return [first === undefined ? { id, into: parent } : { id, before: first }];
  });
}

/** The moves from the order of `from` to that of `to`. Items that are in only one of them are ignored. */
export function movesBetween<Tree extends OrderedTree<unknown>>(
  from: Tree,
  to: Tree,
  applyMove: (tree: Tree, move: Move) => Tree,
): Move[] {
  const moves: Move[] = [];
  let current = from;
  for (const parent of [TOP, ...to.nodes.keys()]) {
    if (!current.children.has(parent)) continue;
    const orderedIds = childrenOf(to, parent).filter((id) => current.nodes.has(id));
    for (const move of movesToOrder(current, parent, orderedIds)) {
      moves.push(move);
      current = applyMove(current, move);
    }
  }
  return moves;
}
