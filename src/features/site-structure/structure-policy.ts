/** What the editor of trees has to know of the structure of a site. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listsExtensions } from '#src/api/extensions.ts';
import { getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { refresh } from '#src/api/queries.ts';
import { cachedTree, type TreePolicy } from '#src/components/tree-editor/submit-change.ts';
import type { MovePolicy } from '#src/components/tree-editor/use-tree-editor.ts';
import type { Change } from './changes/change.ts';
import { changesBack, siteRules } from './changes/changes.ts';
import { type Capabilities, copyIdOf, moveByOne, moveTo } from './changes/move.ts';
import { removedBy } from './changes/remove.ts';
import { removalQuestion } from './impact.ts';
import { note } from './journal.ts';
import { describeFailure, siteLabels } from './labels.ts';
import { siteMoves } from './move-rules.ts';
import { siteSend, type SiteRequest } from './steps.ts';
import { siteStructureOptions, type SitePath } from './structure-query.ts';
import { structureQueueOf } from './structure-queue.ts';
import { TEXT_FIELDS, type SiteStructure } from './structure.ts';

export const siteMovePolicy: MovePolicy<SiteStructure> = { ...siteMoves, ...siteLabels, moveTo, moveByOne };

export type StructurePolicy = TreePolicy<SiteStructure, Change, SiteRequest, Capabilities>;

/** Ids that stand in for another one after a unit: a copy takes the place of what it was made from. */
export function replacedIds(
  created: ReadonlyMap<string, string>,
  known: Iterable<string>,
): Map<string, string> {
  const replaced = new Map(created);
  for (const id of known) {
    const copy = created.get(copyIdOf(id));
    if (copy !== undefined) replaced.set(id, copy);
  }
  return replaced;
}

function structurePolicy(queryClient: QueryClient, site: SitePath): StructurePolicy {
  const { siteId } = site;
  const cache = cachedTree(queryClient, siteStructureOptions(queryClient, site));
  return {
    queue: structureQueueOf(siteId),
    cache,
    rules: siteRules,
    back: (after, before) => ({
      change: changesBack(after, before),
      isWhole: [...before.nodes.keys()].every((id) => after.nodes.has(id)),
    }),
    async capabilities() {
      const ours = await listsExtensions(queryClient);
      return { groupReferences: ours, crossSectionMoves: ours };
    },
    send: siteSend(site),
    texts: TEXT_FIELDS,
    replacedIds: (created, structure) => replacedIds(created, structure.nodes.keys()),
    loadsBeforeUndo: true,
    refresh: () =>
      void refresh(
        queryClient,
        { operation: 'getSiteStructure', path: { siteId } },
        { operation: 'getSite', path: { siteId } },
        'listSites',
      ),
    describeFailure,
    canRetry: ({ type }) => type === 'edit',
    confirmation(past) {
      const structure = cache.known();
      const ids = structure ? removedBy(past).filter((id) => structure.nodes.has(id)) : [];
      if (!structure || ids.length === 0) return null;
      const known = queryClient.getQueryData(getSiteOptions({ path: site }).queryKey);
      return removalQuestion(structure, ids, known?.published ?? false);
    },
    onOutcome: (outcome) => note(siteId, outcome),
  };
}

/** How the changes of a site's structure are made. */
export function useStructurePolicy({ organizationId, siteId }: SitePath): StructurePolicy {
  const queryClient = useQueryClient();
  return useMemo(
    () => structurePolicy(queryClient, { organizationId, siteId }),
    [queryClient, organizationId, siteId],
  );
}
