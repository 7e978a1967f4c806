import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';

/** The number of rows of the measured structure: groups, sections and site spaces. */
const size = 4050;

/** A flat list of rows that can be dragged; a drop moves one row and does nothing else. */
export function StructurePage() {
  const scroller = useRef<HTMLDivElement>(null);
  const dragged = useRef<number | null>(null);
  const [order, setOrder] = useState(() => Array.from({ length: size }, (_, index) => index));
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
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
  return (
    <div ref={scroller} style={{ height: 700, overflow: 'auto' }}>
      <div role="tree" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => {
          const id = order[row.index] ?? 0;
          return (
            <div
              key={id}
              role="treeitem"
              tabIndex={-1}
              draggable
              onDragStart={() => {
                dragged.current = id;
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => drop(id)}
              style={{ position: 'absolute', top: row.start, height: 36, width: '100%' }}
            >
              Row {id}
            </div>
          );
        })}
      </div>
    </div>
  );
}
