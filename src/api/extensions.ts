import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getServerInfoQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { type ApiError, isUnsupported } from './errors.ts';
import { ownOperations } from './listed-operations.ts';
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
    const operations = server === null ? await ownOperations() : null;
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

/**
 * What a screen asks for: an optional operation, or something that only some servers have.
 * - `extensions`: our extensions, which the server lists. A server without them may sell plans and have AI features.
 * - `titledTranslations`: translation settings are created from a title; the public platform creates them from a source
 *   and a language.
 * - `textsWithIds`: texts name pages and files by ids, which the console shows as paths.
 * - `importRuns`: websites are imported in runs that are waited for.
 */
export type Capability = OperationId | 'extensions' | 'titledTranslations' | 'textsWithIds' | 'importRuns';

/** Operations of the documented API that some servers lack. A server that lists its extensions has them. */
const documentedOperations: ReadonlySet<string> = new Set<OperationId>([
  'importChangeRequestContent',
  'importSpaceContent',
  'listApiSpecs',
  'listCustomFields',
  'listSpaceLinks',
  'listTranslations',
  'transferSpace',
]);

/**
 * Whether a server has a capability: by its list, else by its definition and its denials so far, else
 * assumed. Undefined until the server has responded.
 */
function answer(support: ServerSupport | undefined, capability: Capability): boolean | undefined {
  if (capability === 'titledTranslations' && otherServer() === null) return true;
  // Known before the server answers, so that no text shows ids first.
  if (capability === 'textsWithIds' && !support && otherServer() === null) return true;
  if (!support) return undefined;
  const { listed, defined, unsupported } = support;
  if (capability === 'extensions' || capability === 'textsWithIds') return listed !== null;
  if (capability === 'titledTranslations') return listed !== null || support.titlesTranslations;
  if (capability === 'importRuns') return support.importsInRuns;
  const isDocumented = documentedOperations.has(capability);
  if (listed) return isDocumented || listed.includes(capability);
  if (unsupported.includes(capability)) return false;
  return defined ? defined.includes(capability) : isDocumented || assumedOperations.has(capability);
}

/** Whether the server can do something; false if it can't be reached. */
export async function can(queryClient: QueryClient, capability: Capability): Promise<boolean> {
  const support = await queryClient.ensureQueryData(extensions).catch(() => undefined);
  return answer(support, capability) === true;
}

/** Answers whether the server can do something; undefined until the server has responded. */
export type Can = (capability: Capability) => boolean | undefined;

/**
 * Like `can`, for components; undefined until the server has responded. Without a capability it returns a function that
 * answers for many. For that our own server isn't asked: it has nearly everything.
 */
export function useCan(capability: Capability): boolean | undefined;
export function useCan(): Can;
export function useCan(capability?: Capability): boolean | undefined | Can {
  const isAsked = capability !== undefined || otherServer() !== null;
  const support = useQuery({ ...extensions, enabled: isAsked }).data;
  const canDo = useCallback<Can>((each) => answer(support, each), [support]);
  return capability === undefined ? canDo : canDo(capability);
}

/** Whether the server has responded. */
export const isSupportKnown = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(extensions.queryKey) !== undefined;

/** Whether a server without a list turned out not to have an operation, be it optional or not. */
export async function isDenied(queryClient: QueryClient, operation: OperationId): Promise<boolean> {
  // Our own server has nearly everything, and isn't waited for.
  const support =
    otherServer() === null
      ? queryClient.getQueryData(extensions.queryKey)
      : await queryClient.ensureQueryData(extensions).catch(() => null);
  return support?.listed === null && support.unsupported.includes(operation);
}

/** Like `recordUnsupported`, for an operation that every server with a list has. */
export async function recordDenied(
  queryClient: QueryClient,
  operation: OperationId,
  error: unknown,
): Promise<boolean> {
  return !(await can(queryClient, 'extensions')) && recordUnsupported(queryClient, operation, error);
}

/** The import sources of a server of another make, as its definition says; null where ours are all that is known. */
export function useDefinedImportSources(): readonly string[] | null {
  const support = useQuery({ ...extensions, enabled: otherServer() !== null }).data;
  return support?.importSources ?? null;
}

/** Records that a server without a list lacks an operation, if the error says so. */
export function recordUnsupported(queryClient: QueryClient, operation: OperationId, error: unknown): boolean {
  const cachedExtensions = queryClient.getQueryData(extensions.queryKey);
  const support = cachedExtensions ?? unlistedSupport;
  if (!isUnsupported(error) || isAboutResource(support, operation, error)) return false;
  if (!support.unsupported.includes(operation)) {
    const reduced = { ...support, unsupported: [...support.unsupported, operation] };
    queryClient.setQueryData(extensions.queryKey, reduced);
    const server = otherServer();
    if (cachedExtensions?.listed === null && server !== null)
      void unlistedServers().then(({ storeSupport }) => storeSupport(server, reduced));
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
