import { useState } from 'react';
import { emptySelection, extendTo, keepOnly, type Selection, toggle, toggleAll } from '#src/lib/selection.ts';

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

/** Keeps a selection among the given ids; those that leave the list leave the selection. */
export function useSelection(order: readonly string[]): ListSelection {
  const [kept, setSelection] = useState<Selection>(emptySelection);
  const selection = keepOnly(kept, order);
  return {
    ids: selection.ids,
    has: (id) => selection.ids.has(id),
    toggle: (id, extend) => setSelection(extend ? extendTo(selection, id, order) : toggle(selection, id)),
    toggleAll: () => setSelection(toggleAll(selection, order)),
    replace: (ids) => setSelection({ ids: new Set(ids), anchor: null }),
    clear: () => setSelection(emptySelection),
  };
}
