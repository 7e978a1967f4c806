/**
 * Ordered trees as immutable values: items by id, and their order as lists of ids.
 *
 * A change creates a new tree that shares unchanged parts, so unchanged rows don't render again. A move names a
 * neighbor or a container, never an index, so that it stays valid when others insert items at the same time.
 */

/** Key of the top level in `children` and `parents`; ids are never empty. */
export const TOP = '';

export interface OrderedTree<Item> {
  readonly nodes: ReadonlyMap<string, Item>;
  /** Ordered child ids. Every container and `TOP` have an entry. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string>;
  /** Items at the end of the top level whose container is unknown. They can't be moved or be a move's target. */
  readonly detached?: ReadonlySet<string>;
}

type AnyTree = OrderedTree<unknown>;

/** Directly before or after another item, or at the end of a container. */
export type DropTarget = { readonly before: string } | { readonly after: string } | { readonly into: string };

export type Move = { readonly id: string } & DropTarget;

/** The position of an item, by its neighbors. */
export interface Position {
  readonly parent: string;
  readonly previous: string | null;
  readonly next: string | null;
}

const NO_IDS: readonly string[] = [];

/** The ordered ids below `parent`; empty if it is unknown. */
export function childrenOf(tree: AnyTree, parent: string): readonly string[] {
  return tree.children.get(parent) ?? NO_IDS;
}

export function targetId(target: DropTarget): string {
  if ('before' in target) return target.before;
  return 'after' in target ? target.after : target.into;
}

/** The container of a target; undefined if the target is unknown. */
export function parentOf(tree: AnyTree, target: DropTarget): string | undefined {
  if ('into' in target) return tree.children.has(target.into) ? target.into : undefined;
  return tree.parents.get(targetId(target));
}

/** The current position of an item; null if it is unknown. */
export function positionOf(tree: AnyTree, id: string): Position | null {
  const parent = tree.parents.get(id);
  if (parent === undefined) return null;
  const siblings = childrenOf(tree, parent);
  const index = siblings.indexOf(id);
  return { parent, previous: siblings[index - 1] ?? null, next: siblings[index + 1] ?? null };
}

/** The position that a new item has at a target; null if the target is unknown. */
export function positionAt(tree: AnyTree, target: DropTarget): Position | null {
  const parent = parentOf(tree, target);
  if (parent === undefined) return null;
  const siblings = childrenOf(tree, parent);
  const at = siblings.indexOf(targetId(target));
  const index = 'into' in target ? siblings.length : 'before' in target ? at : at + 1;
  return { parent, previous: siblings[index - 1] ?? null, next: siblings[index] ?? null };
}

/** The containers of an item, innermost first, without `TOP`. */
export function ancestorsOf(tree: AnyTree, id: string): string[] {
  const above: string[] = [];
  for (let up = tree.parents.get(id); up; up = tree.parents.get(up)) above.push(up);
  return above;
}

/** Whether an item equals another or is a descendant of it. */
export function isWithin(tree: AnyTree, id: string, ancestor: string): boolean {
  return id === ancestor || ancestorsOf(tree, id).includes(ancestor);
}

/** The item to focus after items are removed: the next one, else the previous one, else the container. */
export function neighborOf(tree: AnyTree, ids: readonly string[]): string | null {
  const last = ids.at(-1) ?? '';
  const parent = tree.parents.get(last) ?? TOP;
  const siblings = childrenOf(tree, parent);
  const at = siblings.indexOf(last);
  const remains = (id: string) => !ids.includes(id);
  const near = siblings.slice(at).find(remains) ?? siblings.slice(0, at).findLast(remains);
  if (near !== undefined || parent === TOP) return near ?? null;
  return remains(parent) ? parent : neighborOf(tree, [...ids, parent]);
}

/** The tree with an updated item; the same reference if it is unchanged. */
export function withItem<Item extends { readonly id: string }, Tree extends OrderedTree<Item>>(
  tree: Tree,
  item: Item,
): Tree {
  if (tree.nodes.get(item.id) === item) return tree;
  return { ...tree, nodes: new Map(tree.nodes).set(item.id, item) };
}

/** The item's new container and the ids in it after a move. Null if the target is unknown. */
export function destinationOf(tree: AnyTree, move: Move): { parent: string; ids: string[] } | null {
  const parent = parentOf(tree, move);
  if (parent === undefined || targetId(move) === move.id) return null;
  const ids = childrenOf(tree, parent).filter((id) => id !== move.id);
  const targetIndex = ids.indexOf(targetId(move));
  const end = ids.findLastIndex((id) => !tree.detached?.has(id)) + 1;
  ids.splice('into' in move ? end : 'before' in move ? targetIndex : targetIndex + 1, 0, move.id);
  return { parent, ids };
}

/** The target for a recorded position: next to its first neighbor that still exists, else into the container. */
export function targetAt(tree: AnyTree, { parent, previous, next }: Position): DropTarget {
  const isThere = (id: string | null): id is string =>
    id !== null && tree.parents.get(id) === parent && !tree.detached?.has(id);
  if (isThere(previous)) return { after: previous };
  return isThere(next) ? { before: next } : { into: parent };
}

/** The target one position up or down for items of one container; null at the ends. */
export function adjacentTarget(tree: AnyTree, ids: readonly string[], direction: 1 | -1): DropTarget | null {
  const parent = tree.parents.get(ids[0] ?? '');
  if (parent === undefined || ids.some((id) => tree.parents.get(id) !== parent)) return null;
  const siblings = childrenOf(tree, parent);
  const at = ids.map((id) => siblings.indexOf(id));
  const neighbor = direction === -1 ? siblings[Math.min(...at) - 1] : siblings[Math.max(...at) + 1];
  if (neighbor === undefined || tree.detached?.has(neighbor)) return null;
  return direction === -1 ? { before: neighbor } : { after: neighbor };
}

/**
 * Moves several items together: the first to the target, each other directly after the previous one. `ids` must be
 * in the wanted order.
 */
export function moveSequence(ids: readonly string[], target: DropTarget): Move[] {
  return ids.map((id, index) => {
    const previous = ids[index - 1];
    return previous === undefined ? { id, ...target } : { id, after: previous };
  });
}

/** The rules for moves in one kind of tree. */
export interface MoveRules<Tree extends AnyTree> {
  /** General reasons why a move is denied, as sentences. */
  readonly messages: {
    readonly itemGone: string;
    readonly targetGone: string;
    readonly holdsNothing: string;
    readonly insideItself: string;
  };
  /** Why an item can't be moved into this parent, as a sentence, or null. Item, target and parent exist. */
  check(tree: Tree, move: Move, parent: string): string | null;
  /** Further changes of an item that was moved to another container. */
  adaptToParent?(moved: Tree, before: Tree, id: string): Tree;
}

/** Moves in one kind of tree. All functions are pure and never throw. */
export interface Moves<Tree> {
  /** Why a move is denied, as a sentence, or null. */
  readonly checkMove: (tree: Tree, move: Move) => string | null;
  /** Why a sequence is denied, or null. Each move is checked on the result of the previous ones. */
  readonly checkMoves: (tree: Tree, ids: readonly string[], target: DropTarget) => string | null;
  /** The tree after a move; the same reference if it is denied or changes nothing. Idempotent. */
  readonly applyMove: (tree: Tree, move: Move) => Tree;
}

export function createMoves<Tree extends AnyTree>(rules: MoveRules<Tree>): Moves<Tree> {
  const { messages } = rules;

  const checkMove = (tree: Tree, move: Move): string | null => {
    if (!tree.nodes.has(move.id)) return messages.itemGone;
    const neighborId = targetId(move);
    if (neighborId === move.id) return 'An item can’t be moved next to itself.';
    if (neighborId !== TOP && !tree.nodes.has(neighborId)) return messages.targetGone;
    if ('into' in move && !tree.children.has(neighborId)) return messages.holdsNothing;
    const parent = parentOf(tree, move);
    if (parent === undefined) return messages.targetGone;
    return (
      rules.check(tree, move, parent) ?? (isWithin(tree, parent, move.id) ? messages.insideItself : null)
    );
  };

  const applyMove = (tree: Tree, move: Move): Tree => {
    const from = tree.parents.get(move.id);
    const to = checkMove(tree, move) === null ? destinationOf(tree, move) : null;
    if (!to || from === undefined) return tree;
    const siblings = childrenOf(tree, from);
    if (from === to.parent) {
      if (siblings.every((id, index) => id === to.ids[index])) return tree;
      return { ...tree, children: new Map(tree.children).set(from, to.ids) };
    }
    const otherSiblings = siblings.filter((id) => id !== move.id);
    const children = new Map(tree.children).set(from, otherSiblings).set(to.parent, to.ids);
    const moved = { ...tree, children, parents: new Map(tree.parents).set(move.id, to.parent) };
    return rules.adaptToParent?.(moved, tree, move.id) ?? moved;
  };

  return {
    checkMove,
    applyMove,
    checkMoves(tree, ids, target) {
      if (ids.includes(targetId(target))) return 'An item can’t be moved next to itself.';
      let current = tree;
      for (const [index, move] of moveSequence(ids, target).entries()) {
        const reason = checkMove(current, move);
        if (reason !== null) return reason;
        // Dragging calls this for every row, so intermediate trees are computed only if needed.
        if (index < ids.length - 1) current = applyMove(current, move);
      }
      return null;
    },
  };
}
