import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, Copy, Trash2 } from 'lucide-react';
import type { ContentItem } from '#api/generated/types.gen.ts';
import type { ItemActions } from '#src/features/content/content-menu.tsx';
import { contentOptions } from '#src/features/content/content-query.ts';
import { useDuplication } from '#src/features/content/duplication.ts';
import { arrangeDenial, moveDenial } from '#src/features/content/content-tree.ts';
import { useRemoval } from '#src/features/content/removal.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import type { MenuEntry } from '#src/ui/menu.ts';

/** What the screen with the tree does with an item beside moving it, and how it deletes one. */
export function useItemActions(organizationId: string): {
  actions: ItemActions;
  remove: (id: string) => void;
} {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { removeSpace, removeCollection } = useRemoval(organizationId);
  const duplicate = useDuplication(organizationId);
  const treeNow = () => queryClient.getQueryData(contentOptions(queryClient, organizationId).queryKey);

  const remove = (item: ContentItem | undefined) => {
    if (item?.kind === 'space') void removeSpace(item);
    if (item?.kind === 'collection') void removeCollection(item);
  };
  const add = (kind: 'space' | 'collection', parent: string | undefined) =>
    void navigate({
      to: `/o/$organizationId/content/new-${kind}`,
      params: { organizationId },
      search: (old) => ({ ...old, parent }),
    });
  const open = (item: ContentItem, ask?: 'transfer') =>
    void (item.kind === 'space'
      ? navigate({
          to: '/o/$organizationId/spaces/$spaceId',
          params: { organizationId, spaceId: item.id },
          search: { ask },
        })
      : navigate({
          to: '/o/$organizationId/collections/$collectionId',
          params: { organizationId, collectionId: item.id },
          search: { ask },
        }));

  const more = (item: ContentItem): MenuEntry[] => {
    const tree = treeNow();
    const refusal = tree && moveDenial(tree, item.id);
    const around = tree && arrangeDenial(tree, tree.parents.get(item.id) ?? TOP);
    const copying: MenuEntry[] =
      item.kind === 'space'
        ? [
            {
              label: 'Duplicate',
              icon: <Copy />,
              disabledReason: around,
              onSelect: () => void duplicate(item),
            },
          ]
        : [];
    return [
      ...copying,
      {
        label: 'Transfer…',
        icon: <ArrowRightLeft />,
        disabledReason: refusal,
        onSelect: () => open(item, 'transfer'),
      },
      {
        label: 'Delete…',
        icon: <Trash2 />,
        tone: 'danger',
        keys: 'delete',
        disabledReason: refusal,
        onSelect: () => remove(item),
      },
    ];
  };

  return {
    actions: {
      open,
      addSpace: (parent) => add('space', parent),
      addCollection: (parent) => add('collection', parent),
      more,
    },
    remove(id) {
      const tree = treeNow();
      if (tree && moveDenial(tree, id) === null) remove(tree.nodes.get(id));
    },
  };
}
