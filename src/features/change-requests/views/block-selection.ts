import { type RefObject, useEffect, useState } from 'react';

/** Blocks of the new text by number, from 0; both included. */
export interface BlockRange {
  first: number;
  last: number;
}

/** Whether a selection has more of an element than its edge, where one of the block before ends. */
function hasTextOf(selected: Range, element: Element): boolean {
  if (!selected.intersectsNode(element)) return false;
  const part = document.createRange();
  part.selectNodeContents(element);
  if (selected.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(selected.startContainer, selected.startOffset);
  if (selected.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(selected.endContainer, selected.endOffset);
  return part.toString().trim() !== '';
}

const toRange = (blocks: readonly Element[]): BlockRange | null => {
  const numbers = blocks.map((block) => Number(block.getAttribute('data-block')));
  return numbers.length === 0 ? null : { first: Math.min(...numbers), last: Math.max(...numbers) };
};

/** The blocks in which text is selected. */
function selectedBlocks(list: Element): BlockRange | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const selected = selection.getRangeAt(0);
  return toRange([...list.querySelectorAll('[data-block]')].filter((block) => hasTextOf(selected, block)));
}

const rowsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[role="listitem"]')];

/** The block of the row that has the focus; of a removed one, the block that follows. */
export function focusedBlock(list: Element): BlockRange | null {
  const rows = rowsIn(list);
  const index = rows.findIndex((row) => row === document.activeElement);
  const block = index === -1 ? undefined : rows.slice(index).find((row) => row.querySelector('[data-block]'));
  return block ? toRange([...block.querySelectorAll('[data-block]')]) : null;
}

/** From a row with the focus, the arrow keys go to the one above or below, and with Shift select both. */
function moveByKey(list: Element, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = rowsIn(list);
  const index = rows.findIndex((row) => row === event.target);
  const row = rows[index];
  const next = step === undefined ? undefined : rows[index + step];
  if (!row || !next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  next.focus();
  const selection = document.getSelection();
  if (!event.shiftKey) selection?.removeAllRanges();
  else {
    if (selection?.isCollapsed !== false) selection?.collapse(row, step === 1 ? 0 : row.childNodes.length);
    selection?.extend(next, step === 1 ? next.childNodes.length : 0);
  }
}

/** The blocks of a list, each with `data-block`, in which the person has selected text. */
export function useSelectedBlocks(list: RefObject<HTMLElement | null>): BlockRange | null {
  const [range, setRange] = useState<BlockRange | null>(null);
  useEffect(() => {
    const follow = () => {
      const selectedRows = list.current && selectedBlocks(list.current);
      setRange((before) =>
        before?.first === selectedRows?.first && before?.last === selectedRows?.last
          ? before
          : (selectedRows ?? null),
      );
    };
    /** The text stays selected while a button for it is pressed. */
    const holdSelection = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('.selection-bar')) event.preventDefault();
    };
    const { current } = list;
    const move = (event: KeyboardEvent) => current && moveByKey(current, event);
    current?.addEventListener('keydown', move);
    document.addEventListener('selectionchange', follow);
    document.addEventListener('mousedown', holdSelection);
    return () => {
      current?.removeEventListener('keydown', move);
      document.removeEventListener('selectionchange', follow);
      document.removeEventListener('mousedown', holdSelection);
    };
  }, [list]);
  return range;
}
