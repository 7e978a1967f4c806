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
import { countOf } from '#src/lib/counts.ts';
import { readCells, writeCells } from '#src/lib/csv.ts';
import type { After } from './cell-editor.tsx';
import { isSameValue, readValue, valueText } from './cell-values.ts';
import { fieldTitle } from './field-words.ts';
import { beginsText, type Place, placeAfter } from './matrix-keys.ts';
import type { Pasted } from './matrix-paste.ts';
import type { SpaceChange } from './value-changes.ts';

interface MatrixInput {
  rows: readonly SpaceFieldValues[];
  fields: readonly CustomField[];
  /** Makes changes; the label says what was done. */
  change: (changes: readonly SpaceChange[], label: string) => void;
  /** Called with several cells that were pasted. */
  onPasted: (pasted: Pasted) => void;
  grid: RefObject<HTMLTableElement | null>;
  /** Brings a row into sight. */
  scrollTo: RefObject<((index: number) => void) | null>;
}

/** Where the focus is in the matrix, which cells are chosen, what is edited; and what keys and presses do. */
export function useMatrix({ rows, fields, change, onPasted, grid, scrollTo }: MatrixInput) {
  const [at, setAt] = useState<Place>({ row: 0, col: 1 });
  /** The row in which the chosen cells begin. */
  const [from, setFrom] = useState(0);
  const [editing, setEditing] = useState<{ typed?: string } | null>(null);
  const size = { row: rows.length, col: fields.length + 1 };
  const refocus = useRef(false);

  const go = (to: Place, extend = false) => {
    flushSync(() => {
      setEditing(null);
      setAt(to);
      if (!extend) setFrom(to.row);
      if (!cellAt(grid, to)) scrollTo.current?.(to.row);
    });
    refocus.current = true;
    // A row that had to be scrolled to is rendered with the next frame.
    if (cellAt(grid, to)) cellAt(grid, to)?.focus();
    else requestAnimationFrame(() => requestAnimationFrame(() => cellAt(grid, to)?.focus()));
  };

  const edit = (typed?: string) => {
    if (fields[at.col - 1] && rows[at.row]?.canEdit) setEditing(typed === undefined ? {} : { typed });
  };

  /** Writes a value into cells of the active column. */
  const write = (indexes: readonly number[], value: CustomFieldValue | null, what: string) => {
    const field = fields[at.col - 1];
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
      changes.length === 1 ? `of “${changes[0]?.title}”` : `of ${countOf(changes.length, 'space')}`;
    change(changes, `${what} ${fieldTitle(field)} ${where}`);
    const refused = indexes.filter((index) => rows[index] && !rows[index].canEdit).length;
    if (refused > 0)
      toast(`You can’t edit ${countOf(refused, 'space')} in the selection.`, { tone: 'failed' });
  };

  const chosen = rangeOf(from, at.row);
  const explain = (text: string) => toast(text, { tone: 'failed', id: 'matrix' });
  const fillDown = () => {
    const [first, ...others] = chosen;
    const field = fields[at.col - 1];
    if (first === undefined || !field) return;
    if (others.length === 0) return explain('Select several cells first. Hold Shift and press an arrow key.');
    const value = rows[first]?.values[field.name];
    // Filling from an empty cell would clear the others, which is what Delete is for.
    if (value === undefined) return explain('The first selected cell is empty. Press Delete to clear cells.');
    write(others, value, 'Filled');
  };
  const clear = () => write(chosen, null, 'Cleared');
  const commit = (value: CustomFieldValue | null, after: After) => {
    write([at.row], value, 'Set');
    if (after === 'stay') return setEditing(null);
    const step = after === 'down' ? 'ArrowDown' : 'ArrowRight';
    go(placeAfter({ key: step, ctrlKey: false, metaKey: false }, at, size) ?? at);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // The headings of the columns are links, and keys do there what they do on links.
    if (editing || event.altKey || !placeOf(event.target)) return;
    const to = placeAfter(event, at, size);
    const extend = event.shiftKey && to?.col === at.col;
    if (to) go(to, extend);
    else if (event.key === 'Enter' && at.col === 0) return;
    else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (event.key === 'Delete' || event.key === 'Backspace') clear();
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) fillDown();
    else if (event.key === 'Escape' && from !== at.row) setFrom(at.row);
    else if (beginsText(event) && at.col > 0 && rows[at.row]?.canEdit) edit(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onPaste = (event: ClipboardEvent) => {
    if (editing) return;
    event.preventDefault();
    const field = fields[at.col - 1];
    if (!field) return explain('Select a cell first.');
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return explain('The clipboard has no text. Press Delete to clear cells.');
    const cells = readCells(text);
    const [first = []] = cells;
    if (cells.length > 1 || first.length > 1)
      return onPasted({ cells, at: { ...at, row: Math.min(from, at.row) } });
    const read = readValue(field, first[0] ?? '');
    if ('problem' in read) explain(read.problem);
    else write(chosen, read.value, 'Pasted');
  };
  const onCopy = (event: ClipboardEvent) => {
    const field = fields[at.col - 1];
    if (editing || !field) return;
    event.preventDefault();
    const cells = chosen.map((index) => [valueText(rows[index]?.values[field.name])]);
    event.clipboardData.setData('text/plain', writeCells(cells));
  };

  const onClick = (event: MouseEvent) => {
    const to = placeOf(event.target);
    if (!to || (event.target instanceof Element && event.target.closest('input, select, a, [role="group"]')))
      return;
    const again = !event.shiftKey && to.row === at.row && to.col === at.col && refocus.current;
    if (again) edit();
    else go(to, event.shiftKey && to.col === at.col);
  };

  const onFocus = (event: FocusEvent) => {
    // The focus came by the Tab key; what is pressed is told apart by the click that follows.
    const to = placeOf(event.target);
    if (to && (to.row !== at.row || to.col !== at.col) && event.target.matches('[data-cell]')) setAt(to);
  };

  return {
    at,
    chosen,
    editing,
    edit,
    commit,
    cancel: () => go(at),
    fillDown,
    events: {
      onKeyDown,
      onPaste,
      onCopy,
      onClick,
      onDoubleClick: () => edit(),
      onFocus,
      onBlur: () => void (refocus.current = false),
    },
  };
}

function rangeOf(from: number, to: number): number[] {
  const first = Math.min(from, to);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => first + index);
}

const cellAt = (grid: RefObject<HTMLTableElement | null>, { row, col }: Place) =>
  grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${col}"]`);

function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, col] = (cell?.dataset.cell ?? '').split(':').map(Number);
  return row === undefined || col === undefined ? null : { row, col };
}
