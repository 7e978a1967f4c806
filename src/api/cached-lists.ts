import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ListPage } from './paging.ts';
import { matchesTarget, type InvalidationTarget } from './queries.ts';

/** A cached list: all pages, or the single page of a picker. */
type CachedList<Item> = InfiniteData<ListPage<Item>> | ListPage<Item>;

/**
 * Updates items in every cached copy of a list, so that a saved change shows without refetching all pages. Filters and
 * order stay until the next fetch, so rows don't vanish under the pointer.
 */
export function updateCachedLists<Item>(
  queryClient: QueryClient,
  list: InvalidationTarget,
  change: (item: Item) => Item | null,
): void {
  queryClient.setQueriesData<CachedList<Item>>(
    { predicate: ({ queryKey }) => matchesTarget(list, queryKey) },
    (cached) => cached && updateCachedItems(cached, change),
  );
}

/** The list with updated items and an adjusted count. */
export function updateCachedItems<Item>(
  cached: CachedList<Item>,
  change: (item: Item) => Item | null,
): CachedList<Item> {
  const pages = 'pages' in cached ? cached.pages : [cached];
  const changed = pages.map((page) => page.items.map(change));
  const gone = changed.flat().filter((item) => item === null).length;
  const toPage = (page: ListPage<Item>, index: number): ListPage<Item> => ({
    ...page,
    items: (changed[index] ?? []).filter((item) => item !== null),
    ...(page.count === undefined ? {} : { count: Math.max(0, page.count - gone) }),
  });
  return 'pages' in cached ? { ...cached, pages: cached.pages.map(toPage) } : toPage(cached, 0);
}
