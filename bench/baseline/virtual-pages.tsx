import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { fetchPage } from './list.tsx';

/**
 * Ten thousand rows, of which only the visible ones are in the document; pages of a hundred are fetched while
 * scrolling.
 */
export function LongListPage() {
  const scroller = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery({
    queryKey: ['long-list'],
    queryFn: ({ pageParam }) => fetchPage(`members?limit=100${pageParam && `&page=${pageParam}`}`),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40,
    overscan: 8,
  });
  const loadMore = (): void => {
    const nearEnd = (rows.getVirtualItems().at(-1)?.index ?? 0) > items.length - 60;
    if (nearEnd && pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
  };
  return (
    <div ref={scroller} data-scroller onScroll={loadMore} style={{ height: 700, overflow: 'auto' }}>
      <div role="table" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => (
          <div key={row.key} role="row" style={{ position: 'absolute', top: row.start, height: 40 }}>
            {items[row.index]?.title} {items[row.index]?.details.join(' ')}
          </div>
        ))}
      </div>
    </div>
  );
}

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
    <div ref={scroller} data-scroller style={{ height: 700, overflow: 'auto' }}>
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
