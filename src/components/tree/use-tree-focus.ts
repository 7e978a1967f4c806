import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import {
  ancestorsOf,
  moveFocus,
  rowIndex,
  type TreeRow,
  type TreeSource,
  type TreeState,
} from './tree-state.ts';
import type { TreeProps } from './tree.tsx';

type FocusOptions = Pick<TreeProps<unknown>, 'state' | 'scrollsPage'> & {
  items: TreeSource;
};

/** The active row, and functions that move the focus. `activeIndex` is -1 if the active row was removed. */
export function useTreeFocus(
  { items, state, scrollsPage = false }: FocusOptions,
  tree: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  active: TreeState['active'],
) {
  const activeIndex = rowIndex(rows, active);
  const lastIndex = useRef(0);
  if (activeIndex !== -1) lastIndex.current = activeIndex;
  return {
    activeIndex,
    /**
     * If the active row was deleted or collapsed, activates its closest visible ancestor, else the row at its
     * index.
     */
    ensureActiveRow: () => {
      if (activeIndex !== -1) return;
      const above = active === null ? null : ancestorsOf(items, active);
      const visibleAncestor = above?.findLast((ancestor) => rowIndex(rows, ancestor) !== -1);
      const next = visibleAncestor ?? rows[Math.min(lastIndex.current, rows.length - 1)]?.id;
      if (next !== undefined) state.set((current) => moveFocus(current, next));
    },
    /** Focuses the rename field, if any, else the tree. */
    focusTree: () => {
      flushSync(() => undefined);
      (tree.current?.querySelector('input') ?? tree.current)?.focus({ preventScroll: scrollsPage });
    },
  };
}
