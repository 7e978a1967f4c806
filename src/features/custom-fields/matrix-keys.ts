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
