import {
  type MutationKey,
  type QueryClient,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import type { ApiError } from './errors.ts';
import { recordUnsupported } from './extensions.ts';
import { type OperationId, type InvalidationTarget, invalidate } from './queries.ts';

export interface ApiMutationOptions<Answer, Variables> {
  /** The queries that the change makes stale. Required; `[]` if none. */
  invalidates: readonly InvalidationTarget[] | ((variables: Variables) => readonly InvalidationTarget[]);
  /** Identifies related changes, to observe them while pending. */
  mutationKey?: MutationKey;
  /** Changes of one scope are sent in sequence. */
  scope?: { id: string };
  /** Runs when the change is submitted, before any queue. */
  onMutate?: (variables: Variables, queryClient: QueryClient) => void;
  /** Runs after invalidation has started. */
  onSuccess?: (data: Answer, variables: Variables) => void;
  onError?: (error: ApiError, variables: Variables) => void;
  /** The operation, if optional: recorded as unsupported when the server says so. */
  optional?: OperationId;
}

/** Calls an operation and invalidates the queries it affects. */
export function useApiMutation<Answer, Variables>(
  operation: Pick<UseMutationOptions<Answer, unknown, Variables>, 'mutationFn'>,
  mutationOptions: ApiMutationOptions<Answer, Variables>,
): UseMutationResult<Answer, ApiError, Variables> {
  const { invalidates, onMutate, onSuccess, onError, mutationKey, scope, optional } = mutationOptions;
  const invalidateQueries = (client: QueryClient, variables: Variables) =>
    invalidate(client, ...(invalidates instanceof Function ? invalidates(variables) : invalidates));
  return useMutation<Answer, ApiError, Variables>({
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
