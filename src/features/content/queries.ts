/** Fetches the content tree in pages, not item by item. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getOrganizationOptions, listContentQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listCollections, listCollectionSpaces, listContent } from '#api/generated/sdk.gen.ts';
import type { Collection, ContentItem, Space } from '#api/generated/types.gen.ts';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { requestWithFallback } from '#src/api/optional-requests.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { intervalWithoutStream } from '#src/api/queries.ts';
import { levelLabels } from '#src/domain/roles/level-labels.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { ancestorsOf, TOP } from '#src/lib/ordered-tree.ts';
import { buildTree, type ContentTree } from './content-tree.ts';

/** The result of `inherit` for an item, and its source; empty at the top level, whose name says it. */
export function describeInheritedLevel(tree: ContentTree, id: string): string {
  for (const above of ancestorsOf(tree, id)) {
    const ancestor = tree.nodes.get(above);
    if (ancestor && ancestor.defaultLevel !== 'inherit') {
      return `Currently “${levelLabels(ancestor.defaultLevel, 'collection').name}”, set on “${ancestor.title}”.`;
    }
  }
  if (tree.detached.has(id)) return 'Set on a collection you can’t see.';
  return tree.parents.get(id) === TOP ? '' : 'Currently each member’s organization role.';
}

/** Refetch interval while the tree is open, in milliseconds. */
const REFETCH_INTERVAL_MS = 20_000;

const fromSpace = ({
  id,
  title,
  emoji,
  parent,
  editMode,
  defaultLevel,
  permissions,
  updatedAt,
  changeRequestsOpen,
}: Space): ContentItem => ({
  kind: 'space',
  id,
  title,
  emoji,
  ...(parent !== undefined && { parent }),
  ...(editMode !== undefined && { editMode }),
  defaultLevel,
  canEdit: permissions.admin,
  updatedAt,
  changeRequestsOpen,
});

const fromCollection = ({ id, title, parent, defaultLevel, permissions }: Collection): ContentItem => ({
  kind: 'collection',
  id,
  title,
  ...(parent !== undefined && { parent }),
  defaultLevel,
  canEdit: permissions.admin,
});

/** For servers without a common order: collections first, then the spaces of each. */
async function fetchLists(queryClient: QueryClient, organizationId: string, signal: AbortSignal) {
  const path = { organizationId };
  const more = { signal, throwOnError: true } as const;
  // At once, because each may take seconds.
  const [collections, all] = await Promise.all([
    fetchAllPages(async (query) => (await listCollections({ path, query, ...more })).data, { signal }),
    fetchAllSpaces(queryClient, organizationId, signal),
  ]);
  const inCollections = await mapLimit(collections, 8, ({ id: collectionId }) =>
    fetchAllPages(
      async (query) => (await listCollectionSpaces({ path: { collectionId }, query, ...more })).data,
      { signal },
    ),
  );
  const spaces = [...all.filter(({ parent }) => parent === undefined), ...inCollections.flat()];
  return [...collections.map(fromCollection), ...spaces.map(fromSpace)];
}

/** The tree of collections and spaces that the user can see. */
export function contentOptions(queryClient: QueryClient, organizationId: string) {
  const path = { organizationId };
  const [key] = listContentQueryKey({ path });
  return queryOptions({
    // A separate key, because the cached value is not the server's response.
    queryKey: [{ ...key, as: 'tree' }],
    queryFn: async ({ signal }) => {
      const fetchListed = () =>
        fetchAllPages(
          async (query) => (await listContent({ path, query, signal, throwOnError: true })).data,
          {
            signal,
          },
        );
      const [organization, items] = await Promise.all([
        queryClient.ensureQueryData(getOrganizationOptions({ path })),
        requestWithFallback(queryClient, 'listContent', fetchListed, () =>
          fetchLists(queryClient, organizationId, signal),
        ),
      ]);
      return buildTree(items, organization.permissions.createContent);
    },
    // The tree consists of maps, which structural sharing can't compare.
    structuralSharing: false,
    staleTime: 5_000,
    refetchInterval: () => intervalWithoutStream(REFETCH_INTERVAL_MS),
  });
}
