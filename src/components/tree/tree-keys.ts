/** Keyboard support for trees: the WAI-ARIA tree pattern, and moving lifted items. */
import type { Store } from '#src/lib/store.ts';
import {
  type DragRules,
  type RowTarget,
  nextTarget,
  originTarget,
  currentTarget,
  type TargetSearch,
  type TreeDrag,
} from './tree-drag.ts';
import {
  activate,
  moveFocus,
  rowByText,
  rowIndex,
  select,
  selectRange,
  setOpen,
  targetsOf,
  toggleSelected,
  type TreeRow,
  type TreeSource,
  type TreeState,
} from './tree-state.ts';

/** The parts of a tree that its keyboard handler needs. */
export interface KeyHost {
  source: TreeSource;
  state: Store<TreeState>;
  rows(): readonly TreeRow[];
  drag: TreeDrag;
  /** Absent if nothing can be moved. */
  rules: DragRules | undefined;
  textOf(id: string): string;
  /** Scrolls a row, or the line above it, into sight. */
  show(id: string): void;
  onOpen?: (id: string) => void;
  onRename?: (id: string) => void;
  onRemove?: (ids: readonly string[]) => void;
  onMoveByOne?: (ids: readonly string[], direction: 1 | -1) => void;
  onMenu?: (id: string) => void;
}

/** The parts of a keyboard event that are used. */
export type TreeKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Rows per Page Up and Page Down. */
const PAGE_ROWS = 12;

function searchOf(host: KeyHost, ids: readonly string[]): TargetSearch {
  const moved = new Set(ids);
  const validate: TargetSearch['validate'] = (target) => host.rules?.validate(ids, target) ?? null;
  return { rows: host.rows(), source: host.source, moved, validate };
}

function steps(
  search: TargetSearch,
  from: RowTarget | null,
  direction: 1 | -1,
  count: number,
): RowTarget | null {
  let rowTarget: RowTarget | null = null;
  for (let step = 0; step < count; step += 1) {
    const next = nextTarget(search, rowTarget ?? from, direction);
    if (!next) break;
    rowTarget = next;
  }
  return rowTarget;
}

/** Handles all keys while items are lifted, so that they trigger nothing else. */
function onLiftedKey(event: TreeKey, host: KeyHost, ids: readonly string[]): void {
  const { drag } = host;
  const search = searchOf(host, ids);
  const targetBelow = drag.state.get()?.over?.rowTarget;
  const from = (targetBelow && currentTarget(search.rows, targetBelow)) ?? originTarget(search);
  const moves: Record<string, () => RowTarget | null> = {
    ArrowDown: () => steps(search, from, 1, 1),
    ArrowUp: () => steps(search, from, -1, 1),
    PageDown: () => steps(search, from, 1, PAGE_ROWS),
    PageUp: () => steps(search, from, -1, PAGE_ROWS),
    Home: () => nextTarget(search, null, 1),
    End: () => nextTarget(search, null, -1),
  };
  const rowTarget = moves[event.key]?.();
  if (rowTarget) {
    drag.setTarget({ rowTarget, denialReason: null }, null);
    const at = search.rows[Math.min(rowTarget.index, search.rows.length - 1)];
    if (at) host.show(at.id);
  } else if (event.key === 'ArrowRight' && from?.inside) {
    const row = search.rows[from.index];
    if (row) host.state.set((state) => setOpen(state, [row.id], true));
  } else if (event.key === ' ' || event.key === 'Enter') {
    if (drag.state.get()?.over) drag.drop();
    else drag.cancel();
  } else if (event.key === 'Escape' || event.key === 'Tab') drag.cancel();
}

function goTo(host: KeyHost, event: Pick<TreeKey, 'shiftKey' | 'ctrlKey' | 'metaKey'>, index: number): void {
  const rows = host.rows();
  const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
  if (!row) return;
  host.state.set((state) => {
    if (event.shiftKey) return selectRange(state, row.id, rows);
    return event.ctrlKey || event.metaKey ? moveFocus(state, row.id) : activate(state, row.id);
  });
  host.show(row.id);
}

function onArrow(event: TreeKey, host: KeyHost, at: number, row: TreeRow | undefined): boolean {
  const { state } = host;
  switch (event.key) {
    case 'ArrowDown':
      goTo(host, event, at + 1);
      return true;
    case 'ArrowUp':
      goTo(host, event, at === -1 ? Infinity : at - 1);
      return true;
    case 'PageDown':
      goTo(host, event, at + PAGE_ROWS);
      return true;
    case 'PageUp':
      goTo(host, event, at - PAGE_ROWS);
      return true;
    case 'Home':
      goTo(host, event, 0);
      return true;
    case 'End':
      goTo(host, event, Infinity);
      return true;
    case 'ArrowRight':
      if (row?.isContainer && !row.isOpen) state.set((current) => setOpen(current, [row.id], true));
      else if (row && row.childCount > 0) goTo(host, event, at + 1);
      return true;
    case 'ArrowLeft':
      if (row?.isOpen) state.set((current) => setOpen(current, [row.id], false));
      else if (row && row.level > 1) goTo(host, event, rowIndex(host.rows(), row.parent));
      return true;
    default:
      return false;
  }
}

function liftByKey(host: KeyHost, row: TreeRow): void {
  const ids = targetsOf(host.state.get(), row.id, host.rows());
  host.drag.lift({ ids, mode: 'keyboard', over: null, pointer: null });
}

function siblingsOf(rows: readonly TreeRow[], row: TreeRow): string[] {
  return rows.filter((sibling) => sibling.parent === row.parent).map((sibling) => sibling.id);
}

function containersBeside(rows: readonly TreeRow[], row: TreeRow): string[] {
  return rows
    .filter((sibling) => sibling.parent === row.parent && sibling.isContainer)
    .map((sibling) => sibling.id);
}

function onRowKey(event: TreeKey, host: KeyHost, row: TreeRow): boolean {
  const { state } = host;
  const subjects = () => targetsOf(state.get(), row.id, host.rows());
  const modified = event.ctrlKey || event.metaKey;
  if (event.altKey && host.onMoveByOne && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    host.onMoveByOne(subjects(), event.key === 'ArrowUp' ? -1 : 1);
  } else if (event.key === ' ' && modified) state.set((current) => toggleSelected(current, row.id));
  else if (event.key === ' ' && host.rules) liftByKey(host, row);
  else if (event.key === 'Enter') host.onOpen?.(row.id);
  else if (event.key === 'F2') host.onRename?.(row.id);
  else if (event.key === 'Delete') host.onRemove?.(subjects());
  else if (event.key === 'Escape')
    state.set((current) => ({ ...select(current, [row.id]), isSelecting: false }));
  else if (event.key === '*')
    state.set((current) => setOpen(current, containersBeside(host.rows(), row), true));
  else if (event.key === 'a' && modified)
    state.set((current) => select(current, siblingsOf(host.rows(), row)));
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) host.onMenu?.(row.id);
  else return false;
  return true;
}

/** Creates the key handler of one tree. It buffers typed letters to find a row. */
export function createKeyHandler(): (event: TreeKey, host: KeyHost) => boolean {
  let typed = '';
  let lastTyped = 0;

  const onText = (event: TreeKey, host: KeyHost, at: number): boolean => {
    if (!/^[\p{L}\p{N}]$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false;
    const now = Date.now();
    typed = now - lastTyped > 800 ? event.key : typed + event.key;
    lastTyped = now;
    const match = rowByText(host.rows(), at, typed, host.textOf);
    if (match)
      goTo(host, { shiftKey: false, ctrlKey: false, metaKey: false }, rowIndex(host.rows(), match.id));
    return true;
  };

  /** @returns whether the key was handled */
  return (event, host) => {
    const lifted = host.drag.state.get();
    if (lifted) {
      if (lifted.mode === 'keyboard') onLiftedKey(event, host, lifted.ids);
      return event.key !== 'Tab';
    }
    const rows = host.rows();
    const at = rowIndex(rows, host.state.get().active);
    const row = rows[at];
    if (!event.altKey && onArrow(event, host, at, row)) return true;
    return (row !== undefined && onRowKey(event, host, row)) || onText(event, host, at);
  };
}
