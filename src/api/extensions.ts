import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getServerInfoQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { type ApiError, isUnsupported } from './errors.ts';
import { listedOperations } from './listed-operations.ts';
import type { OperationId } from './queries.ts';
import { session } from './session/session.ts';

/** Which optional operations a server supports. */
export interface ServerSupport {
  /** Operations the server lists; null if it lists none. */
  readonly listed: readonly string[] | null;
  /** Operations in the definition that a server without a list serves; null if it serves none. */
  readonly defined: readonly string[] | null;
  /** Operations that a server without a list turned out not to have. */
  readonly unsupported: readonly string[];
  /** Whether translation settings are created from a title, as the served definition says. */
  readonly titlesTranslations: boolean;
  /** The import sources that the served definition names; null if it names none. */
  readonly importSources: readonly string[] | null;
  /** Whether the served definition has imports of websites as runs of an organization. */
  readonly importsInRuns: boolean;
}

const unlistedSupport: ServerSupport = {
  listed: null,
  defined: null,
  unsupported: [],
  titlesTranslations: false,
  importSources: null,
  importsInRuns: false,
};

/** Operations assumed to exist where a server neither lists nor defines anything. All others need to be declared. */
const assumedOperations: ReadonlySet<string> = new Set<OperationId>([
  'createLinkInvite',
  'createReview',
  'createSpace',
  'deleteChangeRequestCommentReply',
  'deleteSpaceCommentReply',
  'getRevisionPage',
  'getSiteStructure',
  'inviteMembers',
  'listChangeRequestLinks',
  'listContributors',
  'listLinkInvites',
  'listRevisionPages',
  'listSpaces',
  'publishSite',
  'sortSiteStructure',
  'updateChangeRequestCommentReply',
]);

/** Code that our own server, which lists its operations, does without. */
const unlistedServers = () => import('./unlisted-servers.ts');

/** The operations that the server supports, requested once; for another server, once per session of the tab. */
const extensions = queryOptions({
  queryKey: [...getServerInfoQueryKey(), 'extensions'],
  queryFn: async (): Promise<ServerSupport> => {
    const server = otherServer();
    // Our own server lists its operations.
    const operations = server === null ? await listedOperations() : null;
    return operations
      ? { ...unlistedSupport, listed: operations }
      : (await unlistedServers()).supportOf(server);
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The base URL of the other server that requests go to; null for the console's own. */
function otherServer(): string | null {
  const state = session.state.get();
  return state.status === 'signed-in' ? state.server : null;
}

/** By the list of the server, else by its definition and what it has denied so far, else assumed. */
export function isSupported(
  { listed, defined, unsupported }: ServerSupport,
  operation: OperationId,
): boolean {
  if (listed) return listed.includes(operation);
  if (unsupported.includes(operation)) return false;
  return defined ? defined.includes(operation) : assumedOperations.has(operation);
}

/**
 * Whether the server supports an optional operation; false if it can't be reached. A server without a list or a
 * definition is assumed to support the common ones until it denies.
 */
export async function supports(queryClient: QueryClient, operation: OperationId): Promise<boolean> {
  const offer = await queryClient.ensureQueryData(extensions).catch(() => null);
  return offer !== null && isSupported(offer, operation);
}

/** Like `supports`, without waiting; undefined until the server has responded. */
export function isOffered(queryClient: QueryClient, operation: OperationId): boolean | undefined {
  const offer = queryClient.getQueryData(extensions.queryKey);
  return offer && isSupported(offer, operation);
}

/** Like `supports`, for components; undefined until the server has responded. */
export function useSupports(operation: OperationId): boolean | undefined {
  const offer = useQuery(extensions).data;
  return offer && isSupported(offer, operation);
}

/** The requirement of a screen: an operation, or a feature that only a server with our extensions has. */
export type Need = { operation: OperationId; isExtension?: boolean } | 'extensions';

/** Whether it is known that the server lacks what a screen needs. */
export function lacks(offer: ServerSupport | undefined, need: Need): boolean {
  if (!offer) return false;
  if (need === 'extensions') return offer.listed === null;
  const { operation, isExtension = false } = need;
  if (offer.listed) return isExtension && !offer.listed.includes(operation);
  if (offer.unsupported.includes(operation)) return true;
  return offer.defined
    ? !offer.defined.includes(operation)
    : isExtension && !assumedOperations.has(operation);
}

/** Like `lacks`, for components. Our own server isn't asked for it: it has nearly everything. */
export function useLacks(): (need: Need) => boolean {
  const offer = useQuery({ ...extensions, enabled: otherServer() !== null }).data;
  return useCallback((need) => lacks(offer, need), [offer]);
}

/** Whether it is known that the server has none of our extensions. Our own server isn’t asked for it. */
export async function lacksExtensions(queryClient: QueryClient): Promise<boolean> {
  if (otherServer() === null) return false;
  const offer = await queryClient.ensureQueryData(extensions).catch(() => undefined);
  return lacks(offer, 'extensions');
}

/** Whether a server without a list turned out not to have an operation, be it optional or not. */
export async function isDenied(queryClient: QueryClient, operation: OperationId): Promise<boolean> {
  // Our own server has nearly everything, and isn't waited for.
  const offer =
    otherServer() === null
      ? queryClient.getQueryData(extensions.queryKey)
      : await queryClient.ensureQueryData(extensions).catch(() => null);
  return offer?.listed === null && offer.unsupported.includes(operation);
}

/** Like `recordUnsupported`, for an operation that every server with a list has. */
export async function recordDenied(
  queryClient: QueryClient,
  operation: OperationId,
  error: unknown,
): Promise<boolean> {
  return !(await listsExtensions(queryClient)) && recordUnsupported(queryClient, operation, error);
}

/** Whether the server lists its extensions, as ours does. */
export async function listsExtensions(queryClient: QueryClient): Promise<boolean> {
  const offer = await queryClient.ensureQueryData(extensions).catch(() => null);
  return offer?.listed != null;
}

/** Like `listsExtensions`, for components; undefined until the server has responded. */
export function useListsExtensions(): boolean | undefined {
  const offer = useQuery(extensions).data;
  return offer && offer.listed !== null;
}

/** Whether the server may sell plans and have AI features: ours has neither. False until the server has responded. */
export function useMayHavePlans(): boolean {
  return useListsExtensions() === false;
}

/**
 * Whether translation settings are created from a title, as at our own server; the public platform creates them from a
 * source and a language. Undefined until the server has responded.
 */
export function useTitlesTranslations(): boolean | undefined {
  const offer = useQuery(extensions).data;
  return otherServer() === null || (offer && (offer.listed !== null || offer.titlesTranslations));
}

/** The import sources of a server of another make, as its definition says; null where ours are all that is known. */
export function useDefinedImportSources(): readonly string[] | null {
  const offer = useQuery({ ...extensions, enabled: otherServer() !== null }).data;
  return offer?.importSources ?? null;
}

/** Whether a server of another make imports websites in runs that are waited for. */
export function useImportsInRuns(): boolean {
  const offer = useQuery({ ...extensions, enabled: otherServer() !== null }).data;
  return offer?.importsInRuns ?? false;
}

/** Records that a server without a list lacks an operation, if the error says so. */
export function recordUnsupported(queryClient: QueryClient, operation: OperationId, error: unknown): boolean {
  const cachedExtensions = queryClient.getQueryData(extensions.queryKey);
  const offer = cachedExtensions ?? unlistedSupport;
  if (!isUnsupported(error) || isAboutResource(offer, operation, error)) return false;
  if (!offer.unsupported.includes(operation)) {
    const support = { ...offer, unsupported: [...offer.unsupported, operation] };
    queryClient.setQueryData(extensions.queryKey, support);
    const server = otherServer();
    if (cachedExtensions?.listed === null && server !== null)
      void unlistedServers().then(({ storeSupport }) => storeSupport(server, support));
  }
  return true;
}

/** A 404 from an operation that the server declares means that it has no such resource. */
function isAboutResource(
  { listed, defined }: ServerSupport,
  operation: OperationId,
  error: ApiError,
): boolean {
  if (listed?.includes(operation)) return true;
  return error.status === 404 && defined !== null && defined.includes(operation);
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
