import { splitTagLine } from '#api/blocks/tag-syntax.ts';
import { mayGoOn } from '../markdown/separate-tags.ts';

const QUOTES = /^(?: {0,3}>[ \t]?)+/;

/** A line of a text without its marks of quotes. */
export interface Line {
  /** Of the line, and of its text behind the marks of quotes. */
  start: number;
  textStart: number;
  end: number;
  depth: number;
  text: string;
  indent: number;
  /** The columns before the marks of quotes; 0 in quotes. */
  marksAt: number;
  isBlank: boolean;
}

/** The line between two places. `isInQuotes`: whether the line before was in one. */
export function readLine(
  source: string,
  { start, end, isInQuotes }: { start: number; end: number; isInQuotes: boolean },
): Line {
  const whole = source.slice(start, end);
  const [quotes = ''] = QUOTES.exec(whole) ?? [];
  const text = whole.slice(quotes.length);
  return {
    start,
    textStart: start + quotes.length,
    end,
    depth: quotes.split('>').length - 1,
    text,
    indent: columnsOf(text),
    marksAt: isInQuotes ? 0 : columnsOf(whole),
    isBlank: text.trim() === '',
  };
}

/** Whether a line has tags that the parser gets as separate paragraphs. */
export function isBlockTag({ depth, text }: Line): boolean {
  return depth === 0 && splitTagLine(text) !== undefined;
}

/** Whether a tag may begin in a line and end in a later one. */
export function mayBeginTag({ depth, text }: Line): boolean {
  return depth === 0 && mayGoOn(text.trim());
}

/** The columns of the blanks at the start of a text; tabs go to the next multiple of four. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}
