import { withItem } from '#src/lib/ordered-tree.ts';
import type { ContentTree } from '../content-tree.ts';
import { renameRequest } from '../requests.ts';
import type { ContentChangeKind } from './move.ts';

export interface RenameChange {
  readonly type: 'rename';
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

function withTitle(tree: ContentTree, id: string, title: string): ContentTree {
  const item = tree.nodes.get(id);
  return !item || item.title === title ? tree : withItem(tree, { ...item, title });
}

/** Renames an item; null if the title is unchanged. */
export function renameTo(item: { id: string; title: string }, title: string): RenameChange | null {
  if (title === '' || title === item.title) return null;
  return { type: 'rename', id: item.id, from: item.title, to: title };
}

export const renameKind: ContentChangeKind<RenameChange> = {
  check: (tree, { id }) => (tree.nodes.has(id) ? null : 'This item no longer exists.'),
  plan: (tree, { id, to }) => [
    { request: renameRequest(tree, id, to), apply: (current) => withTitle(current, id, to) },
  ],
  apply: (tree, { id, to }) => withTitle(tree, id, to),
  invert: (_before, { type, id, from, to }) => ({ type, id, from: to, to: from }),
  describe: (_tree, { from, to }) => `Renamed “${from}” to “${to}”`,
};
