/** Which rows of a list are selected, and from where the next range begins. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row that was last switched by itself; Shift extends from here. */
  readonly anchor: string | null;
}

export const emptySelection: Selection = { ids: new Set(), anchor: null };

/** Switches one row and makes it the anchor. */
export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/**
 * Gives every row between the anchor and `id` the state that `id` is switched to. Without an anchor in `order` it
 * switches `id` alone.
 *
 * @param order the ids as they are shown
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

/** Forgets the rows that are no longer there. The same object when nothing is to be forgotten. */
export function pruneSelection(selection: Selection, order: readonly string[]): Selection {
  const present = new Set(order);
  const ids = new Set([...selection.ids].filter((id) => present.has(id)));
  return ids.size === selection.ids.size ? selection : { ids, anchor: selection.anchor };
}
