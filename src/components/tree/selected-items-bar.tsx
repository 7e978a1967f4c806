import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import type { Store } from '#src/lib/store.ts';
import type { MenuAction } from '#src/ui/menu.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { TreeState } from './tree-state.ts';

interface SelectedItemsBarProps {
  state: Store<TreeState>;
  /** Which of the selected items are still there. */
  selected: () => readonly string[];
  /** What can be done with them together. */
  actions: () => readonly MenuAction[];
}

/** What can be done with several selected items of a tree; one alone has its own menu. */
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
