import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { getServerInfoQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { getServerInfo } from '#api/generated/sdk.gen.ts';
import { isUnsupported } from './is-unsupported.ts';
import type { ServerInfo } from '#api/generated/types.gen.ts';
import type { OperationId } from './queries.ts';

/** What is known of the operations that not every server has. */
export interface ServerSupport {
  /** The operations that the server lists; null for one that lists none. */
  readonly listed: readonly string[] | null;
  /** Operations that such a server was asked for in vain. */
  readonly unsupported: readonly string[];
}

const unlistedSupport: ServerSupport = { listed: null, unsupported: [] };

/**
 * Operations that servers may have without listing them. What is not among them is believed to be there only where the
 * server says so.
 */
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

/** What the server says about itself, asked once. */
const extensions = queryOptions({
  queryKey: [...getServerInfoQueryKey(), 'extensions'],
  queryFn: async ({ signal }): Promise<ServerSupport> => {
    try {
      const { data } = await getServerInfo({ signal, throwOnError: true });
      // Other servers may say no more than their version.
      const { extensions: listed }: Partial<ServerInfo> = data;
      return Array.isArray(listed) ? { listed, unsupported: [] } : unlistedSupport;
    } catch (error) {
      if (isUnsupported(error)) return unlistedSupport;
      throw error;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Whether an operation is worth asking for. */
export function isSupported({ listed, unsupported }: ServerSupport, operation: OperationId): boolean {
  return listed
    ? listed.includes(operation)
    : assumedOperations.has(operation) && !unsupported.includes(operation);
}

/**
 * Whether the server offers an operation that not every server has; false while it cannot be asked. One that lists
 * nothing counts as offering what others have, until it has answered that it does not.
 */
export async function supports(queryClient: QueryClient, operation: OperationId): Promise<boolean> {
  const offer = await queryClient.ensureQueryData(extensions).catch(() => null);
  return offer !== null && isSupported(offer, operation);
}

/** Like `offers`, for what is shown; undefined until the server has answered. */
export function useSupports(operation: OperationId): boolean | undefined {
  const offer = useQuery(extensions).data;
  return offer && isSupported(offer, operation);
}

/** Whether the server lists what it offers, as our own does. */
export async function listsExtensions(queryClient: QueryClient): Promise<boolean> {
  const offer = await queryClient.ensureQueryData(extensions).catch(() => null);
  return offer?.listed != null;
}

/**
 * Records that a server which lists nothing does not have an operation, if that is what an error says.
 *
 * @returns whether it does not have it; false where the server lists the operation, so that something else is missing
 */
export function recordUnsupported(queryClient: QueryClient, operation: OperationId, error: unknown): boolean {
  const offer = queryClient.getQueryData(extensions.queryKey) ?? unlistedSupport;
  if (offer.listed?.includes(operation) || !isUnsupported(error)) return false;
  if (!offer.unsupported.includes(operation)) {
    const missing = [...offer.unsupported, operation];
    queryClient.setQueryData(extensions.queryKey, { ...offer, unsupported: missing });
  }
  return true;
}

/** Asks for an operation where the server has it, else in another way. */
export async function requestWithFallback<Answer>(
  queryClient: QueryClient,
  operation: OperationId,
  request: () => Promise<Answer>,
  fallback: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await supports(queryClient, operation))) return fallback();
  try {
    return await request();
  } catch (error) {
    if (!recordUnsupported(queryClient, operation, error)) throw error;
    return fallback();
  }
}
