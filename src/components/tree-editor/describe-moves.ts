import {
  childrenOf,
  parentOf,
  targetId,
  TOP,
  type DropTarget,
  type OrderedTree,
} from '#src/lib/ordered-tree.ts';
/** Describes moves: items, targets and results. */
import { formatCount, formatNumber } from '#src/lib/text/format.ts';

/** Names of items in one kind of tree. */
export interface TreeLabels<Tree> {
  titleOf(tree: Tree, id: string): string;
  /** The kind of an item in lower case: `site space`. */
  kindOf(tree: Tree, id: string): string | undefined;
  /** A container: `in group Guides`, `at the top level`. */
  containerOf(tree: Tree, parent: string): string;
}

/** Descriptions of moves in one kind of tree. */
export interface MoveLabels<Tree> {
  /** The title of one item, or the number of several: `Billing`, `3 sections`. */
  readonly describeItems: (tree: Tree, ids: readonly string[]) => string;
  /** A drop position among the remaining items: `Before Billing, in Manuals, 3 of 7`. */
  readonly describeTarget: (tree: Tree, ids: readonly string[], target: DropTarget) => string;
  /** A completed move, given the tree before it: `Moved “Billing” before “Guides”`. */
  readonly describeMoved: (tree: Tree, ids: readonly string[], target: DropTarget) => string;
  /** A move by one position: the new position, or that there is none. */
  readonly describeMoveByOne: (
    tree: Tree,
    ids: readonly string[],
    direction: 1 | -1,
    target: DropTarget | null,
  ) => string;
}

function indexAt(target: DropTarget, others: readonly string[]): number {
  if ('into' in target) return others.length;
  return 'before' in target ? others.indexOf(target.before) : others.indexOf(target.after) + 1;
}

export function createMoveLabels<Tree extends OrderedTree<unknown>>(
  labels: TreeLabels<Tree>,
): MoveLabels<Tree> {
  const { titleOf, kindOf, containerOf } = labels;

  const describeItems: MoveLabels<Tree>['describeItems'] = (tree, ids) => {
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) return titleOf(tree, only);
    const kinds = new Set(ids.map((id) => kindOf(tree, id)));
    const [kind] = kinds;
    return formatCount(ids.length, kinds.size === 1 && kind !== undefined ? kind : 'item');
  };

  const describeTarget: MoveLabels<Tree>['describeTarget'] = (tree, ids, target) => {
    const parent = parentOf(tree, target) ?? TOP;
    const others = childrenOf(tree, parent).filter((id) => !ids.includes(id));
    const index = indexAt(target, others);
    const isBehind = 'after' in target || index === others.length;
    const neighbor = others[isBehind ? index - 1 : index];
    const relation =
      neighbor === undefined ? 'First' : `${isBehind ? 'After' : 'Before'} ${titleOf(tree, neighbor)}`;
    const count = ids.length;
    const number = [index + 1, index + count].slice(0, count).map(formatNumber).join(' to ');
    return `${relation}, ${containerOf(tree, parent)}, ${number} of ${formatNumber(others.length + count)}`;
  };

  return {
    describeItems,
    describeTarget,
    describeMoveByOne: (tree, ids, direction, target) =>
      target
        ? `${describeTarget(tree, ids, target)}.`
        : `Not moved. It’s already the ${direction === -1 ? 'first' : 'last'}.`,
    describeMoved(tree, ids, target) {
      const items = ids.length === 1 ? `“${describeItems(tree, ids)}”` : describeItems(tree, ids);
      const targetName = targetId(target);
      if ('into' in target) {
        return targetName === TOP
          ? `Moved ${items} to the end of the top level`
          : `Moved ${items} into “${titleOf(tree, targetName)}”`;
      }
      return `Moved ${items} ${'before' in target ? 'before' : 'after'} “${titleOf(tree, targetName)}”`;
    },
  };
}
