import type { FetchQueryOptions, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError, isTransient } from './errors.ts';
import type * as sdk from '#api/generated/sdk.gen.ts';
import { RetainingQueryClient } from './retaining-query-client.ts';

/** The id of an operation of the contract: `listMembers`, `moveSiteSection`. */
export type OperationId = Exclude<keyof typeof sdk, 'Options'>;

/** Which cached answers something changes: all of an operation, or those whose path has these parameters. */
export type InvalidationTarget = OperationId | { operation: OperationId; path: Record<string, string> };

/** Makes the cache of everything the server has answered. */
export function createQueryClient(): QueryClient {
  return new RetainingQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        gcTime: 5 * 60_000,
        // An offline device answers at once with an error page that can try again, not with an endless skeleton.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failures, error) => retryDelay(failures, error),
      },
      // A change is sent once, now or never: one that leaves later, by surprise, is worse than one that failed.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Milliseconds to wait before trying again: what the server asks for, up to half a minute, else longer each time. */
export function retryDelay(failures: number, error: unknown): number {
  const requestedSeconds = error instanceof ApiError ? error.retryAfter : null;
  return requestedSeconds === null
    ? Math.min(1000 * 2 ** failures, 8000)
    : Math.min(requestedSeconds * 1000, 30_000);
}

/** Asks the server once, whatever the cache holds: for what has to be true now. The cache takes the answer over. */
export function fetchFresh<Answer, Refusal, Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<Answer, Refusal, Data, Key>,
): Promise<Data> {
  return queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
}

/** Whether a cached answer is among those that `refresh` names. */
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

/**
 * Marks answers as out of date and fetches again those that are on the screen.
 *
 * @returns when the visible ones have arrived; they may also be left to arrive by themselves
 */
export function invalidate(
  queryClient: QueryClient,
  ...changed: readonly InvalidationTarget[]
): Promise<void> {
  const predicate = (query: Query) => changed.some((one) => matchesTarget(one, query.queryKey));
  return queryClient.invalidateQueries({ predicate });
}
