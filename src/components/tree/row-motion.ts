import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TreeDrag } from './tree-drag.ts';
import type { VirtualRow } from './use-virtual-rows.ts';

/** As `--motion`. */
const DURATION_MS = 120;

/**
 * Slides rows that were rendered before and after a change of `rows` to their new place. Dropped rows are where they
 * were put at once, and nothing moves during a drag.
 */
export function useRowMotion(
  tree: RefObject<HTMLElement | null>,
  rows: unknown,
  virtualRows: readonly VirtualRow[],
  drag: TreeDrag,
): void {
  const last = useRef({ rows, tops: new Map<string, number>() });
  useLayoutEffect(() => {
    const before = last.current;
    const tops = new Map(virtualRows.map(({ row, top }) => [row.id, top]));
    last.current = { rows, tops };
    if (before.rows === rows) return;
    const dropped = drag.takeDropped();
    if (drag.state.get() || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const row of tree.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const id = row.dataset.row ?? '';
      const [from, to] = [before.tops.get(id), tops.get(id)];
      if (from === undefined || to === undefined || from === to || dropped.includes(id)) continue;
      const transform = [`translateY(${from - to}px)`, 'none'];
      row.animate({ transform }, { duration: DURATION_MS, easing: 'ease-out' });
    }
  });
}
