import { type ReactNode, useDeferredValue } from 'react';
import { RowSpacer } from './row-spacer.tsx';

interface PlainRowsProps {
  count: number;
  /** Maximum number of rendered rows. */
  max: number;
  /** Row height in pixels, for rows not rendered yet. */
  height: number;
  renderRow: (index: number) => ReactNode;
}

/**
 * All rows of a short list: one window's worth at once, the rest deferred, so that navigation paints sooner. A gap
 * reserves their space for scroll restoration.
 */
export function PlainRows({ count, max, height, renderRow }: PlainRowsProps) {
  const shown = Math.min(count, max, useDeferredValue(count, Math.ceil(window.innerHeight / height)));
  return (
    <tbody>
      {Array.from({ length: shown }, (_, index) => renderRow(index))}
      <RowSpacer height={(count - shown) * height} />
    </tbody>
  );
}
