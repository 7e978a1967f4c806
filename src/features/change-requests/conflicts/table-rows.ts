import type { LineChange } from '#src/lib/compare/compare-lines.ts';
import type { WordRun } from '#src/lib/compare/word-diff.ts';

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

const BAR = /(?<!\\)\|/;

/** The cells of a row with their changed words; a cell that the new row lacks is the removed end of its neighbor, or comes last. */
export function compareCells({ text, words = [{ kind: 'same', text }] }: LineChange): WordRun[][] {
  const cells: WordRun[][] = [[]];
  for (const { kind, text } of words) {
    for (const [index, part] of text.split(BAR).entries()) {
      if (index > 0 && kind !== 'removed') cells.push([]);
      cells.at(-1)?.push({ kind, text: part.replaceAll('\\|', '|') });
    }
  }
  // Nothing stands before the first bar, and mostly nothing behind the last one.
  const inside = cells.slice(1).map(trimRuns);
  return inside.at(-1)?.length === 0 ? inside.slice(0, -1) : inside;
}

/** Without the blanks at both ends, which only align cells. */
function trimRuns(runs: readonly WordRun[]): WordRun[] {
  const isWord = ({ text }: WordRun) => text.trim() !== '';
  const [first, last] = [runs.findIndex(isWord), runs.findLastIndex(isWord)];
  return runs.slice(Math.max(0, first), last + 1).map(({ kind, text }, index, { length }) => {
    const start = index === 0 ? text.trimStart() : text;
    return { kind, text: index === length - 1 ? start.trimEnd() : start };
  });
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
