/** Files in a text: pictures are shown, others are linked. */
import type { TextChange } from '#src/lib/compare/line-hunks.ts';
import { blankLinesAfter, blankLinesBefore } from './text-blocks.ts';
import { linesAround, type TextOperation } from './text-edit.ts';

/** A place in a text where a file will stand that is on its way. */
export interface Place {
  /** Places at the same position are in the order of their keys. */
  key: number;
  at: number;
  /** The text shown there, such as “Uploading owl.png…”. */
  label: string;
}

/** The address of a file as imports store it. */
export const fileAddress = (fileId: string): string => `/files/${fileId}`;

export const inBrackets = (words: string): string =>
  words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[[\]\\]/g, String.raw`\$&`);

/** A picture as Markdown. Without a description it is decoration. */
export const pictureAt = (address: string, description: string): string =>
  `![${inBrackets(description)}](${address})`;

export const linkToFile = (address: string, name: string): string => `[${inBrackets(name)}](${address})`;

/** Lines in which a block would end a list, a table or a quote. */
const structured = /^\s*(?:[|>]|[-*+]\s|\d{1,9}[.)]\s)/;

/** The change that puts a file at a position: as a block where a line begins or ends, else among the words. */
export function placeFile(text: string, at: number, markdown: string): TextChange {
  const line = linesAround(text, { from: at, to: at });
  const words = text.slice(line.from, line.to);
  const isEmpty = words.trim() === '';
  const isAtStart = text.slice(line.from, at).trim() === '';
  const isAtEnd = text.slice(at, line.to).trim() === '' && !structured.test(words);
  if (!isEmpty && !isAtStart && !isAtEnd) {
    const before = /\s$/.test(text.slice(0, at)) ? '' : ' ';
    const after = at === line.to || /^[\s.,;:!?)|]/.test(text.slice(at)) ? '' : ' ';
    return { from: at, to: at, insert: before + markdown + after };
  }
  const from = isEmpty || isAtStart ? line.from : line.to;
  const to = isEmpty ? line.to : from;
  const before = blankLinesBefore(text.slice(0, from));
  const after = isEmpty || !isAtStart ? blankLinesAfter(text.slice(to)) : '\n\n';
  return { from, to, insert: before + markdown + after };
}

/** Puts a picture where the caret is, or in place of what is selected. */
export const insertPicture =
  (address: string, description: string): TextOperation =>
  (text, { from, to }) => {
    const markdown = pictureAt(address, description);
    const change = from === to ? placeFile(text, from, markdown) : { from, to, insert: markdown };
    const caret = change.from + change.insert.trimEnd().length;
    return { ...change, selection: { from: caret, to: caret } };
  };

/** The change that describes a picture; undefined if the text has none at this address, or it is described so. */
export function describePicture(text: string, address: string, description: string): TextChange | undefined {
  const end = text.indexOf(`](${address})`);
  const start = end === -1 ? -1 : text.lastIndexOf('![', end);
  // The text between may not be another link.
  if (start === -1 || text.slice(start, end).includes('](')) return undefined;
  const insert = inBrackets(description);
  return text.slice(start + 2, end) === insert ? undefined : { from: start + 2, to: end, insert };
}

/** The places after the file of one of them has been put into the text, which ends that place. */
export function placesAfter(
  places: readonly Place[],
  { from, to, insert }: TextChange,
  done?: number,
): Place[] {
  const grown = insert.length - (to - from);
  return places
    .filter(({ key }) => key !== done)
    .map((place) => {
      if (place.at < from || (place.at <= to && (done === undefined || place.key < done)))
        return { ...place, at: Math.min(place.at, from) };
      return { ...place, at: place.at <= to ? from + insert.length : place.at + grown };
    });
}
