import { useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { readNow } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { TreeHandle, TreeItems } from '#src/components/tree/tree.tsx';
import { activate, createTreeState, setOpen, type TreeState } from '#src/components/tree/tree-state.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { announce } from '#src/ui/live-region.ts';
import type { Change } from './changes.ts';
import { nudge, remove, restOfRemoval } from './gestures.ts';
import { objectionTo } from './guard.ts';
import { removalQuestion } from './impact.ts';
import { childrenOf, neighbourOf, type SiteStructure, type StructureNode } from './structure.ts';
import { type SitePath, siteStructureOptions } from './structure-query.ts';
import { perform, performOrThrow, type Done } from './submit-change.ts';
import { structureNow, useStructure, useTreeItems } from './use-structure.ts';
import { describeNudge } from './words.ts';

/** What is open over the editor. */
export type EditorDialog =
  | { readonly type: 'move'; readonly ids: readonly string[] }
  | { readonly type: 'group'; readonly sections: readonly string[] }
  | { readonly type: 'section'; readonly parent: string }
  | { readonly type: 'site-space'; readonly parent: string };

/** Everything that the parts of the editor share. */
export interface Editing {
  readonly site: SitePath;
  /** What is shown: changes on their way are in it. */
  readonly structure: SiteStructure;
  /** What the server has said, for forms, which must not take their own unsaved values for it. */
  readonly confirmed: SiteStructure;
  readonly items: TreeItems<StructureNode>;
  /** How many changes are on their way. */
  readonly pending: number;
  readonly tree: Store<TreeState>;
  /** The item whose title is being edited in its row. */
  readonly renaming: Store<string | null>;
  /** Why nothing can be changed, as a sentence, or undefined. */
  readonly readOnly: string | undefined;
  readonly dialog: EditorDialog | null;
  /** Carries out a gesture; a failure becomes a toast. Null does nothing. */
  act(change: Change | null): void;
  /** Moves items one place up or down, and says where they are then. */
  nudge(ids: readonly string[], direction: 1 | -1): void;
  /** Carries out what a form or dialog asks for; a failure is the caller's to show. */
  save(change: Change): Promise<Done>;
  /** Asks, with what else is affected, and removes. */
  removeItems(ids: readonly string[]): void;
  /** Shows an item in the panel, or the overview. */
  open(id: string | null): void;
  /** Shows what was just made, in the panel where that leaves the tree in sight, and gives its row the focus. */
  openMade(id: string): void;
  ask(dialog: EditorDialog | null): void;
}

interface EditingOptions {
  site: SitePath;
  isPublished: boolean;
  readOnly: string | undefined;
  /** There is room for the panel beside the tree. */
  isWide: boolean;
  item: string | undefined;
  onItem: (id: string | undefined) => void;
  handle: RefObject<TreeHandle | null>;
}

/** What is open at first: what is above the item of the URL, and everything where that is little. */
function initialTree(structure: SiteStructure, item: string | undefined): Partial<TreeState> {
  const open = new Set<string>();
  const few = structure.nodes.size <= 60;
  for (const [id, node] of structure.nodes) {
    const holds = childrenOf(structure, id).length;
    if (node.kind === 'group' || (few && holds > 1)) open.add(id);
  }
  for (let id = item && structure.parents.get(item); id; id = structure.parents.get(id)) open.add(id);
  if (item === undefined || !structure.nodes.has(item)) return { open };
  return { open, active: item, selected: new Set([item]), anchor: item };
}

/** The state of the editor of one site's structure, and what can be done in it. */
export function useEditing(options: EditingOptions): Editing {
  const { site, readOnly, onItem, handle } = options;
  const queryClient = useQueryClient();
  const { structure, confirmed, pending } = useStructure(site);
  const items = useTreeItems(structure);
  const [tree] = useState(() => createTreeState(initialTree(structure, options.item)));
  const [renaming] = useState(() => createStore<string | null>(null));
  const [dialog, ask] = useState<EditorDialog | null>(null);

  /** Opens what holds the moved item and scrolls to it, once the picture shows it there. */
  const showMoved = (change: Change) => {
    if (change.type === 'ungroup') {
      if (options.item === change.group.id) onItem(undefined);
      // The menu gives the focus back to the row of the group, which is gone.
      setTimeout(() => handle.current?.focus(), 20);
    }
    if (change.type !== 'move' && change.type !== 'batch') return;
    const first = change.type === 'move' ? change : change.changes[0];
    if (first?.type !== 'move') return;
    setTimeout(() => handle.current?.show(first.id), 20);
  };

  const act = (change: Change | null) => {
    if (!change || readOnly !== undefined) return;
    showMoved(change);
    void perform(queryClient, site, structure, change);
  };
  const moveByOne = (ids: readonly string[], direction: 1 | -1) => {
    if (readOnly !== undefined) return announce(readOnly);
    const now = structureNow(queryClient, site) ?? structure;
    const change = nudge(now, ids, direction);
    announce(describeNudge(now, ids, direction, change));
    act(change);
  };
  const save = (change: Change) => performOrThrow(queryClient, site, structure, change);
  const open = (id: string | null) => {
    onItem(id ?? undefined);
    if (id === null) return;
    tree.set((state) => (state.active === id ? state : activate(state, id)));
    handle.current?.show(id);
  };

  const openMade = (id: string) => {
    handle.current?.focus();
    if (options.isWide) return open(id);
    // A sheet over the tree would have to be closed before the next one can be added.
    tree.set((state) => activate(state, id));
    handle.current?.show(id);
  };

  /** Removes; when asked again after a failure, what the attempt before has left. */
  const removeOrGoOn = (change: Change) => {
    let isFirst = true;
    return async () => {
      const options = siteStructureOptions(queryClient, site);
      // Where it cannot be read, what is known has to do: the attempt then says better what is wrong.
      const known = () => queryClient.getQueryData(options.queryKey) ?? null;
      const present = isFirst ? null : await readNow(queryClient, options).catch(known);
      isFirst = false;
      const rest = present ? restOfRemoval(present, change) : change;
      if (rest) await save(rest);
    };
  };

  const removeItems = (ids: readonly string[]) => {
    const change = remove(structure, ids);
    if (!change || readOnly !== undefined) return;
    const objection = objectionTo(structure, change, false);
    if (objection !== null) return toast(objection, { tone: 'failed', lasts: 8000 });
    const next = neighbourOf(structure, ids);
    void confirm({
      ...removalQuestion(structure, ids, options.isPublished),
      action: removeOrGoOn(change),
    }).then((removed) => {
      if (!removed) return;
      tree.set((state) => ({ ...state, active: next, selected: new Set(), anchor: null }));
      if (options.item !== undefined && ids.includes(options.item)) open(null);
      handle.current?.focus();
    });
  };

  return {
    site,
    structure,
    confirmed,
    items,
    pending,
    tree,
    renaming,
    readOnly,
    dialog,
    act,
    nudge: moveByOne,
    save,
    removeItems,
    open,
    openMade,
    ask,
  };
}

/** Opens the containers above what matches, so that matches can be seen. */
export function openAround(tree: Store<TreeState>, structure: SiteStructure, ids: Iterable<string>): void {
  const above = new Set<string>();
  for (const id of ids) {
    for (let up = structure.parents.get(id); up; up = structure.parents.get(up)) above.add(up);
  }
  tree.set((state) => setOpen(state, above, true));
}
