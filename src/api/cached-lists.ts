import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ListPage } from './paging.ts';
import { matchesTarget, type InvalidationTarget } from './queries.ts';

/** A list as the cache holds it: page by page, or the one page that a picker asked for. */
type CachedList<Item> = InfiniteData<ListPage<Item>> | ListPage<Item>;

/**
 * Changes items of a list wherever the cache holds it, so that a change that the server has accepted is shown without
 * fetching every loaded page anew. Filters and order are left alone: a row does not vanish under the pointer because
 * it no longer matches; the next fetch takes care of that.
 *
 * @param change gives the changed item, the very same one where it is not meant, or null where it is gone
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

/** The same list with changed items; what was counted with the list is counted down by those that are gone. */
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
