import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { type ApiError, isUnsupported, MissingOperationError } from './errors.ts';
import { can, isDenied, isSupportKnown, recordDenied, recordUnsupported, useCan } from './extensions.ts';
import { isMissingThere } from './parts.ts';
import { type ApiMutationOptions, type OperationId, useApiMutation } from './queries.ts';

/**
 * Requests for what some servers don't have. The client rejects such a request with `MissingOperationError`, mostly
 * without sending it, so nothing above `src/api` has to ask before. A whole screen says it in its error component
 * (`missing` of `ErrorPage`); a part of a screen gets null from these functions.
 */

/** The result of a request; null if the server doesn't have its operation. */
export async function ifOffered<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof MissingOperationError) return null;
    throw error;
  }
}

/** Query options whose request is sent by another function, with other data. */
function sentBy<Data, Result, Failure, Key extends QueryKey>(
  { queryKey, queryFn }: UndefinedInitialDataOptions<Data, Failure, Data, Key>,
  send: (request: () => Promise<Data>, queryClient: QueryClient) => Promise<Result>,
) {
  return queryOptions<Result, Failure, Result, Key>({
    queryKey,
    // The type also allows `skipToken`; the generated options never use it.
    ...(typeof queryFn === 'function' && {
      queryFn: (context) => send(() => Promise.resolve(queryFn(context)), context.client),
    }),
  });
}

/** A query whose data is null if the server doesn't have its operation. */
export const optional = <Data, Failure, Key extends QueryKey>(
  options: UndefinedInitialDataOptions<Data, Failure, Data, Key>,
) => sentBy<Data, Data | null, Failure, Key>(options, (request) => ifOffered(request()));

/** A query whose data is the fallback if the server lacks its documented operation, which it is asked for once. */
export const unlessDenied = <Data, Failure, Key extends QueryKey>(
  operation: OperationId,
  options: UndefinedInitialDataOptions<Data, Failure, Data, Key>,
  fallback: Data,
) =>
  sentBy(options, (request, queryClient) => requestUnlessDenied(queryClient, operation, request, fallback));

export type OptionalMutation<Result, Variables> = UseMutationResult<Result, ApiError, Variables> & {
  /** Whether the server has the operation; undefined until it has answered. */
  isOffered: boolean | undefined;
};

/** Like `useApiMutation`, for an operation that some servers lack; a screen with the mutation need not ask for it. */
export function useOptionalMutation<Result, Variables>(
  operation: OperationId,
  mutation: Pick<UseMutationOptions<Result, unknown, Variables>, 'mutationFn'>,
  mutationOptions: ApiMutationOptions<Result, Variables>,
): OptionalMutation<Result, Variables> {
  const isOffered = useCan(operation);
  return { ...useApiMutation(mutation, mutationOptions), isOffered };
}

interface Denial<Result> {
  /** The resource is known to exist, so that 404 can only mean the operation, which servers with a list have. */
  isResourceThere?: boolean;
  /** Replaces what the server denies; where it succeeds, the resource is there. */
  otherwise?: () => Result | Promise<Result>;
}

/** Sends a request for an operation that some servers lack without saying so, and remembers if the server denies it. */
export async function sendOptional<Result>(
  queryClient: QueryClient,
  operation: OperationId,
  request: () => Promise<Result>,
  { isResourceThere = false, otherwise }: Denial<Result> = {},
): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!(isResourceThere || otherwise ? isMissingThere(error) : isUnsupported(error))) throw error;
    const replacement = otherwise && (await otherwise());
    const record = isResourceThere ? recordDenied : recordUnsupported;
    const wasDenied = await record(queryClient, operation, error);
    if (replacement !== undefined && (wasDenied || isResourceThere)) return replacement;
    throw error;
  }
}

/**
 * Calls an operation if the server supports it, else the fallback.
 *
 * @param isSent whether the first script has sent the request already, without knowing what the server supports
 */
export async function requestWithFallback<Result>(
  queryClient: QueryClient,
  operation: OperationId,
  request: () => Promise<Result>,
  fallback: () => Promise<Result>,
  isSent = false,
): Promise<Result> {
  const isKnown = !isSent || isSupportKnown(queryClient);
  if (isKnown && !(await can(queryClient, operation))) return fallback();
  try {
    return await request();
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    const isAssumed = await can(queryClient, operation);
    if (isAssumed && !recordUnsupported(queryClient, operation, error)) throw error;
    return fallback();
  }
}

/**
 * Sends a request for something documented that some servers lack. A server that lacks it is asked once; our own isn't
 * waited for.
 *
 * @returns the fallback if the server lacks it
 */
export async function requestUnlessDenied<Result, Fallback>(
  queryClient: QueryClient,
  operation: OperationId,
  request: () => Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback> {
  if (await isDenied(queryClient, operation)) return fallback;
  try {
    return await request();
  } catch (error) {
    if (!(await recordDenied(queryClient, operation, error))) throw error;
    return fallback;
  }
}
