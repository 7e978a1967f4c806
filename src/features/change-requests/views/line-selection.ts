import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';
import { announce } from '#src/ui/browser/live-region.tsx';

/** Lines of a text, from 1; both included. */
export interface LineRange {
  startLine: number;
  endLine: number;
}

/** From the line where the selection began to the one where it ends, in either direction. */
interface Selection {
  anchor: number;
  head: number;
}

const toRange = ({ anchor, head }: Selection): LineRange => ({
  startLine: Math.min(anchor, head),
  endLine: Math.max(anchor, head),
});

/** "Line 3", "Lines 3 to 5". */
function describeLines({ startLine, endLine }: LineRange): string {
  const first = formatNumber(startLine);
  return startLine === endLine ? `Line ${first}` : `Lines ${first} to ${formatNumber(endLine)}`;
}

/** The line of the row below a pointer; undefined on rows that the new text does not have. */
function lineAt(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-next-line]') : null;
  return row ? Number(row.dataset.nextLine) : undefined;
}

const lineButtons = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('button[data-line]')];

/**
 * Selects lines by their numbers: with the mouse by dragging or with Shift, by keyboard with Shift and the arrow keys, by
 * touching the first and the last one.
 *
 * @param onSelect called with the first line
 */
// oxlint-disable-next-line max-lines-per-function -- mouse, touch and keys change one selection and have to agree
export function useLineSelection(onSelect: () => void) {
  const [selection, setSelection] = useState<Selection | null>(null);
  /** The line number that had the focus last. */
  const [focused, setFocused] = useState<number | null>(null);
  const isDragging = useRef(false);
  /** A press of the mouse has selected already, before its click. */
  const wasPressed = useRef(false);
  const range = selection && toRange(selection);

  const change = (next: Selection | null) => {
    if (next && !selection) onSelect();
    setSelection(next);
  };
  const select = (next: Selection | null) => {
    change(next);
    if (next) announce(`${describeLines(toRange(next))} selected`);
  };
  const isSelected = (line: number) => range !== null && range.startLine <= line && line <= range.endLine;

  const startDrag = (event: PointerEvent<HTMLButtonElement>, line: number) => {
    wasPressed.current = event.pointerType === 'mouse' && event.button === 0;
    if (!wasPressed.current) return;
    // Else the text between would be marked as well; but the number gets no focus either then.
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    change({ anchor: event.shiftKey && selection ? selection.anchor : line, head: line });
    isDragging.current = true;
    const endDrag = () => {
      isDragging.current = false;
    };
    window.addEventListener('pointerup', endDrag, { once: true });
    window.addEventListener('pointercancel', endDrag, { once: true });
  };
  const press = (event: MouseEvent, line: number) => {
    if (wasPressed.current) {
      wasPressed.current = false;
      return;
    }
    const isByKey = event.detail === 0;
    if (isSelected(line) && selection?.anchor === selection?.head) select(null);
    else if (selection && (event.shiftKey || (!isByKey && !isSelected(line))))
      select({ ...selection, head: line });
    else select({ anchor: line, head: line });
  };
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { target, currentTarget } = event;
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // Not from the field of a comment below a line.
    if (!(target instanceof HTMLButtonElement) || target.dataset.line === undefined) return;
    const buttons = lineButtons(currentTarget);
    const next = buttons[buttons.indexOf(target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (!event.shiftKey) return;
    const line = Number(target.dataset.line);
    const anchor = selection?.head === line ? selection.anchor : line;
    select({ anchor, head: Number(next.dataset.line) });
  };

  return {
    range,
    /** The selected lines, else the one with the focus. */
    rangeInFocus: (): LineRange | null => {
      const line = document.activeElement instanceof HTMLElement && document.activeElement.dataset.line;
      return range ?? (line ? { startLine: Number(line), endLine: Number(line) } : null);
    },
    focused,
    clear: () => setSelection(null),
    isSelected,
    /** For the list of lines. */
    listProps: {
      onKeyDown: moveByKey,
      onPointerOver: ({ target, buttons }: PointerEvent) => {
        const line = isDragging.current && buttons === 1 ? lineAt(target) : undefined;
        if (line !== undefined && selection) setSelection({ ...selection, head: line });
      },
    },
    /** For the number of a line. */
    numberProps: (line: number) => ({
      'aria-pressed': isSelected(line),
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => startDrag(event, line),
      onClick: (event: MouseEvent) => press(event, line),
      onFocus: () => setFocused(line),
    }),
  };
}

export type LineSelection = ReturnType<typeof useLineSelection>;
