import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import type { CapturedScreen } from './screen.tsx';

/** The number of rows of the measured structure: groups, sections and site spaces. */
const size = 4050;
const rowHeight = 36;

/** Rows that can be dragged; a drop moves one row and does nothing else. There are as many as in the structure. */
export function TreeRows({ screen: { forms, rows } }: { screen: CapturedScreen }): ReactNode {
  const dragged = useRef<number | null>(null);
  const [order, setOrder] = useState(() => Array.from({ length: size }, (_, index) => index));
  const shown = useVirtualizer({
    count: order.length,
    getScrollElement: () => document.querySelector('[role="tree"]'),
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const drop = (target: number): void => {
    const moved = dragged.current;
    if (moved === null) return;
    setOrder((before) => {
      const rest = before.filter((id) => id !== moved);
      return rest.toSpliced(rest.indexOf(target), 0, moved);
    });
  };
  return shown.getVirtualItems().map(({ index, start }) => {
    const id = order[index] ?? 0;
    const [form, texts] = rows[id % rows.length] ?? [0, []];
    return forms[form]?.(texts, id, {
      style: {
        transform: `translateY(${start}px)`,
        height: rowHeight,
        '--tree-indent': '20px',
        '--tree-step': '20px',
      },
      draggable: true,
      onDragStart: () => {
        dragged.current = id;
      },
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: () => drop(id),
    });
  });
}
