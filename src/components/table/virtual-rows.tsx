import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useState } from 'react';

interface VirtualRowsProps {
  count: number;
  /** In pixels; every row has the same. */
  height: number;
  columns: number;
  renderRow: (index: number) => ReactNode;
  /** Where the table puts the function that brings a row into sight. */
  onScroller: (scrollTo: (index: number) => void) => void;
}

/** The rows in sight and a few around them; the others are two empty rows of their height. */
export default function VirtualRows({ count, height, columns, renderRow, onScroller }: VirtualRowsProps) {
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
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <tbody
      ref={(body) => {
        if (!body) return;
        setOffset(Math.round(body.getBoundingClientRect().top + window.scrollY));
        onScroller((index) => virtualizer.scrollToIndex(index));
      }}
    >
      <Gap height={before} columns={columns} />
      {items.map(({ index }) => renderRow(index))}
      <Gap height={after} columns={columns} />
    </tbody>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="row-gap" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}
