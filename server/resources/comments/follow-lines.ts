import type { QuotedWords } from '#api/quoted-words.ts';
import { matchLines } from '#server/content/merge/match-lines.ts';

/** Lines of a text, from 1, both included. */
export interface LineRange {
  startLine: number;
  endLine: number;
}

/** A comment's suggestion, with the lines of the text that it was written on (`comments.page_document_id`). */
export interface StoredSuggestion extends LineRange {
  original: string;
  text: string;
}

/** The words that a comment is about, as they stood in the text that it was written on (`comments.page_document_id`). */
export interface StoredQuote extends QuotedWords {
  /** Whether that text had them once. */
  isOnly: boolean;
}

export function linesOf(text: string, { startLine, endLine }: LineRange): string {
  return text
    .split('\n')
    .slice(startLine - 1, endLine)
    .join('\n');
}

/**
 * The place of lines of a text in a later version of it: where the same lines stand together, at any
 * position. Undefined if one of them was changed or removed.
 */
export function followLines(before: string, after: string, range: LineRange): LineRange | undefined {
  if (before === after) return range;
  const [old, current] = [before.split('\n'), after.split('\n')];
  const lines = old.slice(range.startLine - 1, range.endLine);
  const matchedRange = findTogether(current, lines, 2);
  const isOnlyOne = matchedRange.length === 1 && findTogether(old, lines, 2).length === 1;
  const start = isOnlyOne ? matchedRange[0] : matchTogether(old, current, range);
  if (start === undefined) return undefined;
  return { startLine: start + 1, endLine: start + lines.length };
}

/**
 * The positions of lines that stand together, up to so many. Each line of the text is looked at once, however often the
 * lines repeat themselves (Knuth, Morris and Pratt).
 */
function findTogether(text: readonly string[], lines: readonly string[], max: number): number[] {
  const borders = bordersOf(lines);
  const lineNumbers: number[] = [];
  let equal = 0;
  for (let position = 0; position < text.length && lineNumbers.length < max; position += 1) {
    equal = extend(lines, borders, equal, text[position]);
    if (equal === lines.length) lineNumbers.push(position + 1 - equal);
  }
  return lineNumbers;
}

/** For each number of lines from the start, how many of their last ones are also their first ones. */
function bordersOf(lines: readonly string[]): Int32Array {
  const borders = new Int32Array(lines.length + 1);
  for (let count = 1; count < lines.length; count += 1)
    borders[count + 1] = extend(lines, borders, borders[count] ?? 0, lines[count]);
  return borders;
}

/** How many lines from the start end with the next one of a text, if so many were equal before it. */
function extend(
  lines: readonly string[],
  borders: Int32Array,
  before: number,
  next: string | undefined,
): number {
  let equal = before;
  while (equal > 0 && lines[equal] !== next) equal = borders[equal] ?? 0;
  return lines[equal] === next ? equal + 1 : 0;
}

/** If equal lines occur more than once, the ones around them decide. */
function matchTogether(
  before: readonly string[],
  after: readonly string[],
  { startLine, endLine }: LineRange,
): number | undefined {
  const matches = matchLines(before, after).slice(startLine - 1, endLine);
  const [start = -1] = matches;
  return start >= 0 && matches.every((position, index) => position === start + index) ? start : undefined;
}

/** A text with some of its lines replaced. An empty replacement removes them; line ends stay those of the text. */
export function replaceLines(
  text: string,
  replacements: readonly { range: LineRange; replacement: string }[],
): string {
  const lines = text.split('\n');
  // From the end, so that the numbers of earlier lines stay.
  const ordered = replacements.toSorted((a, b) => b.range.startLine - a.range.startLine);
  for (const { range, replacement } of ordered) {
    const { startLine, endLine } = range;
    const end = lines[startLine - 1]?.endsWith('\r') === true ? '\r' : '';
    const added =
      replacement === ''
        ? []
        : replacement
            .replaceAll('\r\n', '\n')
            .replace(/\n$/, '')
            .split('\n')
            .map((line) => line + end);
    lines.splice(startLine - 1, endLine - startLine + 1, ...added);
  }
  return lines.join('\n');
}
