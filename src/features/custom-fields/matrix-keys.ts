/** A cell of the matrix; column 0 holds the titles of the spaces. */
export interface Place {
  row: number;
  col: number;
}

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** How many rows Page Up and Page Down go. */
const jump = 12;

/** Where a key leads from a cell; null for keys that lead nowhere. @param size numbers of rows and columns */
export function placeAfter({ key, ctrlKey, metaKey }: Key, at: Place, size: Place): Place | null {
  const far = ctrlKey || metaKey;
  const step = {
    ArrowUp: { row: far ? -Infinity : -1, col: 0 },
    ArrowDown: { row: far ? Infinity : 1, col: 0 },
    ArrowLeft: { row: 0, col: far ? -Infinity : -1 },
    ArrowRight: { row: 0, col: far ? Infinity : 1 },
    PageUp: { row: -jump, col: 0 },
    PageDown: { row: jump, col: 0 },
    Home: { row: far ? -Infinity : 0, col: -Infinity },
    End: { row: far ? Infinity : 0, col: Infinity },
  }[key];
  if (!step) return null;
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return { row: within(at.row + step.row, size.row), col: within(at.col + step.col, size.col) };
}

/** Whether a key begins to write: one printed character, without the keys that make it a command. */
export function beginsText(event: Key & { altKey: boolean }): boolean {
  return (
    [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  );
}
