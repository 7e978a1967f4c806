import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { getServerInfoOptions } from './generated/@tanstack/react-query.gen.ts';
import type { OperationId } from './queries.ts';

/**
 * What the server says about itself, asked once. A server that does not know the question has no extensions. Made anew
 * for each use, because the options name the server that one is signed in to now.
 */
const serverInfo = () =>
  ({
    ...getServerInfoOptions(),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  }) as const;

/** Whether the server offers an operation beyond the documented ones. */
export async function offers(queryClient: QueryClient, operation: OperationId): Promise<boolean> {
  const info = await queryClient.ensureQueryData(serverInfo()).catch(() => null);
  return info?.extensions.includes(operation) ?? false;
}

/** Like `offers`, for what is shown; undefined until the server has answered. */
export function useOffers(operation: OperationId): boolean | undefined {
  const { data, isError } = useQuery(serverInfo());
  return isError ? false : data?.extensions.includes(operation);
}
