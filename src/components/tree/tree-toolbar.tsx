import { ChevronsDownUp, ChevronsUpDown, Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchField } from '#src/components/table/search-field.tsx';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import { currentScreen, redoLast, undoLast, undoStack } from '#src/components/undo/undo.ts';
import { redoLabel, undoLabel } from '#src/lib/shared-labels.ts';
import type { Store } from '#src/lib/store.ts';
import { latestOn } from '#src/lib/undo-stack.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { IconButton } from '#src/ui/button.tsx';
import type { MenuAction } from '#src/ui/menu.ts';
import { allContainers, selectedItems, type TreeSource, type TreeState } from './tree-state.ts';

interface SelectedItemsBarProps {
  state: Store<TreeState>;
  items: TreeSource;
  actions: () => readonly MenuAction[];
}

/** Bulk actions for selected tree items; a single item has its own menu. */
export function SelectedItemsBar({ state, items, actions }: SelectedItemsBarProps) {
  const { length } = selectedItems(useStore(state), items);
  if (length < 2) return null;
  return (
    <SelectionBar
      count={length}
      noun="item"
      onClear={() => state.set((now) => ({ ...now, selected: new Set(), anchor: null }))}
      size="small"
      actions={actions().map((action, index) => ({ ...action, prominent: index === 0 }))}
    />
  );
}

/** Undo and redo buttons of the current screen; `readOnly` is the reason why nothing can be changed. */
function UndoButtons({ readOnly }: { readOnly?: string | undefined }) {
  const { done, undone, busy } = useStore(undoStack.state);
  const screen = useStore(currentScreen);
  const last = latestOn(done, screen);
  const next = latestOn(undone, screen);
  return (
    <>
      <IconButton
        label={last ? `Undo: ${last.label}` : undoLabel}
        disabledReason={readOnly ?? (last ? false : 'Nothing to undo.')}
        pending={busy}
        onClick={() => void undoLast()}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label={next ? `Redo: ${next.label}` : redoLabel}
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
  /** Shown before undo and redo. */
  sortControls?: ReactNode;
  /** Shown at the end. */
  children?: ReactNode;
}

/** The toolbar of a tree: search, expand and collapse, undo, and its own actions. */
export function TreeToolbar({ label, query, onQuery, state, items, ...rest }: TreeToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line p-2">
      <SearchField label={label} value={query} onSearch={onQuery} className="min-w-40 flex-1 sm:max-w-64" />
      <span className="flex flex-1 items-center justify-end gap-0.5">
        <IconButton
          label="Expand all"
          onClick={() => state.set((now) => ({ ...now, open: new Set(allContainers(items)) }))}
        >
          <ChevronsUpDown />
        </IconButton>
        <IconButton label="Collapse all" onClick={() => state.set((now) => ({ ...now, open: new Set() }))}>
          <ChevronsDownUp />
        </IconButton>
        {rest.sortControls}
        <UndoButtons readOnly={rest.readOnlyReason} />
        {rest.children}
      </span>
    </div>
  );
}
