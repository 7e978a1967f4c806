import {
  infiniteQueryOptions,
  type EnsureInfiniteQueryDataOptions,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  useInfiniteQuery,
  useSuspenseInfiniteQuery,
  type UseSuspenseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorMessage } from './errors.ts';
import { isSamePage, nextPage, nextPageParam, repeatedPageMessage } from './next-page.ts';

/** The response of every list operation. */
export interface ListPage<Item> {
  items: Item[];
  next?: { page: string };
  /** Total number of matches. */
  count?: number;
}

/**
 * Adds pagination to the generated options of a list. Loader and component share the result: `loadList(queryClient,
 * pagedOptions(…), cause)` and `useList(pagedOptions(…))`.
 */
export function pagedOptions<
  Page extends ListPage<unknown>,
  Refusal,
  Key extends QueryKey,
  Rest extends object,
>(options: UndefinedInitialDataInfiniteOptions<Page, Refusal, InfiniteData<Page>, Key, string | Rest>) {
  const { queryFn, initialData: _none, ...rest } = options;
  return infiniteQueryOptions<Page, Refusal, InfiniteData<Page>, Key, string | Rest>({
    ...rest,
    // The type also allows `skipToken`; the generated options never use it.
    ...(typeof queryFn === 'function' ? { queryFn } : {}),
    // The generated code takes an object for parameters to add; the first page needs none.
    initialPageParam: {} as Rest,
    getNextPageParam: nextPageParam,
  });
}

/** For a route loader: fetches the first page. A filter change on the open screen is not awaited. */
export async function loadList<Page, Refusal, Key extends QueryKey, Param>(
  queryClient: QueryClient,
  options: EnsureInfiniteQueryDataOptions<Page, Refusal, Page, Key, Param>,
  cause: 'preload' | 'enter' | 'stay',
): Promise<void> {
  const rows = queryClient.ensureInfiniteQueryData(options);
  if (cause === 'stay') rows.catch(() => undefined);
  else await rows;
}

export interface List<Item> {
  /** The items loaded so far, in the server's order. */
  items: Item[];
  /** Total count; the number loaded if the server doesn't say. */
  total: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Why loading the next page failed. Retried by the user only. */
  failure?: string | undefined;
  /** Why the list may be incomplete. */
  note?: string | undefined;
  /** Loads the next page unless it is loading or there is none. */
  loadMore: () => void;
}

/** A list that is already complete. */
export function completeList<Item>(items: readonly Item[]): List<Item> {
  return { items: [...items], total: items.length, hasMore: false, isLoadingMore: false, loadMore: () => {} };
}

/** The list whose first page the route loader fetched. */
export function useList<Page extends ListPage<unknown>, Refusal, Key extends QueryKey, Param>(
  options: UseSuspenseInfiniteQueryOptions<Page, Refusal, InfiniteData<Page>, Key, Param>,
): List<Page['items'][number]> {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(options);
  const items = useMemo(() => itemsOf(data), [data]);
  return {
    items,
    total: totalOf(data),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    failure: isFetchNextPageError ? errorMessage(error) : undefined,
    note: endsRepeated(data) ? repeatedPageMessage : undefined,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
  };
}

/** The cached total of a list; sends no request. */
export function useListTotal<Page extends ListPage<unknown>, Refusal, Key extends QueryKey, Param>(
  options: UseSuspenseInfiniteQueryOptions<Page, Refusal, InfiniteData<Page>, Key, Param>,
): number | undefined {
  const { data } = useInfiniteQuery({ ...options, enabled: false });
  return data && totalOf(data);
}

/** Whether a list ended because the server repeated a page. */
function endsRepeated({ pages: fetched, pageParams }: InfiniteData<ListPage<unknown>>): boolean {
  const last = fetched.at(-1);
  return last !== undefined && nextPage(last, fetched.at(-2), pageParams) === 'repeats';
}

/** The items of all pages, without repeated pages. */
function itemsOf<Page extends ListPage<unknown>>({
  pages: fetched,
}: InfiniteData<Page>): Page['items'][number][] {
  return fetched.flatMap((page, index) => (isSamePage(page, fetched[index - 1]) ? [] : page.items));
}

function totalOf(data: InfiniteData<ListPage<unknown>>): number {
  return data.pages[0]?.count ?? itemsOf(data).length;
}
