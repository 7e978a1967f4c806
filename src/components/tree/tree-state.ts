import { useState } from 'react';
/** The visible rows of a tree as a flat list. */
import { TOP } from '#src/lib/ordered-tree.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { compareNames } from '#src/lib/text/format.ts';

/** A tree by ids. A new object whenever the order or the items change. */
export interface TreeSource {
  /** Ordered ids below an item, or below `TOP`. */
  childrenOf(id: string): readonly string[];
  /** Whether the item can have children, even if it has none. */
  isContainer(id: string): boolean;
}

/** One visible row. */
export interface TreeRow {
  readonly id: string;
  readonly parent: string;
  /** 1 at the top. */
  readonly level: number;
  /** 1-based position among its siblings, and their number. */
  readonly position: number;
  readonly siblings: number;
  readonly isContainer: boolean;
  readonly isOpen: boolean;
  /** Number of direct children. */
  readonly childCount: number;
}

/** The rows that are visible when the containers in `open` are open, in order. */
export function visibleRows(source: TreeSource, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (parent: string, level: number) => {
    const ids = source.childrenOf(parent);
    ids.forEach((id, index) => {
      const isContainer = source.isContainer(id);
      const isOpen = isContainer && open.has(id);
      const childCount = isContainer ? source.childrenOf(id).length : 0;
      rows.push({
        id,
        parent,
        level,
        position: index + 1,
        siblings: ids.length,
        isContainer,
        isOpen,
        childCount,
      });
      if (isOpen) visit(id, level + 1);
    });
  };
  visit(TOP, 1);
  return rows;
}

/** A memoized `visibleRows`. */
export function rememberRows(): (source: TreeSource, open: ReadonlySet<string>) => readonly TreeRow[] {
  let last: { source: TreeSource; open: ReadonlySet<string>; rows: readonly TreeRow[] } | null = null;
  return (source, open) => {
    if (last?.source !== source || last.open !== open)
      last = { source, open, rows: visibleRows(source, open) };
    return last.rows;
  };
}

/** The ancestors of an item, outermost first; null if it isn't in the tree. */
export function ancestorsOf(source: TreeSource, id: string, below = TOP): string[] | null {
  for (const child of source.childrenOf(below)) {
    if (child === id) return [];
    const ancestors = source.isContainer(child) ? ancestorsOf(source, id, child) : null;
    if (ancestors) return [child, ...ancestors];
  }
  return null;
}

/** The index of the row of an item, or -1. */
export function rowIndex(rows: readonly TreeRow[], id: string | null): number {
  return id === null ? -1 : rows.findIndex((row) => row.id === id);
}

/** The ancestor of a row at a level (itself at its own level); undefined for deeper levels. */
export function ancestorAt(rows: readonly TreeRow[], index: number, level: number): TreeRow | undefined {
  for (let at = index; at >= 0; at -= 1) {
    const row = rows[at];
    if (row && row.level <= level) return row.level === level ? row : undefined;
  }
  return undefined;
}

/** Containers that stay in sight above their rows; further ones would leave no room. */
export const MAX_STICKY = 3;

/**
 * The containers of the rows at the top of a scrolled tree, outermost first. Each takes the place of a row, so the next
 * one is that of the row below it.
 *
 * @param first index of the topmost row
 */
export function stickyRows(rows: readonly TreeRow[], first: number): TreeRow[] {
  const sticky: TreeRow[] = [];
  while (sticky.length < MAX_STICKY) {
    const index = first + sticky.length;
    const row = rows[index];
    const above =
      row && row.level > sticky.length + 1 ? ancestorAt(rows, index, sticky.length + 1) : undefined;
    if (!above) break;
    sticky.push(above);
  }
  return sticky;
}

/** The next row after `from`, wrapping around, whose text starts with `typed`; ignores case and accents. */
export function rowByText(
  rows: readonly TreeRow[],
  from: number,
  typed: string,
  textOf: (id: string) => string,
): TreeRow | undefined {
  // The first letter searches from the next row; further letters may match the current one.
  const start = typed.length === 1 ? from + 1 : Math.max(from, 0);
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[(start + step) % rows.length];
    if (row && compareNames(textOf(row.id).slice(0, typed.length), typed) === 0) return row;
  }
  return undefined;
}

/** The state of one tree; ids of removed items are harmless. */
export interface TreeState {
  readonly open: ReadonlySet<string>;
  /** The row with keyboard focus. */
  readonly active: string | null;
  readonly selected: ReadonlySet<string>;
  /** The anchor of a Shift range. */
  readonly anchor: string | null;
  /** A plain press selects or deselects a row too, as fingers have no Ctrl key. */
  readonly isSelecting: boolean;
}

const INITIAL_STATE: TreeState = {
  open: new Set(),
  active: null,
  selected: new Set(),
  anchor: null,
  isSelecting: false,
};

export function createTreeState(initial: Partial<TreeState> = {}): Store<TreeState> {
  return createStore<TreeState>({ ...INITIAL_STATE, ...initial });
}

/** Activates a row and selects only it. */
export function activate(state: TreeState, id: string): TreeState {
  if (state.active === id && state.selected.size === 1 && state.selected.has(id)) return state;
  return { ...state, active: id, selected: new Set([id]), anchor: id };
}

/** Activates a row; keeps the selection. */
export function moveFocus(state: TreeState, id: string): TreeState {
  return state.active === id ? state : { ...state, active: id };
}

/** Activates the row for its menu; keeps the selection if the row is part of it. */
export function activateForMenu(state: TreeState, id: string): TreeState {
  return state.selected.has(id) ? moveFocus(state, id) : activate(state, id);
}

/** Activates a row and toggles its selection. */
export function toggleSelected(state: TreeState, id: string): TreeState {
  const selected = new Set(state.selected);
  if (!selected.delete(id)) selected.add(id);
  return { ...state, active: id, selected, anchor: id };
}

/** Activates a row and selects the range from the anchor. */
export function selectRange(state: TreeState, id: string, rows: readonly TreeRow[]): TreeState {
  const from = rows.findIndex((row) => row.id === state.anchor);
  const to = rows.findIndex((row) => row.id === id);
  if (from === -1 || to === -1) return activate(state, id);
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...state, active: id, selected: new Set(between.map((row) => row.id)) };
}

/** Selects the row of the opened item, and activates it if the previous item's row was active. */
function followOpenItem(
  state: TreeState,
  previousItem: string | undefined,
  currentItem: string | undefined,
): TreeState {
  if (currentItem === undefined) return select(state, []);
  return state.active === (previousItem ?? null)
    ? activate(state, currentItem)
    : select(state, [currentItem]);
}

export function select(state: TreeState, ids: Iterable<string>): TreeState {
  return { ...state, selected: new Set(ids) };
}

/** Deselects everything; the active row stays. */
export function clearSelection(state: TreeState): TreeState {
  return { ...state, selected: new Set(), anchor: null, isSelecting: false };
}

/** Begins to select by plain presses, with this row if there is one. */
export function startSelecting(state: TreeState, id?: string): TreeState {
  const started = { ...state, isSelecting: true };
  return id === undefined ? { ...started, selected: new Set() } : activate(started, id);
}

/** Opens or closes containers. The same value when nothing changes. */
export function setOpen(state: TreeState, ids: Iterable<string>, isOpen: boolean): TreeState {
  const open = new Set(state.open);
  for (const id of ids) {
    if (isOpen) open.add(id);
    else open.delete(id);
  }
  return open.size === state.open.size ? state : { ...state, open };
}

export function allContainers(source: TreeSource): string[] {
  const visit = (parent: string): string[] =>
    source.childrenOf(parent).flatMap((id) => (source.isContainer(id) ? [id, ...visit(id)] : []));
  return visit(TOP);
}

/** The selected items that are there, in the order of the tree, without descendants of others. */
export function selectedItems({ selected }: TreeState, source: TreeSource): string[] {
  const visit = (parent: string): string[] =>
    source.childrenOf(parent).flatMap((id) => (selected.has(id) ? [id] : visit(id)));
  return selected.size === 0 ? [] : visit(TOP);
}

/**
 * The items an action on a row applies to: the selection if the row is part of it, else the row. In visible order,
 * without descendants of others.
 */
export function targetsOf(state: TreeState, id: string, rows: readonly TreeRow[]): string[] {
  if (!state.selected.has(id)) return [id];
  const selectedIds: string[] = [];
  let below: number | null = null;
  for (const row of rows) {
    if (below !== null && row.level > below) continue;
    below = null;
    if (!state.selected.has(row.id)) continue;
    selectedIds.push(row.id);
    below = row.level;
  }
  return selectedIds.includes(id) ? selectedIds : [id];
}

/** The state of a tree next to its open item, which is selected however it was opened. */
export function useTreeState(item: string | undefined, containers: () => Iterable<string>): Store<TreeState> {
  const [{ state, shown }, set] = useState(() => ({
    state: createTreeState({
      open: new Set(containers()),
      active: item ?? null,
      selected: new Set(item === undefined ? [] : [item]),
    }),
    shown: item,
  }));
  if (shown === item) return state;
  const next = createTreeState(followOpenItem(state.get(), shown, item));
  set({ state: next, shown: item });
  return next;
}
