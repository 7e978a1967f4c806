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

/** The selection of one list, for the table and for what acts on the selected rows. */
export interface ListSelection {
  ids: ReadonlySet<string>;
  has: (id: string) => boolean;
  /** Switches a row, or with `extend` all rows from the last switched one to it. */
  toggle: (id: string, extend: boolean) => void;
  toggleAll: () => void;
  /** Selects exactly these. */
  replace: (ids: readonly string[]) => void;
  clear: () => void;
}

const noShortcuts: readonly Shortcut[] = [];

/**
 * Keeps a selection among the given ids; those that leave the list leave the selection, and Escape ends it.
 *
 * @param onClear what else ends with it
 */
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
