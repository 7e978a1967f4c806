import {
  type AnyChange,
  type ChangeKind,
  createMoveTo,
  invertMove,
  type MoveChange,
  toMove,
} from '#src/components/tree-editor/changes.ts';
import { type ContentTree, contentMoves } from '../content-tree.ts';
import { contentLabels } from '../labels.ts';
import { moveRequest, type ContentRequest } from '../requests.ts';
import type { RenameChange } from './rename.ts';

const { applyMove, checkMove } = contentMoves;

/** Every change of the content tree. */
export type ContentChange = AnyChange<MoveChange | RenameChange>;

export type ContentChangeKind<Own> = ChangeKind<ContentTree, Own, ContentChange, ContentRequest, void>;

export const moveTo = createMoveTo(contentMoves, contentLabels.describeMoved);

export const moveKind: ContentChangeKind<MoveChange> = {
  check(tree, change, isPast) {
    const { id, from } = change;
    const isElsewhere = tree.nodes.has(id) && tree.parents.get(id) !== from.parent;
    if (isPast && isElsewhere) return `“${tree.nodes.get(id)?.title}” was moved by someone else.`;
    return checkMove(tree, toMove(tree, change));
  },
  plan(tree, change) {
    const next = toMove(tree, change);
    if (applyMove(tree, next) === tree) return [];
    return [{ request: moveRequest(tree, next), apply: (current) => applyMove(current, next) }];
  },
  apply: (tree, change) => applyMove(tree, toMove(tree, change)),
  invert: (before, change) => invertMove(before, applyMove(before, toMove(before, change)), change),
  describe: (tree, { id, target }) => contentLabels.describeMoved(tree, [id], target),
};
