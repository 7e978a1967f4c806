import { blankLinesAfter, blankLinesBefore } from './text-blocks.ts';
import { linesAround, type TextOperation, type TextRange } from './text-edit.ts';

/** The tag that shows a reusable content; its address may be a path with any sign but one kind of quotes. */
export const includeTag = (address: string): string =>
  address.includes('"') ? `{% include '${address}' %}` : `{% include "${address}" %}`;

/** Inserts the tag in a line of its own, after the line of the caret; in place of it where that is empty. */
export function insertInclude(address: string): TextOperation {
  return (text, selected) => {
    const lines = linesAround(text, selected);
    const isAlone = text.slice(lines.from, lines.to).trim() === '';
    return replaceWithTag(text, isAlone ? lines : { from: lines.to, to: lines.to }, address);
  };
}

/** Puts the tag in place of whole lines. */
export function replaceWithTag(text: string, range: TextRange, address: string): ReturnType<TextOperation> {
  const before = blankLinesBefore(text.slice(0, range.from));
  const insert = before + includeTag(address) + blankLinesAfter(text.slice(range.to));
  const end = range.from + before.length + includeTag(address).length;
  return { ...range, insert, selection: { from: end, to: end } };
}
