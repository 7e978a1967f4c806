import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { usePageOffset } from '#src/ui/browser/use-page-offset.ts';
import type { TreeMeasure } from './tree-drag.ts';
import { MAX_STICKY, type TreeRow } from './tree-state.ts';
import type { TreeProps } from './tree.tsx';

/** Sizes of a tree. */
export interface TreeLayout {
  measure: TreeMeasure;
  /** Height of the column headers, in pixels. */
  aboveRows: number;
  /** The page scrolls instead of the tree. */
  scrollsPage: boolean;
}

/** A rendered row, its index and its distance from the first row, in pixels. */
export interface VirtualRow {
  readonly index: number;
  readonly row: TreeRow;
  readonly top: number;
}

const FINE: TreeMeasure = { rowHeight: 36, indent: 20 };
const COARSE: TreeMeasure = { rowHeight: 48, indent: 18 };
/** The parts of a scrolling page that bars cover, in pixels. */
export const COVERED = { start: 104, end: 72 };
const HEADERS_HEIGHT = 36;

type LayoutOptions = Pick<TreeProps<never>, 'columnHeaders' | 'scrollsPage' | 'rowHeight'>;

/** The sizes of a tree for the pointer and the window at its first render. */
export function useTreeLayout({ columnHeaders, scrollsPage = false, rowHeight }: LayoutOptions): TreeLayout {
  // As in `.tree-toggle`: room for fingers, and for texts below each other.
  const [isRoomy] = useState(() => matchMedia('(pointer: coarse), (width < 48rem)').matches);
  const measure = { ...(isRoomy ? COARSE : FINE), ...(rowHeight && { rowHeight }) };
  return { measure, aboveRows: columnHeaders === undefined ? 0 : HEADERS_HEIGHT, scrollsPage };
}

interface VirtualRowsOptions {
  rows: readonly TreeRow[];
  activeIndex: number;
  layout: TreeLayout;
  tree: RefObject<HTMLElement | null>;
}

/** The rows in sight and the active row; scrolled by the tree or by the page. */
export function useVirtualRows({ rows, activeIndex, layout, tree }: VirtualRowsOptions) {
  const { measure, aboveRows, scrollsPage } = layout;
  // Rows below containers that stay in sight.
  const depth = useMemo(() => rows.reduce((deepest, { level }) => Math.max(deepest, level), 1), [rows]);
  const stickyHeight = Math.min(MAX_STICKY, depth - 1) * measure.rowHeight;
  const [offset, measureOffset] = usePageOffset();
  const sizes = {
    count: rows.length,
    estimateSize: () => measure.rowHeight,
    overscan: 6,
    // Keep the active row mounted, or assistive technology loses it when scrolled out.
    rangeExtractor: (range: Range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      return activeIndex === -1 || visibleIndexes.includes(activeIndex)
        ? visibleIndexes
        : [...visibleIndexes, activeIndex].toSorted((a, b) => a - b);
    },
  };
  const inTree = useVirtualizer({
    ...sizes,
    enabled: !scrollsPage,
    getScrollElement: () => tree.current,
    initialOffset: () => Math.max(0, activeIndex - 4) * measure.rowHeight,
    scrollMargin: aboveRows,
    scrollPaddingStart: aboveRows + stickyHeight,
  });
  const inPage = useWindowVirtualizer({
    ...sizes,
    enabled: scrollsPage,
    scrollMargin: offset,
    scrollPaddingStart: COVERED.start + stickyHeight,
    scrollPaddingEnd: COVERED.end,
  });
  const scroller = scrollsPage ? inPage : inTree;
  const virtualRows = scroller.getVirtualItems().flatMap(({ index, start }): VirtualRow[] => {
    const row = rows[index];
    return row ? [{ index, row, top: start - (scrollsPage ? offset : aboveRows) }] : [];
  });
  const scrolled = scroller.scrollOffset ?? 0;
  const top = scrollsPage ? scrolled + COVERED.start - offset : scrolled;
  const firstVisible = Math.max(0, Math.floor(top / measure.rowHeight));
  const isPlaced = offset > 0;
  useEffect(() => {
    // In a tree with its own scroll area, the active row is the initial offset.
    if (scrollsPage && isPlaced && activeIndex !== -1) scroller.scrollToIndex(activeIndex);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the position is known
  }, [isPlaced]);
  /** `measureRows` is the ref of the element around the rows. */
  return { virtualRows, firstVisible, scroller, measureRows: scrollsPage ? measureOffset : undefined };
}
