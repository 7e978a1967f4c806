/** Words in cells of a table: their places in its lines, and in the text of a cell, which has no signs before bars. */
import type { TextRange } from '../../text/text-edit.ts';
import type { MarkedWords } from '../words-layer.ts';
import { cellsOf, lineOfRow, type Place, type TableLines } from './table-text.ts';

/** Marked words in a cell, at their place in its text. */
export interface WordsInCell extends MarkedWords, Place {}

const written = (text: string): string => text.replaceAll('|', String.raw`\|`);
const read = (text: string): string => text.replaceAll(String.raw`\|`, '|');

/**
 * The words of a table in each of its cells; words over several cells are in each of these. The shortest ones are last.
 *
 * @param words at their places in a text that has the table from `tableStart` on
 */
export function wordsInCells(
  lines: TableLines,
  tableStart: number,
  words: readonly MarkedWords[],
): WordsInCell[] {
  const longestFirst = words.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  let next = tableStart;
  return lines.flatMap((line, index) => {
    const start = next;
    next += line.length + 1;
    const here = longestFirst.filter(({ from, to }) => from < next && to > start);
    if (here.length === 0 || index === 1) return [];
    return cellsOf(line).flatMap((cell, column) => {
      const at = (position: number) =>
        read(line.slice(cell.from, Math.max(cell.from, Math.min(cell.to, position - start)))).length;
      return here
        .map((one) => ({ ...one, from: at(one.from), to: at(one.to), row: Math.max(0, index - 1), column }))
        .filter(({ from, to }) => from < to);
    });
  });
}

/**
 * Where words of a cell stand in the text of its table; undefined where its row has no such cell.
 *
 * @param text of the cell, which may have blanks around it that its line has not
 */
export function wordsInTable(
  lines: TableLines,
  { row, column }: Place,
  text: string,
  { from, to }: TextRange,
): TextRange | undefined {
  const index = lineOfRow(row);
  const cell = cellsOf(lines[index] ?? '')[column];
  if (!cell) return undefined;
  const start = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  const blanks = text.length - text.trimStart().length;
  const at = (position: number) =>
    start + Math.min(cell.to, cell.from + written(text.slice(blanks, position)).length);
  return { from: at(from), to: at(to) };
}
