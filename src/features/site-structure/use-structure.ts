import { useMutationState, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TreeItems } from '#src/components/tree/tree.tsx';
import { applyChange, withIds } from './changes.ts';
import { childrenOf, type SiteStructure, type StructureNode } from './structure.ts';
import { siteStructureOptions, structureMutationKey, type SitePath } from './structure-query.ts';
import { currentIds, type StructureRequest } from './submit-change.ts';

function isRequest(value: unknown): value is StructureRequest {
  return typeof value === 'object' && value !== null && 'change' in value;
}

/** The structure of a site, as it is shown and as it is known. */
export interface ShownStructure {
  /** What the server has said, with everything over it that is on its way there. */
  readonly structure: SiteStructure;
  /** What the server has said. */
  readonly confirmed: SiteStructure;
  /** How many changes are on their way. */
  readonly pending: number;
}

function withWaiting(data: SiteStructure, waiting: readonly unknown[], siteId: string): SiteStructure {
  return waiting
    .filter(isRequest)
    .reduce((current, { change }) => applyChange(current, withIds(change, currentIds(siteId))), data);
}

/** What will be shown next: keys can come faster than the picture is drawn. */
export function structureNow(queryClient: QueryClient, site: SitePath): SiteStructure | undefined {
  const data = queryClient.getQueryData(siteStructureOptions(queryClient, site).queryKey);
  const mutationKey = structureMutationKey(site);
  const waiting = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' });
  return (
    data &&
    withWaiting(
      data,
      waiting.map(({ state }) => state.variables),
      site.siteId,
    )
  );
}

/** The structure as it is shown: a change that fails simply drops out of the picture. */
export function useStructure(site: SitePath): ShownStructure {
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(siteStructureOptions(queryClient, site));
  const waiting = useMutationState({
    filters: { mutationKey: structureMutationKey(site), status: 'pending' },
    select: ({ state }) => state.variables,
  });
  const structure = useMemo(() => withWaiting(data, waiting, site.siteId), [data, waiting, site.siteId]);
  return { structure, confirmed: data, pending: waiting.length };
}

/** The structure as the tree takes it. */
export function useTreeItems(structure: SiteStructure): TreeItems<StructureNode> {
  return useMemo(
    () => ({
      childrenOf: (id) => childrenOf(structure, id),
      isContainer: (id) => structure.children.has(id),
      itemOf: (id) => structure.nodes.get(id),
    }),
    [structure],
  );
}
