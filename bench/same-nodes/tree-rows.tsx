import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { CapturedScreen } from './screen.tsx';

/** The number of rows of the measured structure: groups, sections and site spaces. */
const size = 4050;
const rowHeight = 36;

/** Rows that can be dragged; a drop moves one row and does nothing else. There are as many as in the structure. */
export function TreeRows({ screen: { forms, rows } }: { screen: CapturedScreen }): ReactNode {
  const dragged = useRef<number | null>(null);
  const showMarksRef = useRef<(top: number | null) => void>(() => undefined);
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
    showMarksRef.current(null);
    setOrder((before) => {
      const rest = before.filter((id) => id !== moved);
      return rest.toSpliced(rest.indexOf(target), 0, moved);
    });
  };
  const items = shown.getVirtualItems().map(({ index, start }) => {
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
        showMarksRef.current(start);
      },
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: () => drop(id),
    });
  });
  return (
    <>
      {items}
      <DragMarks showRef={showMarksRef} />
    </>
  );
}

/** What the console adds while something is dragged: a line between the rows and a box beside the pointer. */
function DragMarks({ showRef }: { showRef: RefObject<(top: number | null) => void> }): ReactNode {
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    showRef.current = setTop;
  }, [showRef]);
  if (top === null) return null;
  return (
    <>
      <div className="drop-line" style={{ top, left: 40 }} />
      {createPortal(
        <div aria-hidden="true" className="drag-ghost" style={{ transform: 'translate(400px, 300px)' }}>
          <div className="truncate font-medium">One section</div>
          <div className="flex items-start gap-1.5 text-ink-soft">
            <svg className="mt-0.5 size-3.5 shrink-0" viewBox="0 0 24 24">
              <path d="m15 10 5 5-5 5" />
              <path d="M4 4v7a4 4 0 0 0 4 4h12" />
            </svg>
            <span className="text-xs text-pretty">Before another section</span>
          </div>
        </div>,
        document.body,
      )}
    </>
  );
}
