/** Finds the moves from one order of a tree to another. */
import { longestIncreasing } from './arrays.ts';
import { childrenOf, TOP, type Move, type OrderedTree } from './ordered-tree.ts';

/** Applies a move by the rules of the tree. */
type ApplyMove<Tree> = (tree: Tree, move: Move) => Tree;

/** The ids that can stay while the others are moved around them. */
function fixedPoints(current: readonly string[], wanted: readonly string[]): Set<string> {
  const rank = new Map(current.map((id, index) => [id, index]));
  const common = wanted.filter((id) => rank.has(id));
  const fixed = longestIncreasing(common.map((id) => rank.get(id) ?? 0));
  return new Set(common.filter((_, index) => fixed.has(index)));
}

/** The moves that bring the children of `parent` into the wanted order; wanted items may be in other containers. */
export function movesToOrder<Tree extends OrderedTree<unknown>>(
  tree: Tree,
  parent: string,
  wanted: readonly string[],
  applyMove: ApplyMove<Tree>,
): Move[] {
  const fixed = fixedPoints(childrenOf(tree, parent), wanted);
  const moves: Move[] = [];
  let current = tree;
  let previous: string | null = null;
  for (const id of wanted) {
    if (!fixed.has(id)) {
      const first = childrenOf(current, parent).find((child) => child !== id);
      const move: Move =
        previous !== null
          ? { id, after: previous }
          : first !== undefined
            ? { id, before: first }
            : { id, into: parent };
      moves.push(move);
      current = applyMove(current, move);
    }
    previous = id;
  }
  return moves;
}

/** The moves from the order of `from` to that of `to`. Items that are in only one of them are ignored. */
export function movesBetween<Tree extends OrderedTree<unknown>>(
  from: Tree,
  to: Tree,
  applyMove: ApplyMove<Tree>,
): Move[] {
  const moves: Move[] = [];
  let current = from;
  for (const parent of [TOP, ...to.nodes.keys()]) {
    if (!current.children.has(parent)) continue;
    const wanted = childrenOf(to, parent).filter((id) => current.nodes.has(id));
    for (const move of movesToOrder(current, parent, wanted, applyMove)) {
      moves.push(move);
      current = applyMove(current, move);
    }
  }
  return moves;
}
