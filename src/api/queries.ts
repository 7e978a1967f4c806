import type { FetchQueryOptions, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError, isTransient } from './errors.ts';
import type * as sdk from '#api/generated/sdk.gen.ts';
import { RetainingQueryClient } from './retaining-query-client.ts';

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
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failures, error) => retryDelay(failures, error),
      },
      // Changes are sent once: one that is sent later by surprise is worse than a failed one.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Milliseconds before a retry: Retry-After up to 30 s, else exponential backoff. */
export function retryDelay(failures: number, error: unknown): number {
  const requestedSeconds = error instanceof ApiError ? error.retryAfter : null;
  return requestedSeconds === null
    ? Math.min(1000 * 2 ** failures, 8000)
    : Math.min(requestedSeconds * 1000, 30_000);
}

/** Fetches fresh data, ignoring the cache, without retries. */
export function fetchFresh<Answer, Refusal, Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<Answer, Refusal, Data, Key>,
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
  const predicate = (query: Query) => changed.some((one) => matchesTarget(one, query.queryKey));
  return queryClient.invalidateQueries({ predicate });
}
