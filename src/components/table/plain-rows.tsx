import { type ReactNode, useDeferredValue } from 'react';
import { RowSpacer } from './row-spacer.tsx';

interface PlainRowsProps {
  count: number;
  /** How many are rendered at the most. */
  max: number;
  /** In pixels; what the rows that are still to come take. */
  height: number;
  renderRow: (index: number) => ReactNode;
}

/**
 * All rows of a short list: as many as a window has room for at once, the others a moment later, so that a change of
 * screen shows something after half of the work. Until then a gap keeps their place, for whoever comes back scrolled down.
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
