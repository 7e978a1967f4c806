/** How the structure of a site is fetched and kept up to date. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { askOrElse, listsExtensions } from '#src/api/extensions.ts';
import { gatherAll } from '#src/api/gather.ts';
import { getSiteStructureQueryKey } from '#src/api/generated/@tanstack/react-query.gen.ts';
import {
  getSiteStructure,
  listSiteSectionGroups,
  listSiteSections,
  listSiteSpaces,
} from '#src/api/generated/sdk.gen.ts';
import type { Abilities } from './plan-move.ts';
import { fromLists, fromStructure, shareUnchanged } from './read-structure.ts';
import type { SiteStructure } from './structure.ts';

/** Which site: its own id and its organization's. */
export interface SitePath {
  readonly organizationId: string;
  readonly siteId: string;
}

/** What the server understands: all that our own server does, or only what every documented one does. */
export async function abilitiesOf(queryClient: QueryClient): Promise<Abilities> {
  const ours = await listsExtensions(queryClient);
  return { groupReferences: ours, crossSectionMoves: ours };
}

async function readLists(path: SitePath, signal: AbortSignal): Promise<SiteStructure> {
  const more = { signal, throwOnError: true } as const;
  const [sections, groups, siteSpaces] = await Promise.all([
    gatherAll(async (query) => (await listSiteSections({ path, query, ...more })).data, { signal }),
    gatherAll(async (query) => (await listSiteSectionGroups({ path, query, ...more })).data, { signal }),
    gatherAll(async (query) => (await listSiteSpaces({ path, query, ...more })).data, { signal }),
  ]);
  return fromLists(sections, groups, siteSpaces);
}

/** Marks the mutations of one site's structure, which wait for each other. */
export function structureMutationKey({ siteId }: SitePath): readonly [string, string] {
  return ['site-structure', siteId];
}

/** Small structures are asked for every few seconds; the bigger one is, the longer it may rest. */
function restBetween(structure: SiteStructure | undefined): number {
  return Math.min(30_000, Math.max(4_000, (structure?.nodes.size ?? 0) * 10));
}

/**
 * The structure of a site. It is asked for again while the page can be seen, so that two people
 * who edit at once see each other's changes; what has stayed the same keeps its identity.
 */
export function siteStructureOptions(queryClient: QueryClient, path: SitePath) {
  const [key] = getSiteStructureQueryKey({ path });
  return queryOptions({
    // The same operation under another name, because what is kept is not what the server answers.
    queryKey: [{ ...key, as: 'tree' }],
    queryFn: ({ signal }) =>
      askOrElse(
        queryClient,
        'getSiteStructure',
        async () => fromStructure((await getSiteStructure({ path, signal, throwOnError: true })).data),
        () => readLists(path, signal),
      ),
    structuralSharing: (old: unknown, fresh: unknown) =>
      isStructure(old) && isStructure(fresh) ? shareUnchanged(old, fresh) : fresh,
    staleTime: 2_000,
    refetchOnWindowFocus: true,
    refetchInterval: (query) =>
      queryClient.isMutating({ mutationKey: structureMutationKey(path) }) > 0
        ? false
        : restBetween(query.state.data),
  });
}

function isStructure(value: unknown): value is SiteStructure {
  return typeof value === 'object' && value !== null && 'nodes' in value && 'parents' in value;
}
