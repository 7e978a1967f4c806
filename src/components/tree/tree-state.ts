/** Which rows of a tree are open, active and selected. Plain values; the tree reads them from a store. */
import { createStore, type Store } from '#src/lib/store.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import type { TreeRow, TreeSource } from './tree-rows.ts';

/** The state of one tree. Ids of items that are gone may stay in it; they do no harm. */
export interface TreeState {
  readonly open: ReadonlySet<string>;
  /** The row that the keyboard is on. */
  readonly active: string | null;
  readonly selected: ReadonlySet<string>;
  /** Where a range with Shift begins. */
  readonly anchor: string | null;
}

const CLOSED: TreeState = { open: new Set(), active: null, selected: new Set(), anchor: null };

/** Makes the state of a tree. */
export function createTreeState(initial: Partial<TreeState> = {}): Store<TreeState> {
  return createStore<TreeState>({ ...CLOSED, ...initial });
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
export function pick(state: TreeState, id: string): TreeState {
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
export function follow(state: TreeState, before: string | undefined, now: string | undefined): TreeState {
  if (now === undefined) return select(state, []);
  return state.active === (before ?? null) ? activate(state, now) : select(state, [now]);
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
export function subjectsOf(state: TreeState, id: string, rows: readonly TreeRow[]): string[] {
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
