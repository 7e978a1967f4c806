import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchField } from '#src/components/table/search-field.tsx';
import { UndoButtons } from '#src/components/undo/undo-buttons.tsx';
import type { Store } from '#src/lib/store.ts';
import { IconButton } from '#src/ui/button.tsx';
import { allContainers, type TreeSource, type TreeState } from './tree-state.ts';

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
