/** Deleting spaces and collections: what goes with them, the question, and the way back. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  deleteCollectionMutation,
  deleteSpaceMutation,
  getSpaceOptions,
  listSitesOptions,
  restoreSpaceMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import type { Refresh } from '#src/api/queries.ts';
import { confirm, type Confirmation } from '#src/components/confirm/confirm.ts';
import { confirmDeletion } from '#src/components/confirm/confirm-deletion.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { countOf } from '#src/lib/counts.ts';
import { nameSome } from '#src/lib/name-some.ts';
import { contentOptions } from './content-query.ts';
import { countBelow } from './content-tree.ts';

/** Everything that lists spaces or shows where they are. */
export const contentLists = [
  'listContent',
  'listSpaces',
  'listCollections',
  'listCollectionSpaces',
  'listSites',
  'listSiteSpaces',
  'getSiteStructure',
] as const satisfies readonly Refresh[];

/** The same without the lists that end with a collection, which cannot be asked for any more. */
const listsAround = contentLists.filter((list) => list !== 'listCollectionSpaces');

/** What goes with a space, one sentence each. @param sites those that show it, the first by name */
export function spaceImpact(
  { changeRequestsOpen, comments }: Pick<Space, 'changeRequestsOpen' | 'comments'>,
  sites: { names: readonly string[]; total: number },
): string[] {
  const impact = [
    sites.total > 0
      ? `Removed from ${countOf(sites.total, 'site')}: ${nameSome(sites.names, sites.total)}.`
      : 'Not used on any site.',
  ];
  const waiting = [
    ...(changeRequestsOpen > 0 ? [countOf(changeRequestsOpen, 'open change request')] : []),
    ...(comments > 0 ? [countOf(comments, 'open comment')] : []),
  ];
  if (waiting.length > 0) impact.push(`${waiting.join(' and ')} become inaccessible.`);
  impact.push('You can restore it with all its content from the trash for 7 days.');
  return impact;
}

/** What goes with a collection, one sentence each. */
export function collectionImpact({ collections, spaces }: { collections: number; spaces: number }): string[] {
  if (collections === 0 && spaces === 0) return ['The collection is empty.'];
  return [
    ...(collections > 0 ? [`Also deletes ${countOf(collections, 'collection')} inside.`] : []),
    ...(spaces > 0
      ? [
          `Moves ${countOf(spaces, 'space')} to the trash. You can restore each to the top level for 7 days.`,
          'Access granted on the collection is lost.',
        ]
      : []),
  ];
}

/** What is asked before a space is deleted, whatever deletes it. */
export const spaceRemovalQuestion = (
  queryClient: QueryClient,
  organizationId: string,
  { id, title }: { id: string; title: string },
): Confirmation => ({
  title: `Delete space “${title}”?`,
  confirmLabel: 'Delete space',
  tone: 'danger',
  impact: () => impactOfSpace(queryClient, organizationId, id),
});

async function impactOfSpace(
  queryClient: QueryClient,
  organizationId: string,
  id: string,
): Promise<string[]> {
  const [space, sites] = await Promise.all([
    queryClient.fetchQuery({ ...getSpaceOptions({ path: { spaceId: id } }), staleTime: 0 }),
    queryClient.fetchQuery(listSitesOptions({ path: { organizationId }, query: { space: id, limit: 4 } })),
  ]);
  const names = sites.items.map(({ title }) => title);
  return spaceImpact(space, { names, total: sites.count });
}

/** The functions that ask and delete; each says whether it was done. */
interface Removal {
  removeSpace: (space: { id: string; title: string }) => Promise<boolean>;
  removeCollection: (collection: { id: string; title: string }) => Promise<boolean>;
  /** Brings a space back from the trash; rejects when that fails. */
  restore: (space: { id: string; title: string }) => Promise<void>;
}

/** Deletes spaces and collections after a question that says what goes with them. */
export function useRemoval(organizationId: string): Removal {
  const queryClient = useQueryClient();
  const space = useApiMutation(deleteSpaceMutation(), { refreshes: contentLists });
  const collection = useApiMutation(deleteCollectionMutation(), { refreshes: listsAround });
  const restored = useApiMutation(restoreSpaceMutation(), {
    refreshes: ({ path }) => [...contentLists, { operation: 'getSpace', path }],
  });
  const back = (id: string) => restored.mutateAsync({ path: { spaceId: id } });
  return {
    async removeSpace({ id, title }) {
      const remove = () => space.mutateAsync({ path: { spaceId: id } });
      const question = spaceRemovalQuestion(queryClient, organizationId, { id, title });
      const done = await confirm({ ...question, action: remove });
      if (done) {
        recordUndoable({
          label: `Deleted space “${title}”`,
          undo: () => back(id),
          redo: remove,
          asks: { redo: () => question },
        });
      }
      return done;
    },
    removeCollection({ id, title }) {
      return confirmDeletion({
        kind: 'collection',
        name: title,
        confirmLabel: 'Delete collection',
        typeToConfirm: title,
        impact: async () => {
          const options = contentOptions(queryClient, organizationId);
          return collectionImpact(countBelow(await queryClient.fetchQuery({ ...options, staleTime: 0 }), id));
        },
        action: () => collection.mutateAsync({ path: { collectionId: id } }),
      });
    },
    async restore({ id, title }) {
      await back(id);
      recordUndoable({
        label: `Restored space “${title}”`,
        undo: () => space.mutateAsync({ path: { spaceId: id } }),
        redo: () => back(id),
        asks: { undo: () => spaceRemovalQuestion(queryClient, organizationId, { id, title }) },
      });
    },
  };
}
