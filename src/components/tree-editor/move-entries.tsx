import { ArrowDown, ArrowUp, CornerDownRight } from 'lucide-react';
import { adjacentTarget, type OrderedTree } from '#src/lib/ordered-tree.ts';
import type { MenuAction } from '#src/ui/menu.ts';
import type { TreeEditor } from './use-tree-editor.ts';

interface MoveEntriesOptions {
  editor: Pick<TreeEditor<unknown, OrderedTree<unknown>, never>, 'tree' | 'moveByOne'>;
  ids: readonly string[];
  /** Why the items can't be moved at all. */
  disabledReason: string | null | undefined;
  onMoveTo: () => void;
}

/** Menu entries that move items: up, down and "Move to…". */
export function moveEntries(options: MoveEntriesOptions): Record<'up' | 'down' | 'to', MenuAction> {
  const { editor, ids, disabledReason } = options;
  const isOutermost = (direction: 1 | -1) => adjacentTarget(editor.tree, ids, direction) === null;
  return {
    up: {
      label: 'Move up',
      icon: <ArrowUp />,
      keys: 'alt+arrowup',
      disabledReason: disabledReason ?? (isOutermost(-1) && 'Already first.'),
      onSelect: () => editor.moveByOne(ids, -1),
    },
    down: {
      label: 'Move down',
      icon: <ArrowDown />,
      keys: 'alt+arrowdown',
      disabledReason: disabledReason ?? (isOutermost(1) && 'Already last.'),
      onSelect: () => editor.moveByOne(ids, 1),
    },
    to: { label: 'Move to…', icon: <CornerDownRight />, disabledReason, onSelect: options.onMoveTo },
  };
}
