import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, Copy, Trash2 } from 'lucide-react';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { useDuplicateSpace, useDeleteContent } from '#src/features/content/actions.ts';
import type { ItemActions } from '#src/features/content/content-menu.tsx';
import { arrangeDenial, moveDenial } from '#src/features/content/content-tree.ts';
import { contentOptions } from '#src/features/content/queries.ts';
import { useHasImports } from '#src/features/imports/capabilities.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import type { MenuEntry } from '#src/ui/menu.ts';

/** Actions of the content tree besides moving. */
// oxlint-disable-next-line max-lines-per-function -- a table: one action of the tree after the other
export function useItemActions(organizationId: string): {
  actions: ItemActions;
  remove: (id: string) => void;
} {
  const queryClient = useQueryClient();
  const canImport = useHasImports();
  const navigate = useNavigate();
  const { deleteSpace, deleteCollection } = useDeleteContent(organizationId);
  const openSpace = (spaceId: string) =>
    void navigate({ to: '/o/$organizationId/spaces/$spaceId', params: { organizationId, spaceId } });
  const duplicate = useDuplicateSpace(organizationId, openSpace);
  const getTree = () => queryClient.getQueryData(contentOptions(queryClient, organizationId).queryKey);

  const remove = (item: ContentItem | undefined) => {
    if (item?.kind === 'space') void deleteSpace(item);
    if (item?.kind === 'collection') void deleteCollection(item);
  };
  const add = (kind: 'space' | 'collection', parent: string | undefined) =>
    void navigate({
      to: `/o/$organizationId/content/new-${kind}`,
      params: { organizationId },
      search: (old) => ({ ...old, parent }),
    });
  const open = (item: ContentItem, dialog?: 'transfer') =>
    void (item.kind === 'space'
      ? navigate({
          to: '/o/$organizationId/spaces/$spaceId',
          params: { organizationId, spaceId: item.id },
          search: { dialog },
        })
      : navigate({
          to: '/o/$organizationId/collections/$collectionId',
          params: { organizationId, collectionId: item.id },
          search: { dialog },
        }));

  const more = (item: ContentItem): MenuEntry[] => {
    const tree = getTree();
    const denialReason = tree && moveDenial(tree, item.id);
    const parentDenialReason = tree && arrangeDenial(tree, tree.parents.get(item.id) ?? TOP);
    const duplicateEntries: MenuEntry[] =
      item.kind === 'space'
        ? [
            {
              label: 'Duplicate',
              icon: <Copy />,
              disabledReason: parentDenialReason,
              onSelect: () => void duplicate(item),
            },
          ]
        : [];
    return [
      ...duplicateEntries,
      {
        label: 'Transfer…',
        icon: <ArrowRightLeft />,
        disabledReason: denialReason,
        onSelect: () => open(item, 'transfer'),
      },
      {
        label: 'Delete…',
        icon: <Trash2 />,
        tone: 'danger',
        keys: 'delete',
        disabledReason: denialReason,
        onSelect: () => remove(item),
      },
    ];
  };

  return {
    actions: {
      open,
      addSpace: (parent) => add('space', parent),
      addCollection: (parent) => add('collection', parent),
      ...(canImport && {
        importInto: (parent: string) =>
          void navigate({
            to: '/o/$organizationId/imports/new',
            params: { organizationId },
            search: { parent },
          }),
      }),
      more,
    },
    remove(id) {
      const tree = getTree();
      if (tree && moveDenial(tree, id) === null) remove(tree.nodes.get(id));
    },
  };
}
