import { FoldVertical, ListChecks, Redo2, SlidersHorizontal, Undo2, UnfoldVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchField } from '#src/components/table/search-field.tsx';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import { currentScreen, redoLast, undoLast, undoStack } from '#src/components/undo/undo.ts';
import type { Store } from '#src/lib/store.ts';
import { latestOn } from '#src/lib/undo-stack.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { IconButton } from '#src/ui/button.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuAction, MenuEntry } from '#src/ui/menu.ts';
import {
  allContainers,
  clearSelection,
  selectedItems,
  startSelecting,
  type TreeSource,
  type TreeState,
} from './tree-state.ts';

interface SelectedItemsBarProps {
  state: Store<TreeState>;
  items: TreeSource;
  /** Several selected items have a panel of their own. */
  hasPanel?: boolean;
  actions: () => readonly MenuAction[];
}

const none: readonly string[] = [];

/** The selected items if there are several, in order and without descendants of others; a single one is just open. */
export function useSelectedItems(state: Store<TreeState>, items: TreeSource): readonly string[] {
  const current = useStore(state);
  const selectedRows = current.selected.size > 1 ? selectedItems(current, items) : none;
  return selectedRows.length > 1 ? selectedRows : none;
}

/** Bulk actions for selected tree items. A single one has its own menu, unless rows are selected by plain presses. */
export function SelectedItemsBar({ state, items, hasPanel = false, actions }: SelectedItemsBarProps) {
  const current = useStore(state);
  const { length } = useSelectedItems(state, items);
  const count = current.isSelecting ? selectedItems(current, items).length : length;
  if (hasPanel ? length > 1 || !current.isSelecting : count === 0 && !current.isSelecting) return null;
  return (
    <SelectionBar
      count={count}
      noun="item"
      isOpen={current.isSelecting}
      onClear={() => state.set(clearSelection)}
      size="small"
      actions={count === 0 ? [] : actions().map((action, index) => ({ ...action, prominent: index === 0 }))}
    />
  );
}

/** Undo and redo buttons of the current screen; `readOnly` is the reason why nothing can be changed. */
export function UndoButtons({ readOnly }: { readOnly?: string | undefined }) {
  const { done, undone, busy } = useStore(undoStack.state);
  const screen = useStore(currentScreen);
  const last = latestOn(done, screen);
  const next = latestOn(undone, screen);
  return (
    <>
      <IconButton
        label={last ? `Undo: ${last.label}` : 'Undo'}
        disabledReason={readOnly ?? (last ? false : 'Nothing to undo.')}
        pending={busy}
        onClick={() => void undoLast()}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label={next ? `Redo: ${next.label}` : 'Redo'}
        // Phones have no room for what is of no use.
        className={next ? undefined : 'max-sm:hidden'}
        disabledReason={readOnly ?? (next ? false : 'Nothing to redo.')}
        pending={busy}
        onClick={() => void redoLast()}
      >
        <Redo2 />
      </IconButton>
    </>
  );
}

interface TreeToolbarProps {
  /** Label of the search field. */
  label: string;
  query: string;
  onQuery: (text: string) => void;
  state: Store<TreeState>;
  items: TreeSource;
  /** Why the tree is read-only. */
  readOnlyReason?: string | undefined;
  /** Shown beside the search, on phones in a line below. */
  filters?: ReactNode;
  /** Further entries of the menu "View". */
  viewEntries?: () => readonly MenuEntry[];
  /** Shown at the end. */
  children?: ReactNode;
}

/** The toolbar of a tree: search, one menu for its view, undo and redo, and its own actions. */
export function TreeToolbar({ label, query, onQuery, state, items, ...rest }: TreeToolbarProps) {
  const entries = (): MenuEntry[] => [
    {
      label: 'Expand all',
      icon: <UnfoldVertical />,
      onSelect: () => state.set((now) => ({ ...now, open: new Set(allContainers(items)) })),
    },
    {
      label: 'Collapse all',
      icon: <FoldVertical />,
      onSelect: () => state.set((now) => ({ ...now, open: new Set() })),
    },
    ...(rest.viewEntries?.() ?? []),
    'separator',
    {
      label: 'Select items',
      icon: <ListChecks />,
      disabledReason: rest.readOnlyReason,
      onSelect: () => state.set((now) => startSelecting(now)),
    },
  ];
  return (
    <div className="tree-toolbar">
      <SearchField label={label} value={query} onSearch={onQuery} className="min-w-24 flex-1 sm:max-w-64" />
      {rest.filters && <span className="tree-filters">{rest.filters}</span>}
      <MenuButton label="View" icon={<SlidersHorizontal />} entries={entries}>
        <span className="max-sm:sr-only">View</span>
      </MenuButton>
      <span className="flex flex-wrap items-center gap-1.5 sm:ml-auto">
        <UndoButtons readOnly={rest.readOnlyReason} />
        {rest.children}
      </span>
    </div>
  );
}
