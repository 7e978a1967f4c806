import {
  type FetchQueryOptions,
  type Query,
  QueryClient,
  type QueryKey,
  type DefaultError,
  QueryObserver,
  type MutationKey,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
  type InfiniteData,
} from '@tanstack/react-query';
import type * as sdk from '#api/generated/sdk.gen.ts';
import { createStore } from '#src/lib/store.ts';
import { ApiError, isTransient } from './errors.ts';
import { streamState } from './event-stream/stream-state.ts';
import { recordUnsupported } from './extensions.ts';
import type { ListPage } from './paging.ts';

/** Whether the response for the current input is pending; until then the previous data is shown. */
export const isAwaitingResponse = (query: { isPending: boolean; isPlaceholderData: boolean }): boolean =>
  query.isPending || query.isPlaceholderData;

/**
 * A query client that retains requests awaited by loaders. A request is canceled when its last component unmounts, but
 * a loader of the next screen may wait for it; an observer keeps it alive until the response.
 */
export class RetainingQueryClient extends QueryClient {
  override fetchQuery<
    Result,
    Failure = DefaultError,
    Data = Result,
    Key extends QueryKey = QueryKey,
    Param = never,
  >(options: FetchQueryOptions<Result, Failure, Data, Key, Param>): Promise<Data> {
    const result = super.fetchQuery(options);
    const query = this.getQueryCache().find({ queryKey: options.queryKey });
    if (!query || query.state.fetchStatus === 'idle') return result;
    // Not enabled: it sends nothing itself.
    const observer = new QueryObserver(this, { ...query.options, queryKey: query.queryKey, enabled: false });
    return result.finally(observer.subscribe(() => undefined));
  }
}

/** Whether the stream of the organization says when a query is outdated; none as long as there is no stream. */
export const followedQueries = createStore<(queryKey: QueryKey) => boolean>(() => false);

/** For a query that is read again at intervals where the server has no stream. */
export const intervalWithoutStream = (milliseconds: number): number | false =>
  streamState.get() === 'starting' || streamState.get() === 'missing' ? milliseconds : false;

/** The id of an operation of the contract: `listMembers`, `moveSiteSection`. */
export type OperationId = Exclude<keyof typeof sdk, 'Options'>;

/** Which cached responses to invalidate: all of an operation, or those with these path parameters. */
export type InvalidationTarget = OperationId | { operation: OperationId; path: Record<string, string> };

export function createQueryClient(): QueryClient {
  return new RetainingQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        gcTime: 5 * 60_000,
        // Offline, show an error page with a retry at once instead of an endless skeleton.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: ({ queryKey, state }) =>
          state.isInvalidated || !followedQueries.get()(queryKey),
        retry: (failures, error) => failures < maxRetries(error),
        retryDelay: (failures, error) => retryDelay(failures, error),
      },
      // Changes are sent once: one that is sent later by surprise is worse than a failed one.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** A longer wait shows an error with “Try again” instead. */
const maxWaitSeconds = 120;

/** How often a failed read is sent again: never earlier than the server allows. */
export function maxRetries(error: unknown): number {
  if (!(error instanceof ApiError) || (error.retryAfter ?? 0) > maxWaitSeconds) return 0;
  if (isTransient(error)) return 2;
  // Rarely the server's state, mostly its defect: one more attempt, then the error.
  return error.status === 500 ? 1 : 0;
}

/** Milliseconds before a retry: as long as Retry-After says, else exponential backoff. */
export function retryDelay(failures: number, error: unknown): number {
  const requestedSeconds = error instanceof ApiError ? error.retryAfter : null;
  if (requestedSeconds !== null) return requestedSeconds * 1000;
  // Waiting doesn't mend a defect, and keeps the error from the person.
  if (error instanceof ApiError && error.status === 500) return 300;
  return Math.min(1000 * 2 ** failures, 8000);
}

/** Fetches fresh data, ignoring the cache, without retries. */
export function fetchFresh<Result, Failure, Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<Result, Failure, Data, Key>,
): Promise<Data> {
  return queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
}

/** Whether a query key matches a target. */
export function matchesTarget(refresh: InvalidationTarget, queryKey: readonly unknown[]): boolean {
  const target = typeof refresh === 'string' ? { operation: refresh, path: {} } : refresh;
  const [first] = queryKey;
  if (typeof first !== 'object' || first === null || !('_id' in first) || first._id !== target.operation)
    return false;
  const path: unknown = 'path' in first ? first.path : undefined;
  const members = new Map<string, unknown>(
    typeof path === 'object' && path !== null ? Object.entries(path) : [],
  );
  return Object.entries(target.path).every(([name, value]) => members.get(name) === value);
}

/** Invalidates queries and refetches the active ones. */
export function invalidate(
  queryClient: QueryClient,
  ...changed: readonly InvalidationTarget[]
): Promise<void> {
  const predicate = (query: Query) => changed.some((target) => matchesTarget(target, query.queryKey));
  return queryClient.invalidateQueries({ predicate });
}

export interface ApiMutationOptions<Result, Variables> {
  /** The queries that the change makes stale. Required; `[]` if none. */
  invalidates: readonly InvalidationTarget[] | ((variables: Variables) => readonly InvalidationTarget[]);
  /** Identifies related changes, to observe them while pending. */
  mutationKey?: MutationKey;
  /** Changes of one scope are sent in sequence. */
  scope?: { id: string };
  /** Runs when the change is submitted, before any queue. */
  onMutate?: (variables: Variables, queryClient: QueryClient) => void;
  /** Runs after invalidation has started. */
  onSuccess?: (data: Result, variables: Variables) => void;
  onError?: (error: ApiError, variables: Variables) => void;
  /** The operation, if optional: recorded as unsupported when the server says so. */
  optional?: OperationId;
}

/** Calls an operation and invalidates the queries it affects. */
export function useApiMutation<Result, Variables>(
  operation: Pick<UseMutationOptions<Result, unknown, Variables>, 'mutationFn'>,
  mutationOptions: ApiMutationOptions<Result, Variables>,
): UseMutationResult<Result, ApiError, Variables> {
  const { invalidates, onMutate, onSuccess, onError, mutationKey, scope, optional } = mutationOptions;
  const invalidateQueries = (client: QueryClient, variables: Variables) =>
    invalidate(client, ...(invalidates instanceof Function ? invalidates(variables) : invalidates));
  return useMutation<Result, ApiError, Variables>({
    ...(operation.mutationFn ? { mutationFn: operation.mutationFn } : {}),
    ...(mutationKey ? { mutationKey } : {}),
    ...(scope ? { scope } : {}),
    onMutate: (variables, { client }) => onMutate?.(variables, client),
    onSuccess(data, variables, _result, { client }) {
      void invalidateQueries(client, variables);
      onSuccess?.(data, variables);
    },
    onError(error, variables, _result, { client }) {
      // Rejected because the cached data is stale.
      if ([404, 409, 412].includes(error.status)) void invalidateQueries(client, variables);
      if (optional) recordUnsupported(client, optional, error);
      onError?.(error, variables);
    },
  });
}

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
  const removed = changed.flat().filter((item) => item === null).length;
  const toPage = (page: ListPage<Item>, index: number): ListPage<Item> => ({
    ...page,
    items: (changed[index] ?? []).filter((item) => item !== null),
    ...(page.count === undefined ? {} : { count: Math.max(0, page.count - removed) }),
  });
  return 'pages' in cached ? { ...cached, pages: cached.pages.map(toPage) } : toPage(cached, 0);
}
