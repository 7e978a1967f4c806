/**
 * Ordered trees as plain values: items by id, and the order as lists of ids.
 *
 * Every value is immutable: a change makes a new tree that shares what it did not touch, so a row whose item is the same
 * object need not be drawn again. A move names a neighbour or a container, never an index, so that it stays true when
 * others insert at the same time.
 */

/** Key of the top level in `children` and `parents`. No id is empty. */
export const TOP = '';

export interface OrderedTree<Item> {
  readonly nodes: ReadonlyMap<string, Item>;
  /** Ordered child ids; every item that can hold others has an entry, and so has `TOP`. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string>;
  /** Items at the end of the top level that belong elsewhere: no part of the order, neither moved nor named. */
  readonly detached?: ReadonlySet<string>;
}

type AnyTree = OrderedTree<unknown>;

/** Where to: directly before or after another item, or at the end of a container. */
export type DropTarget = { readonly before: string } | { readonly after: string } | { readonly into: string };

/** One item and where it goes. */
export type Move = { readonly id: string } & DropTarget;

/** Where an item is, by its neighbours. */
export interface Position {
  readonly parent: string;
  readonly previous: string | null;
  readonly next: string | null;
}

const NO_IDS: readonly string[] = [];

/** The ordered ids below `parent`; empty for what is unknown. */
export function childrenOf(tree: AnyTree, parent: string): readonly string[] {
  return tree.children.get(parent) ?? NO_IDS;
}

/** The id that a target names. */
export function targetId(target: DropTarget): string {
  if ('before' in target) return target.before;
  return 'after' in target ? target.after : target.into;
}

/** The container that a target is in, or undefined when it names something unknown. */
export function parentOf(tree: AnyTree, target: DropTarget): string | undefined {
  if ('into' in target) return tree.children.has(target.into) ? target.into : undefined;
  return tree.parents.get(targetId(target));
}

/** Where an item is now, or null when it is unknown. */
export function positionOf(tree: AnyTree, id: string): Position | null {
  const parent = tree.parents.get(id);
  if (parent === undefined) return null;
  const siblings = childrenOf(tree, parent);
  const index = siblings.indexOf(id);
  return { parent, previous: siblings[index - 1] ?? null, next: siblings[index + 1] ?? null };
}

/** The containers around an item, the innermost first, without `TOP`. */
export function ancestorsOf(tree: AnyTree, id: string): string[] {
  const above: string[] = [];
  for (let up = tree.parents.get(id); up; up = tree.parents.get(up)) above.push(up);
  return above;
}

/** Whether an item is the other one or a descendant of it. */
export function isWithin(tree: AnyTree, id: string, ancestor: string): boolean {
  return id === ancestor || ancestorsOf(tree, id).includes(ancestor);
}

/** Where the keyboard goes when items are removed: to the next one that stays, the one before, or what held them. */
export function neighbourOf(tree: AnyTree, ids: readonly string[]): string | null {
  const last = ids.at(-1) ?? '';
  const parent = tree.parents.get(last) ?? TOP;
  const siblings = childrenOf(tree, parent);
  const at = siblings.indexOf(last);
  const stays = (id: string) => !ids.includes(id);
  const near = siblings.slice(at).find(stays) ?? siblings.slice(0, at).findLast(stays);
  if (near !== undefined || parent === TOP) return near ?? null;
  return stays(parent) ? parent : neighbourOf(tree, [...ids, parent]);
}

/** The same tree with another value for one item; the same reference when nothing differs. */
export function withItem<Item extends { readonly id: string }, Tree extends OrderedTree<Item>>(
  tree: Tree,
  item: Item,
): Tree {
  if (tree.nodes.get(item.id) === item) return tree;
  return { ...tree, nodes: new Map(tree.nodes).set(item.id, item) };
}

/**
 * Where a move puts its item: the container, and its list with the item in it. Null when it names something unknown.
 */
export function place(tree: AnyTree, move: Move): { parent: string; ids: string[] } | null {
  const parent = parentOf(tree, move);
  if (parent === undefined || targetId(move) === move.id) return null;
  const ids = childrenOf(tree, parent).filter((id) => id !== move.id);
  const beside = ids.indexOf(targetId(move));
  const end = ids.findLastIndex((id) => !tree.detached?.has(id)) + 1;
  ids.splice('into' in move ? end : 'before' in move ? beside : beside + 1, 0, move.id);
  return { parent, ids };
}

/** The target that a recorded position stands for today: its first neighbour that is still there. */
export function targetAt(tree: AnyTree, { parent, previous, next }: Position): DropTarget {
  const isThere = (id: string | null): id is string =>
    id !== null && tree.parents.get(id) === parent && !tree.detached?.has(id);
  if (isThere(previous)) return { after: previous };
  return isThere(next) ? { before: next } : { into: parent };
}

/** The target one place up or down for items of one container; null at the ends. */
export function adjacentTarget(tree: AnyTree, ids: readonly string[], direction: 1 | -1): DropTarget | null {
  const parent = tree.parents.get(ids[0] ?? '');
  if (parent === undefined || ids.some((id) => tree.parents.get(id) !== parent)) return null;
  const siblings = childrenOf(tree, parent);
  const at = ids.map((id) => siblings.indexOf(id));
  const neighbour = direction === -1 ? siblings[Math.min(...at) - 1] : siblings[Math.max(...at) + 1];
  if (neighbour === undefined || tree.detached?.has(neighbour)) return null;
  return direction === -1 ? { before: neighbour } : { after: neighbour };
}

/**
 * Several items that move as one: the first goes to the target, each other one directly after it.
 * `ids` must be in the order in which they shall stand.
 */
export function moveSequence(ids: readonly string[], target: DropTarget): Move[] {
  return ids.map((id, index) => {
    const previous = ids[index - 1];
    return previous === undefined ? { id, ...target } : { id, after: previous };
  });
}

/** What a kind of tree says about moves in it. */
export interface MoveRules<Tree extends AnyTree> {
  /** Why a move is not possible, as sentences, where that has nothing to do with the kinds of items. */
  readonly messages: {
    readonly itemGone: string;
    readonly targetGone: string;
    readonly holdsNothing: string;
    readonly insideItself: string;
  };
  /** Why an item may not go into this parent, as a sentence, or null. Item, target and parent are there. */
  check(tree: Tree, move: Move, parent: string): string | null;
  /** What else changes with an item that has come into another container. */
  adaptToParent?(moved: Tree, before: Tree, id: string): Tree;
}

/** Moves in one kind of tree. Each is pure and total. */
export interface Moves<Tree> {
  /** Why a move is not possible, as a sentence, or null when it is. */
  readonly checkMove: (tree: Tree, move: Move) => string | null;
  /** Why a sequence is not possible, or null. Checks each move on what the ones before it leave. */
  readonly checkMoves: (tree: Tree, ids: readonly string[], target: DropTarget) => string | null;
  /** The tree after a move; the same reference when it is denied or changes nothing. Idempotent. */
  readonly applyMove: (tree: Tree, move: Move) => Tree;
  /** The move that brings the item back, given the tree before; null when the item is unknown. */
  readonly invertMove: (before: Tree, move: Move) => Move | null;
}

/** Makes the moves of one kind of tree. */
export function createMoves<Tree extends AnyTree>(rules: MoveRules<Tree>): Moves<Tree> {
  const { messages } = rules;

  const checkMove = (tree: Tree, move: Move): string | null => {
    if (!tree.nodes.has(move.id)) return messages.itemGone;
    const named = targetId(move);
    if (named === move.id) return 'An item can’t be moved next to itself.';
    if (named !== TOP && !tree.nodes.has(named)) return messages.targetGone;
    if ('into' in move && !tree.children.has(named)) return messages.holdsNothing;
    const parent = parentOf(tree, move);
    if (parent === undefined) return messages.targetGone;
    return (
      rules.check(tree, move, parent) ?? (isWithin(tree, parent, move.id) ? messages.insideItself : null)
    );
  };

  const applyMove = (tree: Tree, move: Move): Tree => {
    const from = tree.parents.get(move.id);
    const to = checkMove(tree, move) === null ? place(tree, move) : null;
    if (!to || from === undefined) return tree;
    const siblings = childrenOf(tree, from);
    if (from === to.parent) {
      if (siblings.every((id, index) => id === to.ids[index])) return tree;
      return { ...tree, children: new Map(tree.children).set(from, to.ids) };
    }
    const left = siblings.filter((id) => id !== move.id);
    const children = new Map(tree.children).set(from, left).set(to.parent, to.ids);
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
        // A drag calls this for every row it passes, so results are computed on demand.
        if (index < ids.length - 1) current = applyMove(current, move);
      }
      return null;
    },
    invertMove(before, move) {
      const position = positionOf(before, move.id);
      return position && { id: move.id, ...targetAt(applyMove(before, move), position) };
    },
  };
}
