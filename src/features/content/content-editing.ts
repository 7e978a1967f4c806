import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type RefObject } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import type { TreeHandle, TreeItems } from '#src/components/tree/tree.tsx';
import { createTreeState, setOpen, type TreeState } from '#src/components/tree/tree-state.ts';
import type { ContentItem } from '#src/api/generated/types.gen.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { moveItems, renameItem, useContent } from './content-changes.ts';
import { childrenOf, TOP, type ContentTree } from './content-tree.ts';
import { checkMoves, nudgeTarget, type Target } from './moves.ts';

/** Everything that the parts of the tree's screen share. */
export interface ContentEditing {
  readonly organizationId: string;
  /** What is shown: changes on their way are in it. */
  readonly tree: ContentTree;
  readonly items: TreeItems<ContentItem>;
  /** How many changes are on their way. */
  readonly pending: number;
  readonly state: Store<TreeState>;
  /** The item whose title is being edited in its row. */
  readonly renaming: Store<string | null>;
  /** The items that the "Move to…" dialog is open for. */
  readonly moving: readonly string[] | null;
  askWhere(ids: readonly string[] | null): void;
  /** Moves items, or says why that is not possible. */
  move(ids: readonly string[], target: Target): void;
  nudge(ids: readonly string[], direction: 1 | -1): void;
  rename(item: ContentItem, title: string): void;
}

/** What is open at first: what is around the item of the address, and everything where that is little. */
function initialState(tree: ContentTree, at: string | undefined): Partial<TreeState> {
  const open = new Set<string>();
  if (tree.nodes.size <= 60) for (const id of tree.children.keys()) open.add(id);
  for (let id = at && tree.parents.get(at); id; id = tree.parents.get(id)) open.add(id);
  if (at === undefined || !tree.nodes.has(at)) return { open };
  return { open, active: at, selected: new Set([at]), anchor: at };
}

/** The state of the screen with the tree of content, and what can be done in it. */
export function useContentEditing(
  organizationId: string,
  at: string | undefined,
  handle: RefObject<TreeHandle | null>,
): ContentEditing {
  const queryClient = useQueryClient();
  const { tree, pending } = useContent(organizationId);
  const [state] = useState(() => createTreeState(initialState(tree, at)));
  const [renaming] = useState(() => createStore<string | null>(null));
  const [moving, askWhere] = useState<readonly string[] | null>(null);
  const items = useMemo(
    () => ({
      childrenOf: (id: string) => childrenOf(tree, id),
      isContainer: (id: string) => id !== TOP && tree.children.has(id),
      itemOf: (id: string) => tree.nodes.get(id),
    }),
    [tree],
  );

  const move = (ids: readonly string[], target: Target) => {
    const refusal = checkMoves(tree, ids, target);
    if (refusal !== null) return toast(refusal, { tone: 'failed', lasts: 8000 });
    const [first] = ids;
    moveItems(queryClient, organizationId, tree, { ids, target });
    // Once the picture shows it in its new place.
    if (first !== undefined) setTimeout(() => handle.current?.show(first), 20);
  };

  return {
    organizationId,
    tree,
    items,
    pending,
    state,
    renaming,
    moving,
    askWhere,
    move,
    nudge(ids, direction) {
      const target = nudgeTarget(tree, ids, direction);
      if (target) move(ids, target);
    },
    rename(item, title) {
      if (title === '' || title === item.title) return;
      renameItem(queryClient, organizationId, { id: item.id, before: item.title, title });
    },
  };
}

/** The ids of the items whose title contains a text, in any case. */
export function matchingItems(tree: ContentTree, text: string): string[] {
  const wanted = text.toLocaleLowerCase();
  return [...tree.nodes.values()]
    .filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
    .map(({ id }) => id);
}

/** Only what matches, with what holds it and what it holds. */
export function onlyMatching(
  tree: ContentTree,
  items: TreeItems<ContentItem>,
  matches: readonly string[],
): TreeItems<ContentItem> {
  const shown = new Set<string>();
  const showBelow = (id: string) => {
    if (shown.has(id)) return;
    shown.add(id);
    for (const child of childrenOf(tree, id)) showBelow(child);
  };
  for (const id of matches) showBelow(id);
  for (const id of matches) for (let up = tree.parents.get(id); up; up = tree.parents.get(up)) shown.add(up);
  return { ...items, childrenOf: (id) => items.childrenOf(id).filter((child) => shown.has(child)) };
}

/** Opens what is around items, so that they can be seen. */
export function openAround({ state, tree }: ContentEditing, ids: Iterable<string>): void {
  const above = new Set<string>();
  for (const id of ids) for (let up = tree.parents.get(id); up; up = tree.parents.get(up)) above.add(up);
  state.set((now) => setOpen(now, above, true));
}
