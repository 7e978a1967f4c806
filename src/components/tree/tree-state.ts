/**
 * The visible rows of a tree, as a flat list that the screen, the keyboard and a drag all count in, and which of them are
 * open, active and selected. Plain values; the tree reads them from a store.
 */
import { TOP } from '#src/lib/ordered-tree.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** A tree by ids. A new object whenever the order or the items change. */
export interface TreeSource {
  /** Ordered ids below an item, or below `TOP`. */
  childrenOf(id: string): readonly string[];
  /** Whether the item can hold others; such a row can be opened, even while it is empty. */
  isContainer(id: string): boolean;
}

/** One visible row. */
export interface TreeRow {
  readonly id: string;
  readonly parent: string;
  /** 1 at the top. */
  readonly level: number;
  /** 1-based place among its siblings, and how many there are. */
  readonly position: number;
  readonly siblings: number;
  readonly isContainer: boolean;
  readonly isOpen: boolean;
  /** How many items are directly in it. */
  readonly holds: number;
}

/** The rows that are visible when the containers in `open` are open, in order. */
export function visibleRows(source: TreeSource, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (parent: string, level: number) => {
    const ids = source.childrenOf(parent);
    ids.forEach((id, index) => {
      const isContainer = source.isContainer(id);
      const isOpen = isContainer && open.has(id);
      const holds = isContainer ? source.childrenOf(id).length : 0;
      rows.push({ id, parent, level, position: index + 1, siblings: ids.length, isContainer, isOpen, holds });
      if (isOpen) visit(id, level + 1);
    });
  };
  visit(TOP, 1);
  return rows;
}

/** A function like `visibleRows` that remembers its last answer, for callers that ask again and again. */
export function rememberRows(): (source: TreeSource, open: ReadonlySet<string>) => readonly TreeRow[] {
  let last: { source: TreeSource; open: ReadonlySet<string>; rows: readonly TreeRow[] } | null = null;
  return (source, open) => {
    if (last?.source !== source || last.open !== open)
      last = { source, open, rows: visibleRows(source, open) };
    return last.rows;
  };
}

/** The ids above an item, the outermost first; null when the tree does not hold it. */
export function ancestorsOf(source: TreeSource, id: string, below = TOP): string[] | null {
  for (const child of source.childrenOf(below)) {
    if (child === id) return [];
    const found = source.isContainer(child) ? ancestorsOf(source, id, child) : null;
    if (found) return [child, ...found];
  }
  return null;
}

/** The index of the row of an item, or -1. */
export function rowIndex(rows: readonly TreeRow[], id: string | null): number {
  return id === null ? -1 : rows.findIndex((row) => row.id === id);
}

/** The ancestor of a row at a level, or the row itself at its own; undefined for deeper levels. */
export function ancestorAt(rows: readonly TreeRow[], index: number, level: number): TreeRow | undefined {
  for (let at = index; at >= 0; at -= 1) {
    const row = rows[at];
    if (row && row.level <= level) return row.level === level ? row : undefined;
  }
  return undefined;
}

/** The next row after `from`, going round, whose text begins with `typed`; case and accents are ignored. */
export function rowByText(
  rows: readonly TreeRow[],
  from: number,
  typed: string,
  textOf: (id: string) => string,
): TreeRow | undefined {
  const collator = new Intl.Collator(undefined, { sensitivity: 'base' });
  // The first letter looks further on; more letters may still mean the row that they have led to.
  const start = typed.length === 1 ? from + 1 : Math.max(from, 0);
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[(start + step) % rows.length];
    if (row && collator.compare(textOf(row.id).slice(0, typed.length), typed) === 0) return row;
  }
  return undefined;
}

/** The state of one tree. Ids of items that are gone may stay in it; they do no harm. */
export interface TreeState {
  readonly open: ReadonlySet<string>;
  /** The row that the keyboard is on. */
  readonly active: string | null;
  readonly selected: ReadonlySet<string>;
  /** Where a range with Shift begins. */
  readonly anchor: string | null;
}

const INITIAL_STATE: TreeState = { open: new Set(), active: null, selected: new Set(), anchor: null };

/** Makes the state of a tree. */
export function createTreeState(initial: Partial<TreeState> = {}): Store<TreeState> {
  return createStore<TreeState>({ ...INITIAL_STATE, ...initial });
}

/** The row becomes active and the only selected one. */
export function activate(state: TreeState, id: string): TreeState {
  if (state.active === id && state.selected.size === 1 && state.selected.has(id)) return state;
  return { ...state, active: id, selected: new Set([id]), anchor: id };
}

/** The row becomes active; the selection stays. */
export function moveFocus(state: TreeState, id: string): TreeState {
  return state.active === id ? state : { ...state, active: id };
}

/** What a menu of the row is about becomes active: with the selection when the row belongs to it, else alone. */
export function activateForMenu(state: TreeState, id: string): TreeState {
  return state.selected.has(id) ? moveFocus(state, id) : activate(state, id);
}

/** The row becomes active and is selected, or no longer. */
export function toggleSelected(state: TreeState, id: string): TreeState {
  const selected = new Set(state.selected);
  if (!selected.delete(id)) selected.add(id);
  return { ...state, active: id, selected, anchor: id };
}

/** The row becomes active, and the rows from the anchor to it are selected. */
export function selectRange(state: TreeState, id: string, rows: readonly TreeRow[]): TreeState {
  const from = rows.findIndex((row) => row.id === state.anchor);
  const to = rows.findIndex((row) => row.id === id);
  if (from === -1 || to === -1) return activate(state, id);
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...state, active: id, selected: new Set(between.map((row) => row.id)) };
}

/**
 * Another item was opened, from wherever: its row is the selected one, and has the keyboard where the row of the one before
 * had it.
 */
export function followOpenItem(
  state: TreeState,
  previousItem: string | undefined,
  currentItem: string | undefined,
): TreeState {
  if (currentItem === undefined) return select(state, []);
  return state.active === (previousItem ?? null)
    ? activate(state, currentItem)
    : select(state, [currentItem]);
}

/** Selects exactly these rows. */
export function select(state: TreeState, ids: Iterable<string>): TreeState {
  return { ...state, selected: new Set(ids) };
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

/** Every container of the tree. */
export function allContainers(source: TreeSource): string[] {
  const visit = (parent: string): string[] =>
    source.childrenOf(parent).flatMap((id) => (source.isContainer(id) ? [id, ...visit(id)] : []));
  return visit(TOP);
}

/**
 * What a gesture on a row is about: the whole selection when the row belongs to it, else the row.
 * In visible order, and without items that move anyway because something above them does.
 */
export function targetsOf(state: TreeState, id: string, rows: readonly TreeRow[]): string[] {
  if (!state.selected.has(id)) return [id];
  const chosen: string[] = [];
  let below: number | null = null;
  for (const row of rows) {
    if (below !== null && row.level > below) continue;
    below = null;
    if (!state.selected.has(row.id)) continue;
    chosen.push(row.id);
    below = row.level;
  }
  return chosen.includes(id) ? chosen : [id];
}
