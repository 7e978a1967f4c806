import { useInfiniteQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import type { CapturedScreen } from './screen.tsx';

const rowHeight = 44;

/** Pages are fetched when fewer rows than these are left below those in sight. */
const margin = 60;

/**
 * A list that is scrolled: the captured rows again and again, as many as the pages fetched so far have. Those in sight are in
 * the document, with gaps for the others, like the console's.
 */
export function LongListRows({ screen: { forms, rows, requests } }: { screen: CapturedScreen }): ReactNode {
  const url = requests.find((each) => each.includes('limit=')) ?? '';
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['pages', url],
    queryFn: async () => (await fetch(url)).json(),
    initialPageParam: 0,
    getNextPageParam: (_last, all) => all.length,
  });
  const count = rows.length * Math.max(1, data?.pages.length ?? 0);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const { top } = document.querySelector('tbody')?.getBoundingClientRect() ?? { top: 0 };
    setOffset(Math.round(top + window.scrollY));
  }, []);
  const shown = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: offset,
  });
  const items = shown.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const needsPage = hasNextPage && !isFetching && last > count - margin;
  useEffect(() => {
    if (needsPage) void fetchNextPage();
  }, [needsPage, fetchNextPage]);
  const first = items[0]?.index ?? 0;
  return (
    <>
      <Gap rows={first} />
      {items.map(({ index }) => {
        const [form, texts] = rows[index % rows.length] ?? [0, []];
        return forms[form]?.(texts, index);
      })}
      <Gap rows={count - last - 1} />
    </>
  );
}

function Gap({ rows }: { rows: number }): ReactNode {
  return rows > 0 && <tr aria-hidden="true" className="row-gap" style={{ height: rows * rowHeight }} />;
}
