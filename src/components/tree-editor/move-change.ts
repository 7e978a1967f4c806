/** Moves as changes: the kind of change that every tree has. */
import {
  adjacentTarget,
  childrenOf,
  moveSequence,
  positionOf,
  targetAt,
  type DropTarget,
  type Move,
  type Moves,
  type OrderedTree,
  type Position,
} from '#src/lib/ordered-tree.ts';
import { together, type AnyChange } from './change-kinds.ts';

export interface MoveChange {
  readonly type: 'move';
  readonly id: string;
  readonly target: DropTarget;
  readonly from: Position;
  /** For a way back: where it was, which may have other neighbours when it is gone. */
  readonly to?: Position;
}

type AnyTree = OrderedTree<unknown>;

/** The move that a change comes to in a tree. */
export function toMove(tree: AnyTree, { id, target, to }: MoveChange): Move {
  return { id, ...(to && tree.parents.has(id) ? targetAt(tree, to) : target) };
}

/** A move of the shown tree as a change; null when the item is unknown. */
export function moveChange(tree: AnyTree, move: Move): MoveChange | null {
  const from = positionOf(tree, move.id);
  const { id, ...target } = move;
  return from && { type: 'move', id, target, from };
}

/** Several moves as one change: a single one stays itself. */
export function movesChange<Tree extends AnyTree>(
  tree: Tree,
  moves: readonly Move[],
  name: string,
  applyMove: Moves<Tree>['applyMove'],
): AnyChange<MoveChange> | null {
  let current = tree;
  const changes = moves.flatMap((move) => {
    const change = moveChange(current, move);
    current = applyMove(current, move);
    return change ? [change] : [];
  });
  return changes.length === 0 ? null : together(changes, name);
}

/** The way back of a move, given the tree before it and after it. */
export function invertMove(before: AnyTree, after: AnyTree, change: MoveChange): MoveChange {
  const { id } = change;
  const to = positionOf(before, id) ?? change.from;
  return { type: 'move', id, target: targetAt(after, to), from: positionOf(after, id) ?? change.from, to };
}

/** Whether the item still stands between the neighbours that are left of those recorded. */
export function isInPosition(tree: AnyTree, id: string, { parent, previous, next }: Position): boolean {
  if (tree.parents.get(id) !== parent) return false;
  const siblings = childrenOf(tree, parent);
  const at = siblings.indexOf(id);
  const indexOf = (neighbour: string | null) => (neighbour === null ? -1 : siblings.indexOf(neighbour));
  return indexOf(previous) < at && (indexOf(next) === -1 || at < indexOf(next));
}

/** From where items are to go to the change that does it; null when that changes nothing or is not possible. */
export interface MoveChanges<Tree> {
  /** The items go to the target, in the given order. */
  readonly moveTo: (tree: Tree, ids: readonly string[], target: DropTarget) => AnyChange<MoveChange> | null;
  /** The items go one place up or down among their siblings; the outermost stay. */
  readonly moveByOne: (tree: Tree, ids: readonly string[], direction: 1 | -1) => AnyChange<MoveChange> | null;
}

/** @param nameOf what moving several items is called, in the past tense */
export function createMoveChanges<Tree extends AnyTree>(
  { checkMoves, applyMove }: Moves<Tree>,
  nameOf: (tree: Tree, ids: readonly string[], target: DropTarget) => string,
): MoveChanges<Tree> {
  const moveTo: MoveChanges<Tree>['moveTo'] = (tree, ids, target) => {
    if (checkMoves(tree, ids, target) !== null) return null;
    const moves = moveSequence(ids, target);
    const after = moves.reduce((current, move) => applyMove(current, move), tree);
    return after === tree ? null : movesChange(tree, moves, nameOf(tree, ids, target), applyMove);
  };
  return {
    moveTo,
    moveByOne(tree, ids, direction) {
      const target = adjacentTarget(tree, ids, direction);
      return target && moveTo(tree, ids, target);
    },
  };
}
