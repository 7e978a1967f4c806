import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { CustomField, CustomFieldValue, SpaceFieldValues } from '#api/generated/types.gen.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { FocusAfterCommit } from '#src/features/custom-fields/cell-editor.tsx';
import { isSameValue, parseValue, serializeValue } from '#src/features/custom-fields/cell-values.ts';
import { fieldTitle } from '#src/features/custom-fields/labels.ts';
import type { PastedCells } from '#src/features/custom-fields/matrix/matrix-file.ts';
import type { SpaceChange } from '#src/features/custom-fields/value-changes.ts';
import { parseCells, formatCells } from '#src/lib/text/csv.ts';
import { formatCount } from '#src/lib/text/format.ts';

/** A cell of the matrix; column 0 contains the space titles. */
export interface CellPosition {
  row: number;
  col: number;
}

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** How long a cell that was moved to may take to be rendered. */
const MAX_FRAMES = 60;

/** Rows per Page Up and Page Down. */
const pageRows = 12;

/**
 * The cell that a key moves to; null for other keys.
 *
 * @param size number of rows and columns
 */
export function cellAfterKey(
  { key, ctrlKey, metaKey }: Key,
  at: CellPosition,
  size: CellPosition,
): CellPosition | null {
  const toEnd = ctrlKey || metaKey;
  const step = {
    ArrowUp: { row: toEnd ? -Infinity : -1, col: 0 },
    ArrowDown: { row: toEnd ? Infinity : 1, col: 0 },
    ArrowLeft: { row: 0, col: toEnd ? -Infinity : -1 },
    ArrowRight: { row: 0, col: toEnd ? Infinity : 1 },
    PageUp: { row: -pageRows, col: 0 },
    PageDown: { row: pageRows, col: 0 },
    Home: { row: toEnd ? -Infinity : 0, col: -Infinity },
    End: { row: toEnd ? Infinity : 0, col: Infinity },
  }[key];
  if (!step) return null;
  const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return { row: clamp(at.row + step.row, size.row), col: clamp(at.col + step.col, size.col) };
}

/** Whether a key starts typing: one printable character without modifiers. */
export function startsTyping(event: Key & { altKey: boolean }): boolean {
  return (
    [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  );
}

interface UseMatrixOptions {
  rows: readonly SpaceFieldValues[];
  fields: readonly CustomField[];
  /** Applies changes; the label describes them in the past tense. */
  change: (changes: readonly SpaceChange[], label: string) => void;
  /** Called when several cells are pasted. */
  onPasted: (pasted: PastedCells) => void;
  grid: RefObject<HTMLTableElement | null>;
  /** Scrolls a row into view. */
  scrollTo: RefObject<((index: number) => void) | null>;
}

type Matrix = Pick<UseMatrixOptions, 'rows' | 'fields' | 'change'>;

const showHint = (text: string) => toast(text, { tone: 'error', id: 'matrix' });

/** The active cell, the selected rows of its column, and whether the cell is edited. */
function useActiveCell({ rows, fields, grid, scrollTo }: Omit<UseMatrixOptions, 'change' | 'onPasted'>) {
  const [activeCell, setActiveCell] = useState<CellPosition>({ row: 0, col: 1 });
  /** The row where the selection starts. */
  const [selectionStart, setSelectionStart] = useState(0);
  const [editing, setEditing] = useState<{ typed?: string } | null>(null);
  const refocus = useRef(false);
  /** The cell that was moved to last. */
  const target = useRef<CellPosition>(null);

  const moveTo = (to: CellPosition, extend = false) => {
    flushSync(() => {
      setEditing(null);
      setActiveCell(to);
      if (!extend) setSelectionStart(to.row);
      if (!findCell(grid, to)) scrollTo.current?.(to.row);
    });
    refocus.current = true;
    target.current = to;
    const cell = findCell(grid, to);
    if (cell) return cell.focus();
    // The cell that has the focus may go before the other one is rendered: keys that are pressed meanwhile are the grid's.
    grid.current?.focus({ preventScroll: true });
    focusOnceRendered(to, MAX_FRAMES);
  };

  /** Rows outside the viewport are rendered some frames after scrolling. */
  const focusOnceRendered = (to: CellPosition, frames: number) => {
    requestAnimationFrame(() => {
      if (target.current !== to || document.activeElement !== grid.current) return;
      const cell = findCell(grid, to);
      if (cell) cell.focus();
      else if (frames > 0) focusOnceRendered(to, frames - 1);
    });
  };

  const edit = (typed?: string) => {
    if (fields[activeCell.col - 1] && rows[activeCell.row]?.canEdit)
      setEditing(typed === undefined ? {} : { typed });
  };

  return {
    activeCell,
    setActiveCell,
    selectionStart,
    selectedRows: rangeOf(selectionStart, activeCell.row),
    clearSelection: () => setSelectionStart(activeCell.row),
    editing,
    edit,
    endEditing: () => setEditing(null),
    moveTo,
    refocus,
  };
}

type ActiveCell = ReturnType<typeof useActiveCell>;

/** Changes of values in the active column. */
function columnActions({ rows, fields, change }: Matrix, active: ActiveCell) {
  const { activeCell, selectedRows, moveTo, endEditing } = active;
  const field = fields[activeCell.col - 1];

  const setValues = (indexes: readonly number[], value: CustomFieldValue | null, what: string) => {
    if (!field) return;
    const changes = indexes.flatMap((index): SpaceChange[] => {
      const row = rows[index];
      if (!row?.canEdit) return [];
      const before = row.values[field.name] ?? null;
      if (isSameValue(before, value)) return [];
      const { id: spaceId, title } = row.space;
      return [{ spaceId, title, before: { [field.name]: before }, after: { [field.name]: value } }];
    });
    const where =
      changes.length === 1 ? `of “${changes[0]?.title}”` : `of ${formatCount(changes.length, 'space')}`;
    change(changes, `${what} ${fieldTitle(field)} ${where}`);
    const deniedCount = indexes.filter((index) => rows[index] && !rows[index].canEdit).length;
    if (deniedCount > 0)
      toast(`You can’t edit ${formatCount(deniedCount, 'space')} in the selection.`, { tone: 'error' });
  };

  return {
    fillDown: () => {
      const [first, ...others] = selectedRows;
      if (first === undefined || !field) return;
      if (others.length === 0)
        return showHint('Select several cells first. Hold Shift and press an arrow key.');
      const value = rows[first]?.values[field.name];
      // Filling from an empty cell would clear the others; Delete does that.
      if (value === undefined)
        return showHint('The first selected cell is empty. Press Delete to clear cells.');
      setValues(others, value, 'Filled');
    },
    clear: () => setValues(selectedRows, null, 'Cleared'),
    paste: (value: CustomFieldValue | null) => setValues(selectedRows, value, 'Pasted'),
    commit: (value: CustomFieldValue | null, after: FocusAfterCommit) => {
      setValues([activeCell.row], value, 'Set');
      if (after === 'stay') return endEditing();
      const key = { key: after === 'down' ? 'ArrowDown' : 'ArrowRight', ctrlKey: false, metaKey: false };
      moveTo(cellAfterKey(key, activeCell, sizeOf({ rows, fields })) ?? activeCell);
    },
  };
}

/** Focus, selection and editing of the matrix, with keyboard and mouse handling. */
export function useMatrix(options: UseMatrixOptions) {
  const active = useActiveCell(options);
  const actions = columnActions(options, active);
  const { activeCell, selectedRows, editing, edit, moveTo } = active;
  return {
    activeCell,
    selectedRows,
    editing,
    edit,
    commit: actions.commit,
    cancel: () => moveTo(activeCell),
    fillDown: actions.fillDown,
    events: {
      onKeyDown: handleKey(options, active, actions),
      ...clipboardHandlers(options, active, actions.paste),
      ...pointerHandlers(active),
    },
  };
}

type ColumnActions = ReturnType<typeof columnActions>;

const handleKey =
  (
    { rows, fields, grid }: Pick<UseMatrixOptions, 'rows' | 'fields' | 'grid'>,
    active: ActiveCell,
    actions: ColumnActions,
  ) =>
  (event: KeyboardEvent) => {
    const { activeCell, selectionStart, editing, edit, moveTo } = active;
    // Column headings are links, where keys keep their usual meaning.
    const isOfCell = event.target === grid.current || cellPositionOf(event.target);
    if (editing || event.altKey || !isOfCell) return;
    const to = cellAfterKey(event, activeCell, sizeOf({ rows, fields }));
    const extend = event.shiftKey && to?.col === activeCell.col;
    if (to) moveTo(to, extend);
    else if (event.key === 'Enter' && activeCell.col === 0) return;
    else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (event.key === 'Delete' || event.key === 'Backspace') actions.clear();
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) actions.fillDown();
    else if (event.key === 'Escape' && selectionStart !== activeCell.row) active.clearSelection();
    else if (startsTyping(event) && activeCell.col > 0 && rows[activeCell.row]?.canEdit) edit(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

const clipboardHandlers = (
  { rows, fields, onPasted }: Pick<UseMatrixOptions, 'rows' | 'fields' | 'onPasted'>,
  { activeCell, selectionStart, selectedRows, editing }: ActiveCell,
  paste: ColumnActions['paste'],
) => {
  const field = fields[activeCell.col - 1];
  return {
    onPaste: (event: ClipboardEvent) => {
      if (editing) return;
      event.preventDefault();
      if (!field) return showHint('Select a cell first.');
      const text = event.clipboardData.getData('text/plain');
      if (text === '') return showHint('The clipboard has no text. Press Delete to clear cells.');
      const cells = parseCells(text);
      const [first = []] = cells;
      if (cells.length > 1 || first.length > 1)
        return onPasted({ cells, start: { ...activeCell, row: Math.min(selectionStart, activeCell.row) } });
      const read = parseValue(field, first[0] ?? '');
      if ('problem' in read) showHint(read.problem);
      else paste(read.value);
    },
    onCopy: (event: ClipboardEvent) => {
      if (editing || !field) return;
      event.preventDefault();
      const cells = selectedRows.map((index) => [serializeValue(rows[index]?.values[field.name])]);
      event.clipboardData.setData('text/plain', formatCells(cells));
    },
  };
};

const pointerHandlers = ({ activeCell, setActiveCell, edit, moveTo, refocus }: ActiveCell) => ({
  onClick: (event: MouseEvent) => {
    const to = cellPositionOf(event.target);
    if (!to || (event.target instanceof Element && event.target.closest('input, select, a, [role="group"]')))
      return;
    const again =
      !event.shiftKey && to.row === activeCell.row && to.col === activeCell.col && refocus.current;
    if (again) edit();
    else moveTo(to, event.shiftKey && to.col === activeCell.col);
  },
  onDoubleClick: () => edit(),
  onFocus: (event: FocusEvent) => {
    // Focus by the Tab key; clicks are handled by onClick.
    const to = cellPositionOf(event.target);
    if (to && (to.row !== activeCell.row || to.col !== activeCell.col) && event.target.matches('[data-cell]'))
      setActiveCell(to);
  },
  onBlur: () => void (refocus.current = false),
});

const sizeOf = ({ rows, fields }: Pick<Matrix, 'rows' | 'fields'>): CellPosition => ({
  row: rows.length,
  col: fields.length + 1,
});

function rangeOf(from: number, to: number): number[] {
  const first = Math.min(from, to);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => first + index);
}

const findCell = (grid: RefObject<HTMLTableElement | null>, { row, col }: CellPosition) =>
  grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${col}"]`);

function cellPositionOf(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, col] = (cell?.dataset.cell ?? '').split(':').map(Number);
  return row === undefined || col === undefined ? null : { row, col };
}
