import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { fetchFresh } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { useTreeEditor, type TreeEditor } from '#src/components/tree-editor/use-tree-editor.ts';
import { activate } from '#src/components/tree/tree-state.ts';
import type { TreeHandle } from '#src/components/tree/tree.tsx';
import { childrenOf, neighbourOf } from '#src/lib/ordered-tree.ts';
import type { Change } from './changes/change.ts';
import { remove, restOfRemoval } from './changes/remove.ts';
import { restBetween, siteStructureOptions, type SitePath } from './queries.ts';
import {
  siteMovePolicy,
  siteRules,
  structureQueueOf,
  useStructurePolicy,
  removalQuestion,
} from './structure-policy.ts';
import type { SiteStructure, StructureNode } from './structure.ts';

/** What is open over the editor. */
export type EditorDialog =
  | { readonly type: 'move'; readonly ids: readonly string[] }
  | { readonly type: 'group'; readonly sections: readonly string[] }
  | { readonly type: 'section'; readonly parent: string }
  | { readonly type: 'site-space'; readonly parent: string };

/** Everything that the parts of the editor share. */
export interface Editing extends TreeEditor<StructureNode, SiteStructure, Change> {
  readonly site: SitePath;
  readonly dialog: EditorDialog | null;
  /** Asks, with what else is affected, and removes. */
  removeItems(ids: readonly string[]): void;
  /** Shows an item in the panel, or the overview. */
  open(id: string | null): void;
  /** Shows a created item, in the panel if the tree stays visible, and focuses its row. */
  openCreated(id: string): void;
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

/** The containers that are open at first: groups, and everything where that is little. */
function* openedAtFirst(structure: SiteStructure): Generator<string> {
  const isSmall = structure.nodes.size <= 60;
  for (const [id, { kind }] of structure.nodes) {
    if (kind === 'group' || (isSmall && childrenOf(structure, id).length > 1)) yield id;
  }
}

/** The state of the editor of one site's structure, and what can be done in it. */
export function useEditing(options: EditingOptions): Editing {
  const { site, readOnly, onItem, handle } = options;
  const queryClient = useQueryClient();
  const { data: confirmed } = useSuspenseQuery({
    ...siteStructureOptions(queryClient, site),
    // An answer amid the calls of a change would show half of it.
    refetchInterval: ({ state }) =>
      structureQueueOf(site.siteId).pending.get().length > 0 ? false : restBetween(state.data),
  });
  const editor = useTreeEditor({
    policy: useStructurePolicy(site),
    moves: siteMovePolicy,
    confirmed,
    item: options.item,
    opened: openedAtFirst,
    readOnly,
    handle,
  });
  const { tree: structure, state, save } = editor;
  const [dialog, ask] = useState<EditorDialog | null>(null);

  const act = (change: Change | null) => {
    editor.act(change);
    if (change?.type !== 'ungroup' || readOnly !== undefined) return;
    if (options.item === change.group.id) onItem(undefined);
    // The menu would give the focus back to the row of the group, which is gone.
    handle.current?.focus();
  };
  const open = (id: string | null) => {
    onItem(id ?? undefined);
    if (id === null) return;
    state.set((now) => (now.active === id ? now : activate(now, id)));
    handle.current?.show(id);
  };

  const openCreated = (id: string) => {
    handle.current?.focus();
    if (options.isWide) return open(id);
    // A sheet over the tree would have to be closed before the next one can be added.
    state.set((now) => activate(now, id));
    handle.current?.show(id);
  };

  /** Removes; when asked again after a failure, what the attempt before has left. */
  const removeOrGoOn = (change: Change) => {
    let isFirst = true;
    return async () => {
      const options = siteStructureOptions(queryClient, site);
      // Where it cannot be read, what is known has to do: the attempt then says better what is wrong.
      const known = () => queryClient.getQueryData(options.queryKey) ?? null;
      const present = isFirst ? null : await fetchFresh(queryClient, options).catch(known);
      isFirst = false;
      const rest = present ? restOfRemoval(present, change) : change;
      if (rest) await save(rest);
    };
  };

  const removeItems = (ids: readonly string[]) => {
    const change = remove(structure, ids);
    if (!change || readOnly !== undefined) return;
    const reason = siteRules.check(structure, change, false);
    if (reason !== null) return toast(reason, { tone: 'error', durationMs: 8000 });
    const next = neighbourOf(structure, ids);
    void confirm({
      ...removalQuestion(structure, ids, options.isPublished),
      action: removeOrGoOn(change),
    }).then((removed) => {
      if (!removed) return;
      state.set((now) => ({ ...now, active: next, selected: new Set(), anchor: null }));
      if (options.item !== undefined && ids.includes(options.item)) open(null);
      handle.current?.focus();
    });
  };

  return { ...editor, site, dialog, act, removeItems, open, openCreated, ask };
}
