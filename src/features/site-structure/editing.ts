import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { fetchFresh } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { useTreeEditor, type TreeEditor } from '#src/components/tree-editor/use-tree-editor.ts';
import { activate } from '#src/components/tree/tree-state.ts';
import type { TreeHandle } from '#src/components/tree/tree.tsx';
import { childrenOf, neighborOf } from '#src/lib/ordered-tree.ts';
import { addedBy, type NewSpace } from './changes/add.ts';
import type { Change } from './changes/change.ts';
import { duplicate } from './changes/duplicate.ts';
import { remove, remainingRemoval } from './changes/remove.ts';
import { type DraftMode, useDraft } from './draft/use-draft.ts';
import { groupListingOptions, refetchIntervalOf, siteStructureOptions, type SitePath } from './queries.ts';
import { incomingId, withIncomingSpaces } from './spaces-list/incoming-spaces.ts';
import {
  siteMovePolicy,
  siteRules,
  structureQueueOf,
  useStructurePolicy,
  publicationOf,
  removalConfirmation,
} from './structure-policy.ts';
import type { SiteStructure, StructureNode } from './structure.ts';

/** The open dialog of the editor. */
export type EditorDialog =
  | { readonly type: 'move'; readonly ids: readonly string[] }
  | { readonly type: 'group'; readonly sections: readonly string[] }
  | { readonly type: 'condition'; readonly ids: readonly string[]; readonly declined?: string }
  | { readonly type: 'icon' | 'language'; readonly ids: readonly string[] }
  | { readonly type: 'health' | 'history' | 'text' }
  | {
      readonly type: 'spaces';
      /** What they become: sections, in the container; or variants, in the section or flat site. */
      readonly as: 'sections' | 'variants';
      readonly parent: string;
    };

/** State and actions shared by the parts of the editor. */
export interface Editing extends TreeEditor<StructureNode, SiteStructure, Change> {
  readonly site: SitePath;
  /** Where visitors find the site, with a trailing slash; null before publishing. */
  readonly publishedUrl: string | null;
  readonly dialog: EditorDialog | null;
  /** The draft that changes are gathered in; null while they are sent. */
  readonly draft: DraftMode | null;
  /** Why there are no groups, as a sentence; undefined if there may be. */
  readonly groupsDenial: string | undefined;
  /** Drags spaces into the tree, following a pressed pointer or the arrow keys. */
  dragSpaces(spaces: readonly NewSpace[], down: PointerEvent | null): void;
  /** Copies groups and sections, and shows the copies. */
  duplicateItems(ids: readonly string[]): void;
  /** Removes items after a confirmation with the impact. */
  removeItems(ids: readonly string[]): void;
  /** Shows an item in the panel; null shows the overview. */
  open(id: string | null): void;
  /** Shows a created item, in the panel if the tree stays visible; selects several. Focuses the first one's row. */
  openCreated(ids: readonly string[]): void;
  setDialog(dialog: EditorDialog | null): void;
  /** Gathers changes in the draft, or sends them. */
  setDraft(isOn: boolean): void;
}

interface EditingOptions {
  site: SitePath;
  isPublished: boolean;
  publishedUrl: string | null;
  readOnly: string | undefined;
  /** Whether the panel fits next to the tree. */
  isWide: boolean;
  item: string | undefined;
  /** Whether changes are gathered in the draft. */
  isDraft: boolean;
  onDraft: (isOn: boolean) => void;
  onItem: (id: string | undefined) => void;
  handle: RefObject<TreeHandle | null>;
}

/** Initially open: groups, and everything in small structures. */
function* openedAtFirst(structure: SiteStructure): Generator<string> {
  const isSmall = structure.nodes.size <= 60;
  for (const [id, { kind }] of structure.nodes) {
    if (kind === 'group' || (isSmall && childrenOf(structure, id).length > 1)) yield id;
  }
}

/** State and actions of the editor of a site's structure. */
// oxlint-disable-next-line max-lines-per-function -- its actions share the open item, the tree and the dialog
export function useEditing(options: EditingOptions): Editing {
  const { site, onItem, handle } = options;
  const queryClient = useQueryClient();
  const { data: base } = useSuspenseQuery({
    ...siteStructureOptions(queryClient, site),
    // Between the requests of a change, a response would show half of it.
    refetchInterval: ({ state }) =>
      structureQueueOf(site.siteId).pending.get().length > 0 ? false : refetchIntervalOf(state.data),
  });
  const { data: listsGroups } = useQuery(groupListingOptions(queryClient, site));
  const policy = useStructurePolicy(site);
  const draft = useDraft(site, { isOn: options.isDraft, base, policy });
  const readOnly = options.readOnly ?? draft?.denial;
  const editor = useTreeEditor({
    policy: draft?.policy ?? policy,
    moves: siteMovePolicy,
    confirmed: draft?.drafted.tree ?? base,
    item: options.item,
    opened: openedAtFirst,
    readOnly,
    handle,
  });
  const { tree: structure, state, save } = editor;
  const [dialog, setDialog] = useState<EditorDialog | null>(null);

  const act = (change: Change | null) => {
    editor.act(change);
    if (change?.type !== 'ungroup' || readOnly !== undefined) return;
    if (options.item === change.group.id) onItem(undefined);
    // A closing menu returns the focus to its row, which was removed.
    handle.current?.focus();
  };
  const open = (id: string | null) => {
    onItem(id ?? undefined);
    if (id === null) return;
    state.set((now) => (now.active === id ? now : activate(now, id)));
    handle.current?.show(id);
  };

  const openCreated = (ids: readonly string[]) => {
    const [id] = ids;
    handle.current?.focus();
    if (id === undefined) return;
    // A new group shows the sections in it, and which is the default.
    state.set((now) => ({ ...now, open: new Set([...now.open, id]) }));
    if (ids.length > 1) {
      state.set((now) => ({ ...now, active: id, selected: new Set(ids), anchor: id }));
      return handle.current?.show(id);
    }
    if (options.isWide) return open(id);
    // A sheet over the tree would have to be closed before adding the next item.
    state.set((now) => activate(now, id));
    handle.current?.show(id);
  };

  /** Removes items; a retry removes what the previous attempt left. */
  const createRemoval = (change: Change) => {
    let isFirst = true;
    return async () => {
      const options = siteStructureOptions(queryClient, site);
      // If fetching fails, use the cached structure; the removal then reports the error.
      const cachedStructure = () => queryClient.getQueryData(options.queryKey) ?? null;
      const present = isFirst ? null : await fetchFresh(queryClient, options).catch(cachedStructure);
      isFirst = false;
      const rest = present ? remainingRemoval(present, change) : change;
      if (rest) await save(rest);
    };
  };

  /** Makes a change that adds items, and shows them. */
  const addItems = (change: Change | null) => {
    if (!change || readOnly !== undefined) return;
    save(change).then((saved) => openCreated(addedBy(saved.change)), toastFailure);
  };
  const [draggedSpaces] = useState(() => new Map<string, NewSpace>());
  const dragSpaces = (spaces: readonly NewSpace[], down: PointerEvent | null) => {
    for (const space of spaces) draggedSpaces.set(incomingId(space.id), space);
    const ids = spaces.map(({ id }) => incomingId(id));
    if (down) handle.current?.dragIn(ids, down);
    else handle.current?.pickUp(ids);
  };

  const removeItems = (ids: readonly string[]) => {
    const change = remove(structure, ids);
    if (!change || readOnly !== undefined) return;
    const reason = siteRules.check(structure, change, false);
    if (reason !== null) return toast(reason, { tone: 'error', durationMs: 8000 });
    const next = neighborOf(structure, ids);
    // Nothing of the site is removed before the draft is applied.
    const removing = draft
      ? save(change).then(() => true)
      : confirm({
          ...removalConfirmation(structure, ids, publicationOf(queryClient, site)),
          action: createRemoval(change),
        });
    void removing.catch(toastFailure).then((removed) => {
      if (!removed) return;
      state.set((now) => ({ ...now, active: next, selected: new Set(), anchor: null }));
      if (options.item !== undefined && ids.includes(options.item)) open(null);
      handle.current?.focus();
    });
  };

  const { publishedUrl } = options;
  const groupsDenial = listsGroups === false ? 'This server doesn’t list groups of sections.' : undefined;
  return {
    ...editor,
    site,
    publishedUrl,
    dialog,
    draft,
    groupsDenial,
    act,
    dragRules: withIncomingSpaces(editor.dragRules, {
      structure,
      spaceOf: (id) => draggedSpaces.get(id),
      add: addItems,
    }),
    dragSpaces,
    duplicateItems: (ids) => addItems(duplicate(structure, ids)),
    removeItems,
    open,
    openCreated,
    setDialog,
    setDraft: options.onDraft,
  };
}
