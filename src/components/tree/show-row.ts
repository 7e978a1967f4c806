import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useReducer, useRef } from 'react';
import type { Store } from '#src/lib/store.ts';
import {
  ancestorsOf,
  rowIndex,
  setOpen,
  type TreeRow,
  type TreeSource,
  type TreeState,
} from './tree-state.ts';

/** The element that scrolls the rows: the tree or the page. */
type RowScroller = Pick<
  Virtualizer<Element, Element>,
  'measurementsCache' | 'scrollOffset' | 'scrollRect'
> & {
  readonly options: { readonly scrollPaddingStart: number; readonly scrollPaddingEnd: number };
  scrollToIndex(index: number): void;
};

interface ShowRowOptions {
  items: TreeSource;
  rows: readonly TreeRow[];
  state: Store<TreeState>;
  scroller: RowScroller;
}

/**
 * A function that opens what an item is in and scrolls to its row. It may be called before the item is where it is to
 * be shown, or even there: that takes place once the row is rendered.
 */
export function useShowRow({ items, rows, state, scroller }: ShowRowOptions): (id: string) => void {
  const pendingId = useRef<string | null>(null);
  const [, render] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const id = pendingId.current;
    if (id === null) return;
    const index = rowIndex(rows, id);
    if (index === -1) {
      const above = ancestorsOf(items, id);
      if (above) state.set((current) => setOpen(current, above, true));
      return;
    }
    pendingId.current = null;
    if (!isInSight(scroller, index)) scroller.scrollToIndex(index);
  });
  return (id) => {
    pendingId.current = id;
    render();
  };
}

/** As of the last frame: to ask for the position now would make the browser compute the layout before it has to. */
function isInSight(
  { measurementsCache, scrollOffset, scrollRect, options }: RowScroller,
  index: number,
): boolean {
  const row = measurementsCache[index];
  if (!row || scrollOffset === null || !scrollRect) return false;
  const top = scrollOffset + options.scrollPaddingStart;
  return row.start >= top && row.end <= scrollOffset + scrollRect.height - options.scrollPaddingEnd;
}
