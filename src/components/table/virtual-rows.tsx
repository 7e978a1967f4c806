import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { usePageOffset } from '#src/ui/browser/use-page-offset.ts';
import { RowSpacer } from './table-rows.tsx';

interface VirtualRowsProps {
  count: number;
  /** In pixels; every row has the same. */
  height: number;
  renderRow: (index: number) => ReactNode;
  /** Receives a function that scrolls to a row. */
  onScroller: (scrollTo: (index: number) => void) => void;
}

/** The visible rows plus overscan; spacers stand for the others. */
export function VirtualRows({ count, height, renderRow, onScroller }: VirtualRowsProps) {
  const [offset, measure] = usePageOffset();
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: offset,
    // The sticky header must not cover the target row.
    scrollPaddingStart: 100,
    scrollPaddingEnd: 24,
  });
  onScroller((index) => virtualizer.scrollToIndex(index));

  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <tbody ref={measure}>
      <RowSpacer height={before} />
      {items.map(({ index }) => renderRow(index))}
      <RowSpacer height={after} />
    </tbody>
  );
}
