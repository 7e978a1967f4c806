import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { getServerInfoQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { getServerInfo } from '#api/generated/sdk.gen.ts';
import { isUnsupported } from './errors.ts';
import type { OperationId } from './queries.ts';

/** Which optional operations a server supports. */
export interface ServerSupport {
  /** Operations the server lists; null if it lists none. */
  readonly listed: readonly string[] | null;
  /** Operations that a server without a list turned out not to have. */
  readonly unsupported: readonly string[];
}

const unlistedSupport: ServerSupport = { listed: null, unsupported: [] };

/** Operations assumed to exist where a server lists nothing. All others need to be listed. */
const assumedOperations: ReadonlySet<string> = new Set<OperationId>([
  'createLinkInvite',
  'getRevisionPage',
  'getSiteStructure',
  'inviteMembers',
  'listChangeRequestLinks',
  'listContributors',
  'listLinkInvites',
  'listRevisionPages',
  'listSpaces',
  'publishSite',
]);

/** The server's extensions, requested once. */
const extensions = queryOptions({
  queryKey: [...getServerInfoQueryKey(), 'extensions'],
  queryFn: async ({ signal }): Promise<ServerSupport> => {
    try {
      const { data } = await getServerInfo({ signal, throwOnError: true });
      // Other servers may return only a version.
      const { extensions: listed } = data;
      return Array.isArray(listed) ? { listed, unsupported: [] } : unlistedSupport;
    } catch (error) {
      if (isUnsupported(error)) return unlistedSupport;
      throw error;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

export function isSupported({ listed, unsupported }: ServerSupport, operation: OperationId): boolean {
  return listed
    ? listed.includes(operation)
    : assumedOperations.has(operation) && !unsupported.includes(operation);
}

/**
 * Whether the server supports an optional operation; false if it can't be reached. A server without a list is assumed
 * to support the common ones until it denies.
 */
export async function supports(queryClient: QueryClient, operation: OperationId): Promise<boolean> {
  const offer = await queryClient.ensureQueryData(extensions).catch(() => null);
  return offer !== null && isSupported(offer, operation);
}

/** Like `supports`, for components; undefined until the server has responded. */
export function useSupports(operation: OperationId): boolean | undefined {
  const offer = useQuery(extensions).data;
  return offer && isSupported(offer, operation);
}

/** Whether the server lists its extensions, as ours does. */
export async function listsExtensions(queryClient: QueryClient): Promise<boolean> {
  const offer = await queryClient.ensureQueryData(extensions).catch(() => null);
  return offer?.listed != null;
}

/** Records that a server without a list lacks an operation, if the error says so. */
export function recordUnsupported(queryClient: QueryClient, operation: OperationId, error: unknown): boolean {
  const offer = queryClient.getQueryData(extensions.queryKey) ?? unlistedSupport;
  if (offer.listed?.includes(operation) || !isUnsupported(error)) return false;
  if (!offer.unsupported.includes(operation)) {
    const missing = [...offer.unsupported, operation];
    queryClient.setQueryData(extensions.queryKey, { ...offer, unsupported: missing });
  }
  return true;
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
  const isKnown = !isSent || queryClient.getQueryData(extensions.queryKey) !== undefined;
  if (isKnown && !(await supports(queryClient, operation))) return fallback();
  try {
    return await request();
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    const isOffered = await supports(queryClient, operation);
    if (isOffered && !recordUnsupported(queryClient, operation, error)) throw error;
    return fallback();
  }
}
