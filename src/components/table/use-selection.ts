import { useState } from 'react';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';

/** The selected rows of a list and the anchor of the next range. */
interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row that was last toggled on its own; Shift extends from here. */
  readonly anchor: string | null;
}

export const emptySelection: Selection = { ids: new Set(), anchor: null };

/** Toggles one row and makes it the anchor. */
export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/**
 * Sets every row between the anchor and `id` to the new state of `id`. Without an anchor in `order` it toggles only
 * `id`.
 */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id);
  const selecting = !selection.ids.has(id);
  const ids = new Set(selection.ids);
  for (const between of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (selecting) ids.add(between);
    else ids.delete(between);
  }
  return { ids, anchor: id };
}

/** Selects all of `order`, or nothing when all of it is selected already. */
export function toggleAll(selection: Selection, order: readonly string[]): Selection {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id));
  return all ? emptySelection : { ids: new Set(order), anchor: null };
}

/** Removes rows that no longer exist. Returns the same object if nothing changed. */
export function pruneSelection(selection: Selection, order: readonly string[]): Selection {
  // Mostly nothing is selected, and `order` may be long.
  if (selection.ids.size === 0) return selection;
  const present = new Set(order);
  const ids = new Set([...selection.ids].filter((id) => present.has(id)));
  return ids.size === selection.ids.size ? selection : { ids, anchor: selection.anchor };
}

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
  const [stored, setStored] = useState<Selection>(emptySelection);
  const selection = pruneSelection(stored, order);
  const clear = () => {
    setStored(emptySelection);
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
    toggle: (id, extend) => setStored(extend ? extendTo(selection, id, order) : toggle(selection, id)),
    toggleAll: () => setStored(toggleAll(selection, order)),
    replace: (ids) => setStored({ ids: new Set(ids), anchor: null }),
    clear,
  };
}
