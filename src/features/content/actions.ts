/** Deletes and restores spaces and collections, with impact, confirmation and undo. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  deleteCollectionMutation,
  deleteSpaceMutation,
  getSpaceOptions,
  restoreSpaceMutation,
  duplicateSpaceMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { useApiMutation, type InvalidationTarget } from '#src/api/queries.ts';
import { confirm, type Confirmation, confirmDeletion } from '#src/components/confirm/confirm.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { sitesOfSpace } from '#src/domain/published/sites-of-space.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { countBelow } from './content-tree.ts';
import { contentOptions } from './queries.ts';

/** Queries that list spaces or show their position. */
const contentQueries = [
  'listContent',
  'listSpaces',
  'listCollections',
  'listCollectionSpaces',
  'listSites',
  'listSiteSpaces',
  'getSiteStructure',
] as const satisfies readonly InvalidationTarget[];

/** The same without the deleted collection's own list, which can't be fetched anymore. */
const queriesAfterCollectionDeletion = contentQueries.filter((list) => list !== 'listCollectionSpaces');

/**
 * Impact of deleting a space, one sentence each.
 *
 * @param sites that use it, the first ones by name
 */
export function describeSpaceImpact(
  { changeRequestsOpen, comments }: Pick<Space, 'changeRequestsOpen' | 'comments'>,
  sites: { names: readonly string[]; total: number },
): string[] {
  const impact = [
    sites.total > 0
      ? `Removed from ${formatCount(sites.total, 'site')}: ${formatNameList(sites.names, sites.total)}.`
      : 'Not used on any site.',
  ];
  const openItems = [
    ...(changeRequestsOpen > 0 ? [formatCount(changeRequestsOpen, 'open change request')] : []),
    ...(comments > 0 ? [formatCount(comments, 'open comment')] : []),
  ];
  if (openItems.length > 0) impact.push(`${openItems.join(' and ')} become inaccessible.`);
  impact.push('You can restore it with all its content from the trash for 7 days.');
  return impact;
}

/** Impact of deleting a collection, one sentence each. */
export function describeCollectionImpact({
  collections,
  spaces,
}: {
  collections: number;
  spaces: number;
}): string[] {
  if (collections === 0 && spaces === 0) return ['The collection is empty.'];
  return [
    ...(collections > 0 ? [`Also deletes ${formatCount(collections, 'collection')} inside.`] : []),
    ...(spaces > 0
      ? [
          `Moves ${formatCount(spaces, 'space')} to the trash. You can restore each to the top level for 7 days.`,
          'Access granted on the collection is lost.',
        ]
      : []),
  ];
}

/** The confirmation of every action that deletes a space. */
const spaceDeletionConfirmation = (
  queryClient: QueryClient,
  organizationId: string,
  { id, title }: { id: string; title: string },
): Confirmation => ({
  title: `Delete space “${title}”?`,
  confirmLabel: 'Delete space',
  tone: 'danger',
  impact: () => fetchSpaceImpact(queryClient, organizationId, id),
});

async function fetchSpaceImpact(
  queryClient: QueryClient,
  organizationId: string,
  id: string,
): Promise<string[]> {
  const [space, sites] = await Promise.all([
    queryClient.fetchQuery({ ...getSpaceOptions({ path: { spaceId: id } }), staleTime: 0 }),
    queryClient.fetchQuery(sitesOfSpace(queryClient, organizationId, id, 4)),
  ]);
  const names = sites.items.map(({ title }) => title);
  return describeSpaceImpact(space, { names, total: sites.count });
}

/** Ask for confirmation and delete; resolve to whether it was done. */
interface ContentDeletion {
  deleteSpace: (space: { id: string; title: string }) => Promise<boolean>;
  deleteCollection: (collection: { id: string; title: string }) => Promise<boolean>;
  /** Restores a space from the trash; rejects on failure. */
  restore: (space: { id: string; title: string }) => Promise<void>;
}

/** Deletes spaces and collections after a confirmation with the impact. */
export function useDeleteContent(organizationId: string): ContentDeletion {
  const queryClient = useQueryClient();
  const space = useApiMutation(deleteSpaceMutation(), { invalidates: contentQueries });
  const collection = useApiMutation(deleteCollectionMutation(), {
    invalidates: queriesAfterCollectionDeletion,
  });
  const restoreMutation = useApiMutation(restoreSpaceMutation(), {
    invalidates: ({ path }) => [...contentQueries, { operation: 'getSpace', path }],
  });
  const restoreById = (id: string) => restoreMutation.mutateAsync({ path: { spaceId: id } });
  return {
    async deleteSpace({ id, title }) {
      const remove = () => space.mutateAsync({ path: { spaceId: id } });
      const confirmation = spaceDeletionConfirmation(queryClient, organizationId, { id, title });
      const isConfirmed = await confirm({ ...confirmation, action: remove });
      if (isConfirmed) {
        recordUndoable({
          label: `Deleted space “${title}”`,
          undo: () => restoreById(id),
          redo: remove,
          confirmations: { redo: () => confirmation },
        });
      }
      return isConfirmed;
    },
    deleteCollection({ id, title }) {
      return confirmDeletion({
        kind: 'collection',
        name: title,
        confirmLabel: 'Delete collection',
        typeToConfirm: title,
        impact: async () => {
          const options = contentOptions(queryClient, organizationId);
          return describeCollectionImpact(
            countBelow(await queryClient.fetchQuery({ ...options, staleTime: 0 }), id),
          );
        },
        action: () => collection.mutateAsync({ path: { collectionId: id } }),
      });
    },
    async restore({ id, title }) {
      await restoreById(id);
      recordUndoable({
        label: `Restored space “${title}”`,
        undo: () => space.mutateAsync({ path: { spaceId: id } }),
        redo: () => restoreById(id),
        confirmations: { undo: () => spaceDeletionConfirmation(queryClient, organizationId, { id, title }) },
      });
    },
  };
}

/**
 * Duplicates spaces.
 *
 * @param onOpen opens a copy; given where the copy isn't opened anyway
 * @returns a function that resolves to the copy, or to null after showing the error
 */
export function useDuplicateSpace(
  organizationId: string,
  onOpen?: (spaceId: string) => void,
): (space: { id: string; title: string }) => Promise<Space | null> {
  const queryClient = useQueryClient();
  const copy = useApiMutation(duplicateSpaceMutation(), { invalidates: contentQueries });
  const remove = useApiMutation(deleteSpaceMutation(), { invalidates: contentQueries });
  const restore = useApiMutation(restoreSpaceMutation(), { invalidates: contentQueries });
  return async ({ id, title }) => {
    try {
      const created = await copy.mutateAsync({ path: { spaceId: id } });
      const path = { spaceId: created.id };
      recordUndoable({
        label: `Duplicated space “${title}”`,
        ...(onOpen && { open: { label: 'Open', run: () => onOpen(created.id) } }),
        undo: () => remove.mutateAsync({ path }),
        redo: () => restore.mutateAsync({ path }),
        confirmations: { undo: () => spaceDeletionConfirmation(queryClient, organizationId, created) },
      });
      return created;
    } catch (error) {
      toastFailure(error);
      return null;
    }
  };
}
