import type { TextRange } from '../../text/text-edit.ts';
import type { BlockLine } from './block-lines.ts';
import { type InlineMark, inlineMarksOf, type InlineSign, maxMarkedLength } from './inline-marks.ts';
import type { TextStructure } from './text-structure.ts';

/** The lines of a paragraph, a heading, a list item or a title: words that marks may span. */
export interface LineRange {
  /** From 0, both of them part of it. */
  first: number;
  last: number;
}

const hasWords: ReadonlySet<BlockLine['kind']> = new Set(['text', 'heading', 'item', 'summary']);

/** Whether a line goes on with the paragraph of the line before it. */
export function goesOn(structure: TextStructure, index: number): boolean {
  const [before, line] = [structure.findLine(index - 1), structure.findLine(index)];
  return (
    line?.kind === 'text' &&
    before?.quote === line.quote &&
    (before.kind === 'text' || before.kind === 'item')
  );
}

/** The paragraph that a line belongs to; undefined for lines without words. */
export function paragraphAt(structure: TextStructure, index: number): LineRange | undefined {
  if (!hasWords.has(structure.lineOf(index).kind)) return undefined;
  let [first, last] = [index, index];
  while (goesOn(structure, first)) first -= 1;
  while (goesOn(structure, last + 1)) last += 1;
  return { first, last };
}

/** A line with one of these at its end is followed by a new line for readers, too. */
const hardBreak = /(?: {2}|\\|<br\s*\/?>[ \t]*)$/i;

/**
 * Whether a line is shown behind the one before it, as readers see the lines of a paragraph. Not in a paragraph that is too
 * long to be drawn as one.
 */
export function isJoined(
  structure: TextStructure,
  index: number,
  paragraph = structure.findLine(index) && paragraphAt(structure, index),
): boolean {
  if (!paragraph || index <= paragraph.first) return false;
  const length = structure.endOf(paragraph.last) - structure.startOf(paragraph.first);
  return length <= maxMarkedLength && !hardBreak.test(structure.textOf(index - 1));
}

/** From the end of the words of a line to those of the next one, which is shown behind it. */
export function joinOf(structure: TextStructure, index: number): TextRange {
  const before = structure.textOf(index - 1);
  const blanks = before.length - before.trimEnd().length;
  const content = structure.contentOf(index - 1);
  const from = Math.max(content.from, structure.endOf(index - 1) - blanks);
  return { from, to: structure.contentOf(index).from };
}

/** The marks and signs of a paragraph, at their positions in the text. */
export function inlineOf(
  structure: TextStructure,
  { first, last }: LineRange,
): { marks: InlineMark[]; signs: InlineSign[] } {
  const parts: { at: number; from: number; length: number }[] = [];
  let text = '';
  for (let index = first; index <= last; index += 1) {
    const { from, to } = structure.contentOf(index);
    parts.push({ at: text.length, from, length: to - from });
    text += structure.doc.sliceString(from, to) + (index < last ? '\n' : '');
    // All its lines would be put together for each key.
    if (text.length > maxMarkedLength) return { marks: [], signs: [] };
  }
  const { marks, signs } = inlineMarksOf(text);
  if (parts.length === 1) {
    const start = parts[0]?.from ?? 0;
    return {
      marks: marks.map((mark) => moved(mark, (at) => at + start)),
      signs: signs.map((sign) => moved(sign, (at) => at + start)),
    };
  }
  const move = (at: number, isEnd: boolean): number => {
    const part = parts.findLast((one) => (isEnd ? one.at < at : one.at <= at)) ?? parts[0];
    return part ? part.from + at - part.at : at;
  };
  return { marks: marks.map((mark) => moved(mark, move)), signs: signs.map((sign) => moved(sign, move)) };
}

function moved<Range extends InlineMark | InlineSign>(
  range: Range,
  move: (at: number, isEnd: boolean) => number,
): Range {
  const places = { from: move(range.from, false), to: move(range.to, true) };
  return 'contentFrom' in range
    ? {
        ...range,
        ...places,
        contentFrom: move(range.contentFrom, true),
        contentTo: move(range.contentTo, false),
      }
    : { ...range, ...places };
}

/** The marks and signs of the words at a position. */
export function inlineAt(
  structure: TextStructure,
  position: number,
): { marks: InlineMark[]; signs: InlineSign[] } {
  const paragraph = paragraphAt(structure, structure.lineAt(position));
  return paragraph ? inlineOf(structure, paragraph) : { marks: [], signs: [] };
}

/** A change of a text, before what is selected after it is known. */
export interface RangeChange extends TextRange {
  insert: string;
}
