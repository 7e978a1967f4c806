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

/** What every list operation answers. */
export interface ListPage<Item> {
  items: Item[];
  /** Absent on the last page. */
  next?: { page: string };
  /** How many there are in all that match. */
  count?: number;
}

/**
 * Completes the generated options of a list with how its pages follow each other. Loader and component share the
 * result: `loadList(queryClient, pages(…), cause)` and `useList(pages(…))`.
 *
 * @example const membersOf = (path, query) => pages(listMembersInfiniteOptions({ path, query }));
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
    // The generated options always have a function here; their type also allows what says "do not ask".
    ...(typeof queryFn === 'function' ? { queryFn } : {}),
    // The generated code takes an object for parameters to add; the first page needs none.
    initialPageParam: {} as Rest,
    getNextPageParam: nextPageParam,
  });
}

/**
 * For the loader of a screen: fetches the first page of its list. Another filter of a screen that is open already is not
 * waited for: the address changes at once, the rows come when they are there.
 */
export async function loadList<Page, Refusal, Key extends QueryKey, Param>(
  queryClient: QueryClient,
  options: EnsureInfiniteQueryDataOptions<Page, Refusal, Page, Key, Param>,
  cause: 'preload' | 'enter' | 'stay',
): Promise<void> {
  const rows = queryClient.ensureInfiniteQueryData(options);
  if (cause === 'stay') rows.catch(() => undefined);
  else await rows;
}

/** A list as a screen uses it. */
export interface List<Item> {
  /** What has been fetched so far, in the server's order. */
  items: Item[];
  /** How many there are in all; what has been fetched, where the server does not tell. */
  total: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Why the next page could not be fetched, as a sentence. It is asked for again by nobody but a person. */
  failure?: string | undefined;
  /** Why the list may not be whole although there is no more to fetch, as a sentence. */
  note?: string | undefined;
  /** Fetches the next page, unless that is under way or there is none. */
  loadMore: () => void;
}

/** A list that is there in full. */
export function completeList<Item>(items: readonly Item[]): List<Item> {
  return { items: [...items], total: items.length, hasMore: false, isLoadingMore: false, loadMore: () => {} };
}

/** Reads a list whose first page the route's loader has fetched. */
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

/** How many a list has in all, as far as an answer that is there already tells; it asks for nothing by itself. */
export function useListTotal<Page extends ListPage<unknown>, Refusal, Key extends QueryKey, Param>(
  options: UseSuspenseInfiniteQueryOptions<Page, Refusal, InfiniteData<Page>, Key, Param>,
): number | undefined {
  const { data } = useInfiniteQuery({ ...options, enabled: false });
  return data && totalOf(data);
}

/** Whether a list ended only because the server repeated a page. */
function endsRepeated({ pages: fetched, pageParams }: InfiniteData<ListPage<unknown>>): boolean {
  const last = fetched.at(-1);
  return last !== undefined && nextPage(last, fetched.at(-2), pageParams) === 'repeats';
}

/** The items of all pages; a page that the server repeats counts once. */
function itemsOf<Page extends ListPage<unknown>>({
  pages: fetched,
}: InfiniteData<Page>): Page['items'][number][] {
  return fetched.flatMap((page, index) => (isSamePage(page, fetched[index - 1]) ? [] : page.items));
}

function totalOf(data: InfiniteData<ListPage<unknown>>): number {
  return data.pages[0]?.count ?? itemsOf(data).length;
}
