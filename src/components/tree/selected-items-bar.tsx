import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import type { Store } from '#src/lib/store.ts';
import type { MenuAction } from '#src/ui/menu.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { TreeState } from './tree-state.ts';

interface SelectedItemsBarProps {
  state: Store<TreeState>;
  /** The selected items that still exist. */
  selected: () => readonly string[];
  actions: () => readonly MenuAction[];
}

/** Bulk actions for selected tree items; a single item has its own menu. */
export function SelectedItemsBar({ state, selected, actions }: SelectedItemsBarProps) {
  useStore(state);
  const { length } = selected();
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
