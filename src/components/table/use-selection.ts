import { useState } from 'react';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import {
  emptySelection,
  extendTo,
  pruneSelection,
  type Selection,
  toggle,
  toggleAll,
} from '#src/lib/selection.ts';

/** The selection of a list. */
export interface ListSelection {
  ids: ReadonlySet<string>;
  has: (id: string) => boolean;
  /** Toggles a row, or with `extend` the range from the last toggled one. */
  toggle: (id: string, extend: boolean) => void;
  toggleAll: () => void;
  /** Selects exactly these. */
  replace: (ids: readonly string[]) => void;
  clear: () => void;
}

const noShortcuts: readonly Shortcut[] = [];

/** A selection among the given ids; removed ids leave it, and Escape clears it. */
export function useSelection(order: readonly string[], onClear?: () => void): ListSelection {
  const [stored, setSelection] = useState<Selection>(emptySelection);
  const selection = pruneSelection(stored, order);
  const clear = () => {
    setSelection(emptySelection);
    onClear?.();
  };
  useShortcuts(
    selection.ids.size === 0
      ? noShortcuts
      : [{ keys: 'escape', label: 'Clear selection', group: 'List', run: clear }],
  );
  return {
    ids: selection.ids,
    has: (id) => selection.ids.has(id),
    toggle: (id, extend) => setSelection(extend ? extendTo(selection, id, order) : toggle(selection, id)),
    toggleAll: () => setSelection(toggleAll(selection, order)),
    replace: (ids) => setSelection({ ids: new Set(ids), anchor: null }),
    clear,
  };
}
