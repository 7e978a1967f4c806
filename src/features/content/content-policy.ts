/** The tree editor's policy for the content tree. */
import { useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo, useState, type RefObject } from 'react';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { invalidate, type InvalidationTarget } from '#src/api/queries.ts';
import {
  cachedTree,
  createChangeQueues,
  performChange,
  type TreePolicy,
} from '#src/components/tree-editor/change-queue.ts';
import {
  type ChangeKind,
  createChangeRules,
  type MoveChange,
  movesChange,
  combine,
} from '#src/components/tree-editor/changes.ts';
import {
  useShownTree,
  useTreeEditor,
  type MovePolicy,
  type TreeEditor,
} from '#src/components/tree-editor/use-tree-editor.ts';
import type { TreeHandle } from '#src/components/tree/tree.tsx';
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import { movesBetween } from '#src/lib/reorder.ts';
import { moveKind, moveTo, type ContentChange } from './changes/move.ts';
import { renameKind, renameTo, type RenameChange } from './changes/rename.ts';
import { type ContentTree, contentMoves } from './content-tree.ts';
import { contentLabels } from './labels.ts';
import { contentOptions } from './queries.ts';
import { fetchTitle, sendContentRequest, type ContentRequest } from './requests.ts';

type Single = MoveChange | RenameChange;

const kinds = { move: moveKind, rename: renameKind };
const kindOf = ({ type }: Single): ChangeKind<ContentTree, Single, ContentChange, ContentRequest, void> =>
  kinds[type];

export const contentRules = createChangeRules(kindOf);

export const contentMovePolicy: MovePolicy<ContentTree> = { ...contentMoves, ...contentLabels, moveTo };

const queueOf = createChangeQueues<ContentChange>();

function revertChanges(after: ContentTree, before: ContentTree): ContentChange {
  const order = movesChange(
    after,
    movesBetween(after, before, contentMoves.applyMove),
    '',
    contentMoves.applyMove,
  );
  const titles = [...after.nodes.values()].flatMap(
    (item) => renameTo(item, before.nodes.get(item.id)?.title ?? '') ?? [],
  );
  return combine([...(order ? [order] : []), ...titles]);
}

const idsIn = (change: ContentChange): string[] =>
  change.type === 'batch' ? change.changes.flatMap(idsIn) : [change.id];

function contentPolicy(
  queryClient: QueryClient,
  organizationId: string,
): TreePolicy<ContentTree, ContentChange, ContentRequest, void> {
  const cache = cachedTree(queryClient, contentOptions(queryClient, organizationId));
  return {
    queue: queueOf(organizationId),
    cache,
    rules: contentRules,
    revertChange: (after, before) => ({ change: revertChanges(after, before), isComplete: true }),
    capabilities: async () => undefined,
    send: sendContentRequest,
    fetchTitle: (id) => fetchTitle(cache.cached()?.nodes.get(id)),
    loadsBeforeUndo: false,
    refresh(change) {
      const items = idsIn(change).flatMap((id): InvalidationTarget[] => [
        { operation: 'getSpace', path: { spaceId: id } },
        { operation: 'getCollection', path: { collectionId: id } },
      ]);
      const lists = { operation: 'listContent', path: { organizationId } } as const;
      void invalidate(queryClient, lists, ...items, 'listCollectionSpaces', 'listSpaces');
    },
    canRetry: ({ type }) => type === 'rename',
  };
}

export function useContentPolicy(
  organizationId: string,
): TreePolicy<ContentTree, ContentChange, ContentRequest, void> {
  const queryClient = useQueryClient();
  return useMemo(() => contentPolicy(queryClient, organizationId), [queryClient, organizationId]);
}

/** The content without pending changes. */
export function useConfirmedContent(organizationId: string): ContentTree {
  return useSuspenseQuery(contentOptions(useQueryClient(), organizationId)).data;
}

/** The content with pending changes, and a function to move items from other screens. */
export function useContent(organizationId: string): {
  tree: ContentTree;
  move: (id: string, target: DropTarget) => void;
} {
  const policy = useContentPolicy(organizationId);
  const { tree } = useShownTree(policy, useConfirmedContent(organizationId));
  return {
    tree,
    move(id, target) {
      const change = moveTo(tree, [id], target);
      if (change) void performChange(policy, tree, change);
    },
  };
}

/** The editor of the content tree, with the items of the open "Move to…" dialog. */
export interface ContentEditor extends TreeEditor<ContentItem, ContentTree, ContentChange> {
  readonly moving: readonly string[] | null;
  openMoveDialog(ids: readonly string[] | null): void;
}

/** @param item the initially selected item */
export function useContentEditor(
  organizationId: string,
  item: string | undefined,
  handle: RefObject<TreeHandle | null>,
): ContentEditor {
  const [moving, setMoving] = useState<readonly string[] | null>(null);
  const editor = useTreeEditor({
    policy: useContentPolicy(organizationId),
    moves: contentMovePolicy,
    confirmed: useConfirmedContent(organizationId),
    item,
    // Small trees start fully expanded.
    opened: ({ nodes, children }) => (nodes.size <= 60 ? children.keys() : []),
    handle,
  });
  return { ...editor, moving, openMoveDialog: setMoving };
}
