import type { LineChange } from '#src/lib/compare/compare-lines.ts';
import { compareWords, type WordRun } from '#src/lib/compare/word-diff.ts';

/** Consecutive lines that are shown the same way: as text, or as rows of a table. */
export interface LineRun {
  isTable: boolean;
  lines: LineChange[];
}

const isRow = (text: string): boolean => /^\s*\|.*\|\s*$/.test(text);

/** Parts lines into tables, of two rows or more, and what stands between them. */
export function partTables(lines: readonly LineChange[]): LineRun[] {
  const runs: LineRun[] = [];
  for (const line of lines) {
    const isTable = isRow(line.text) && isRow(line.baseText ?? line.text);
    const last = runs.at(-1);
    if (last?.isTable === isTable) last.lines.push(line);
    else runs.push({ isTable, lines: [line] });
  }
  return runs.map((run) => ({ ...run, isTable: run.isTable && run.lines.length > 1 }));
}

/** Whether a row only parts the head of a table from its rows: `| --- | :-: |`. */
export const isDelimiter = (text: string): boolean => /^[\s|:-]*-[\s|:-]*$/.test(text);

function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The cells of a row; of an edited one with changed words, compared cell by cell. */
export function compareCells({ text, baseText }: LineChange): WordRun[][] {
  const cells = cellsOf(text);
  if (baseText === undefined) return cells.map((cell) => [{ kind: 'same', text: cell }]);
  const baseCells = cellsOf(baseText);
  return Array.from({ length: Math.max(cells.length, baseCells.length) }, (_, column) =>
    compareWords(baseCells[column] ?? '', cells[column] ?? ''),
  );
}

/**
 * The lines of the common base that one of the versions changed or added something after, by number from 1. What is
 * added before the first line counts for that line.
 */
export function linesTouched(versions: readonly (readonly LineChange[])[]): Set<number> {
  const touched = new Set<number>();
  for (const lines of versions) {
    let last = 1;
    for (const { kind, baseLine } of lines) {
      last = baseLine ?? last;
      if (kind !== 'same') touched.add(last);
    }
  }
  return touched;
}
