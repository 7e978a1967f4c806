import type { EnsureInfiniteQueryDataOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { isUnsupported, NotOfferedError } from './errors.ts';
import { isDenied, recordDenied } from './extensions.ts';
import type { OperationId } from './queries.ts';

/** Resources that not every server of the documented API has: `Translations`. */
export interface OptionalResources<Page, Failure, Key extends QueryKey, Param> {
  /** The title of their screen. */
  title: string;
  /** The operation that lists them. */
  operation: OperationId;
  /** Their list: a server that has it has the resources. */
  list: EnsureInfiniteQueryDataOptions<Page, Failure, Page, Key, Param>;
}

/**
 * Loads a screen about optional resources. A server that lacks them is asked once.
 *
 * @throws {NotOfferedError} if the server has no such resources
 */
export async function loadOptional<Result, Page, Failure, Key extends QueryKey, Param>(
  queryClient: QueryClient,
  { title, operation, list }: OptionalResources<Page, Failure, Key, Param>,
  load: () => Promise<Result>,
): Promise<Result> {
  if (await isDenied(queryClient, operation)) throw new NotOfferedError(title);
  try {
    return await load();
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    // A single one may only be missing.
    const failure: unknown =
      queryClient.getQueryState(list.queryKey)?.error ??
      (await queryClient.ensureInfiniteQueryData(list).then(
        () => null,
        (reason: unknown) => reason,
      ));
    if (failure === null || !(await recordDenied(queryClient, operation, failure))) throw error;
    throw new NotOfferedError(title);
  }
}
