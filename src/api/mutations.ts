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
  /** What the change makes out of date. Required: a change that touches nothing that is shown says `[]`. */
  invalidates: readonly InvalidationTarget[] | ((variables: Variables) => readonly InvalidationTarget[]);
  /** Names changes that belong together, to watch them as they wait. */
  mutationKey?: MutationKey;
  /** Changes of one scope are sent one after another. */
  scope?: { id: string };
  /** Runs when the change is sent for, before any queue. */
  onMutate?: (variables: Variables, queryClient: QueryClient) => void;
  /** Runs after the refresh has been started, so nothing here can lose it. */
  onSuccess?: (data: Answer, variables: Variables) => void;
  onError?: (error: ApiError, variables: Variables) => void;
  /** The operation, where not every server has it: it is no longer offered once the server has answered so. */
  optional?: OperationId;
}

/**
 * Makes a change through an operation of the contract, and refreshes what it touched.
 *
 * Who shows a failure: a form or a confirm dialog shows `error` itself; a bare action passes
 * `onError: toastFailure`. Never both.
 *
 * @example const rename = useApiMutation(updateTeamMutation(), { refreshes: ['listTeams', 'getTeam'] });
 */
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
      // Refused because of something that this page has not heard of yet.
      if ([404, 409, 412].includes(error.status)) void invalidateQueries(client, variables);
      if (optional) recordUnsupported(client, optional, error);
      onError?.(error, variables);
    },
  });
}
