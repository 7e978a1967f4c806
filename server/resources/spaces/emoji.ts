import { badValue } from '#server/errors.ts';

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether a text is one emoji, however many code points it is made of. */
export function isEmoji(text: string): boolean {
  return PICTURE.test(text) && [...characters.segment(text)].length === 1;
}

/** The emoji of a request, an empty one too; throws 400 where it is something else. */
export function readEmoji(text: string): string {
  if (text === '' || isEmoji(text)) return text;
  throw badValue('body.emoji', 'must be one emoji, or empty');
}
