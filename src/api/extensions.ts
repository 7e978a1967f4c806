import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';
import { getServerInfoQueryKey } from './generated/@tanstack/react-query.gen.ts';
import { getServerInfo } from './generated/sdk.gen.ts';
import type { OperationId } from './queries.ts';

/** What the server offers beyond the documented operations, asked once. */
const extensions = queryOptions({
  queryKey: [...getServerInfoQueryKey(), 'extensions'],
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    try {
      const { data } = await getServerInfo({ signal, throwOnError: true });
      return data.extensions;
    } catch (error) {
      // A server that does not know the question has none, and need not be asked again.
      if (error instanceof ApiError && [404, 405, 501].includes(error.status)) return [];
      throw error;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Whether the server offers an operation beyond the documented ones; false while it cannot be asked. */
export async function offers(queryClient: QueryClient, operation: OperationId): Promise<boolean> {
  const offered = await queryClient.ensureQueryData(extensions).catch((): readonly string[] => []);
  return offered.includes(operation);
}

/** Like `offers`, for what is shown; undefined until the server has answered. */
export function useOffers(operation: OperationId): boolean | undefined {
  return useQuery(extensions).data?.includes(operation);
}
