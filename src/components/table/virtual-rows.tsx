import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useState } from 'react';
import { RowSpacer } from './row-spacer.tsx';

interface VirtualRowsProps {
  count: number;
  /** In pixels; every row has the same. */
  height: number;
  renderRow: (index: number) => ReactNode;
  /** Where the table puts the function that brings a row into sight. */
  onScroller: (scrollTo: (index: number) => void) => void;
}

/** The rows in sight and a few around them; the others are two empty rows of their height. */
export function VirtualRows({ count, height, renderRow, onScroller }: VirtualRowsProps) {
  const [offset, setOffset] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 16,
    scrollMargin: offset,
    // The header that stays in sight must not cover the row that is scrolled to.
    scrollPaddingStart: 100,
    scrollPaddingEnd: 24,
  });
  onScroller((index) => virtualizer.scrollToIndex(index));

  /** Keeps to how far below the page's top the rows begin, which changes with what stands above them. */
  const measure = useCallback((body: HTMLElement | null) => {
    if (!body) return undefined;
    const update = () => setOffset(Math.round(body.getBoundingClientRect().top + window.scrollY));
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

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
