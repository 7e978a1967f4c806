import { useEffect, useEffectEvent, useMemo, useState, type ReactNode, type RefObject } from 'react';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { DragRules } from '#src/components/tree/tree-drag.ts';
import type { TypedTitle } from '#src/components/tree/tree-row.tsx';
import { createTreeState, setOpen, type TreeState } from '#src/components/tree/tree-state.ts';
import type { TreeHandle, TreeItems } from '#src/components/tree/tree.tsx';
import {
  adjacentTarget,
  ancestorsOf,
  childrenOf,
  TOP,
  type DropTarget,
  type Moves,
  type OrderedTree,
} from '#src/lib/ordered-tree.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { performChange, saveChange, withPending, type Done, type TreePolicy } from './change-queue.ts';
import type { AnyChange, MoveChange, MoveTo } from './changes.ts';
import type { MoveLabels } from './describe-moves.ts';
import { useRenaming } from './use-renaming.tsx';

/** How items of one kind of tree are moved, and how moves are described. */
export type MovePolicy<Tree> = Pick<Moves<Tree>, 'checkMoves'> &
  MoveLabels<Tree> & { readonly moveTo: MoveTo<Tree> };

/** The state and actions shared by the parts of a tree's screen. */
export interface TreeEditor<Item, Tree, Change> {
  /** The tree with pending changes. */
  readonly tree: Tree;
  /** The tree without pending changes. Forms compare with it, because pending changes may be their own. */
  readonly confirmed: Tree;
  readonly items: TreeItems<Item>;
  /** The number of pending changes. */
  readonly pending: number;
  readonly state: Store<TreeState>;
  /** The item whose title is being edited in its row. */
  readonly renaming: Store<string | null>;
  /** Why nothing can be changed, as a sentence; undefined if it can. */
  readonly readOnly: string | undefined;
  readonly dragRules: DragRules;
  /** Makes a change; an error is shown as a toast. Null does nothing. */
  act(change: Change | null): void;
  /** Renames an item in its row, unless someone else has renamed it since. Resolves to whether renaming is done. */
  rename(id: string, typed: TypedTitle, toChange: (before: string) => Change | null): Promise<boolean>;
  /** The dialog about a title that two people changed, while open. */
  readonly conflict: ReactNode;
  /** Makes a change from a form or dialog, which shows errors itself. */
  save(change: Change): Promise<Done<Change>>;
  /** Moves items, or shows why that is not possible. */
  moveTo(ids: readonly string[], target: DropTarget): void;
  /** Moves items one position up or down and announces the new one. */
  moveByOne(ids: readonly string[], direction: 1 | -1): void;
}

/** Initially open: the containers around the item, and those that the screen selects. */
function initialState(
  tree: OrderedTree<unknown>,
  item: string | undefined,
  opened: Iterable<string>,
): Partial<TreeState> {
  const open = new Set(opened);
  if (item === undefined) return { open };
  for (const above of ancestorsOf(tree, item)) open.add(above);
  return tree.nodes.has(item) ? { open, active: item, selected: new Set([item]), anchor: item } : { open };
}

/** Selects the open item where it was not opened by its row: as a new one, by a link or by the history. */
function useOpenItem(tree: OrderedTree<unknown>, item: string | undefined, state: Store<TreeState>): void {
  const present = item !== undefined && tree.nodes.has(item) ? item : undefined;
  const above = useEffectEvent((id: string) => ancestorsOf(tree, id));
  useEffect(() => {
    if (present === undefined || state.get().selected.has(present)) return;
    state.set((current) => ({
      ...setOpen(current, above(present), true),
      ...{ active: present, selected: new Set([present]), anchor: present },
    }));
  }, [present, state]);
}

/** The tree with pending changes. */
export function useShownTree<Tree, Change, Request, Capabilities>(
  policy: TreePolicy<Tree, Change, Request, Capabilities>,
  confirmed: Tree,
): { tree: Tree; pending: number } {
  const pending = useStore(policy.queue.pending);
  const tree = useMemo(() => withPending(policy, confirmed, pending), [policy, confirmed, pending]);
  return { tree, pending: pending.length };
}

interface TreeEditorOptions<Item, Tree, Change, Request, Capabilities> {
  policy: TreePolicy<Tree, Change, Request, Capabilities>;
  moves: MovePolicy<Tree>;
  confirmed: Tree & OrderedTree<Item>;
  /** The item that the screen has open: it is selected, however it was opened. */
  item: string | undefined;
  /** The initially open containers. */
  opened: (tree: Tree) => Iterable<string>;
  readOnly?: string | undefined;
  handle: RefObject<TreeHandle | null>;
}

/** State and actions of a screen that edits a tree. */
// oxlint-disable-next-line max-lines-per-function -- the actions share the shown tree and its pending changes
export function useTreeEditor<
  Item,
  Tree extends OrderedTree<Item>,
  Other extends { readonly type: string },
  Request,
  Capabilities,
>(
  options: TreeEditorOptions<Item, Tree, AnyChange<MoveChange | Other>, Request, Capabilities>,
): TreeEditor<Item, Tree, AnyChange<MoveChange | Other>> {
  const { policy, moves, confirmed, readOnly, handle } = options;
  const { tree, pending } = useShownTree(policy, confirmed);
  const [state] = useState(() => createTreeState(initialState(tree, options.item, options.opened(tree))));
  useOpenItem(tree, options.item, state);
  const [renaming] = useState(() => createStore<string | null>(null));
  const items = useMemo(
    () => ({
      childrenOf: (id: string) => childrenOf(tree, id),
      isContainer: (id: string) => id !== TOP && tree.children.has(id),
      itemOf: (id: string) => tree.nodes.get(id),
    }),
    [tree],
  );
  /** Includes changes that are not rendered yet, because keys can be pressed faster. */
  const treeNow = () => withPending(policy, policy.cache.cached() ?? confirmed, policy.queue.pending.get());

  const act = (change: AnyChange<MoveChange | Other> | null) => {
    if (!change || readOnly !== undefined) return;
    const show = () => {
      const moved = firstMoved(change);
      if (moved !== null) handle.current?.show(moved);
    };
    const confirmation = policy.confirmationBefore?.(tree, change) ?? null;
    if (confirmation)
      return void confirm({ ...confirmation, action: () => saveChange(policy, tree, change) }).then(
        (confirmed) => confirmed && show(),
      );
    void performChange(policy, tree, change);
    show();
  };

  const { rename, conflict } = useRenaming(policy, act);
  const deny = (reason: string) => toast(reason, { tone: 'error', durationMs: 8000 });
  const moveTo = (ids: readonly string[], target: DropTarget) => {
    const reason = moves.checkMoves(tree, ids, target);
    if (reason !== null) deny(reason);
    else act(moves.moveTo(tree, ids, target));
  };

  return {
    tree,
    confirmed,
    items,
    pending,
    state,
    renaming,
    readOnly,
    dragRules: {
      validate: (ids, target) => moves.checkMoves(tree, ids, target),
      describe: (ids, target) => moves.describeTarget(tree, ids, target),
      describeItems: (ids) => moves.describeItems(tree, ids),
      drop: moveTo,
    },
    act,
    rename,
    conflict,
    save: (change) => saveChange(policy, tree, change),
    moveTo,
    moveByOne(ids, direction) {
      if (readOnly !== undefined) return announce(readOnly);
      const now = treeNow();
      const target = adjacentTarget(now, ids, direction);
      const reason = target && moves.checkMoves(now, ids, target);
      if (reason) return deny(reason);
      const change = target && moves.moveTo(now, ids, target);
      if (!change || !policy.confirmationBefore?.(now, change))
        announce(moves.describeMoveByOne(now, ids, direction, target));
      act(change);
    },
  };
}

/** The first item that a change moves; it is scrolled into view. */
function firstMoved(change: AnyChange<{ readonly type: string }>): string | null {
  const first = 'changes' in change ? change.changes[0] : change;
  return first && isMove(first) ? first.id : null;
}

const isMove = (change: { readonly type: string }): change is MoveChange => change.type === 'move';
