import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { fetchPage } from './fetch-page.ts';

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
