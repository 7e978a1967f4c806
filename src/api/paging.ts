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
import { createStore } from '#src/lib/store.ts';
import { errorMessage } from './errors.ts';

/** The path of the screen with an incomplete list; null for none. */
export const incompleteAt = createStore<string | null>(null);

function recordIncomplete(): void {
  incompleteAt.set(globalThis.location?.pathname ?? null);
}

/** An upper bound; at 1,000 items per page no list has more. */
export const maxPages = 1000;

export const repeatedPageMessage = 'The server returned the same page twice. This list may be incomplete.';

/** The next page token, `end`, or `repeats` if the server returns nothing new. */
type NextPage = { page: string } | 'end' | 'repeated';

export function nextPage(
  last: ListPage<unknown>,
  previous: ListPage<unknown> | undefined,
  requestedPages: readonly unknown[],
): NextPage {
  const page = last.next?.page;
  // A server that has no next page may say so in several ways.
  if (typeof page !== 'string' || page === '') return 'end';
  const isNew = last.items.length > 0 && !requestedPages.includes(page) && !isSamePage(last, previous);
  return isNew && requestedPages.length < maxPages ? { page } : 'repeated';
}

/** Whether a page has the same items as the previous one. */
export function isSamePage({ items }: ListPage<unknown>, previous: ListPage<unknown> | undefined): boolean {
  return (
    previous?.items.length === items.length &&
    items.every((item, index) => identityOf(item) === identityOf(previous.items[index]))
  );
}

/** Items are identified by id, since all else may change between two responses. */
const identityOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : JSON.stringify(item);

/** `getNextPageParam` of an infinite query. */
export function nextPageParam<Page extends ListPage<unknown>>(
  last: Page,
  all: readonly Page[],
  _lastParam: unknown,
  pageParams: readonly unknown[],
): string | undefined {
  const next = nextPage(last, all.at(-2), pageParams);
  return typeof next === 'object' ? next.page : undefined;
}

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
  Failure,
  Key extends QueryKey,
  Rest extends object,
>(options: UndefinedInitialDataInfiniteOptions<Page, Failure, InfiniteData<Page>, Key, string | Rest>) {
  const { queryFn, initialData: _none, ...rest } = options;
  return infiniteQueryOptions<Page, Failure, InfiniteData<Page>, Key, string | Rest>({
    ...rest,
    // The type also allows `skipToken`; the generated options never use it.
    ...(typeof queryFn === 'function' ? { queryFn } : {}),
    // The generated code takes an object for parameters to add; the first page needs none.
    initialPageParam: {} as Rest,
    getNextPageParam: nextPageParam,
  });
}

/** For a route loader: fetches the first page. A filter change on the open screen is not awaited. */
export async function loadList<Page, Failure, Key extends QueryKey, Param>(
  queryClient: QueryClient,
  options: EnsureInfiniteQueryDataOptions<Page, Failure, Page, Key, Param>,
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
export function useList<Page extends ListPage<unknown>, Failure, Key extends QueryKey, Param>(
  options: UseSuspenseInfiniteQueryOptions<Page, Failure, InfiniteData<Page>, Key, Param>,
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
export function useListTotal<Page extends ListPage<unknown>, Failure, Key extends QueryKey, Param>(
  options: UseSuspenseInfiniteQueryOptions<Page, Failure, InfiniteData<Page>, Key, Param>,
): number | undefined {
  const { data, hasNextPage } = useInfiniteQuery({ ...options, enabled: false });
  // A server that doesn't count is not taken to have no more than was fetched.
  return data && (data.pages[0]?.count === undefined && hasNextPage ? undefined : totalOf(data));
}

/** Whether a list ended because the server repeated a page. */
function endsRepeated({ pages: fetched, pageParams }: InfiniteData<ListPage<unknown>>): boolean {
  const last = fetched.at(-1);
  return last !== undefined && nextPage(last, fetched.at(-2), pageParams) === 'repeated';
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

/** The largest page of the API. */
export const maxPageSize = 1000;

export interface PageQuery {
  limit: number;
  page?: string;
}

interface FetchAllOptions {
  signal?: AbortSignal | undefined;
  /**
   * Called after each page.
   *
   * @param total count of all items, if known
   */
  onProgress?: ((known: number, total: number | undefined) => void) | undefined;
}

/** Fetches all pages of a list. Stops if the server repeats a page and marks the screen as incomplete. */
export async function fetchAllPages<Item>(
  fetchPage: (query: PageQuery) => Promise<ListPage<Item>>,
  { signal, onProgress }: FetchAllOptions = {},
): Promise<Item[]> {
  const items: Item[] = [];
  const requestedPages: (string | undefined)[] = [];
  let previous: ListPage<Item> | undefined;
  let page: string | undefined;
  do {
    signal?.throwIfAborted();
    const fetched = await fetchPage({ limit: maxPageSize, ...(page !== undefined && { page }) });
    requestedPages.push(page);
    if (!isSamePage(fetched, previous)) items.push(...fetched.items);
    onProgress?.(items.length, fetched.count);
    const next = nextPage(fetched, previous, requestedPages);
    if (next === 'repeated') recordIncomplete();
    page = typeof next === 'object' ? next.page : undefined;
    previous = fetched;
  } while (page !== undefined);
  return items;
}
