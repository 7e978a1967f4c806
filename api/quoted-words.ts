/** Words of a text, such as those that a comment is about, and where they are in a later version of it. */

/** Positions in a text, in UTF-16 units; the end is not included. */
export interface WordsRange {
  from: number;
  to: number;
}

/** Words with what stands around them, which tells them from equal ones. */
export interface QuotedWords {
  text: string;
  /** Empty at the start of the text. */
  before: string;
  /** Empty at the end. */
  after: string;
}

/** UTF-16 units around words that are kept. */
const CONTEXT = 64;

/** Words that occur more often are only found with all that stood around them. */
const MAX_ALIKE = 10_000;

/** Whether a position is inside of a character of two units. */
const isInPair = (text: string, at: number): boolean =>
  at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xff_ff && at < text.length;

/** The words of a range without the blanks around them, with whole characters; undefined if there are none. */
export function quoteWords(text: string, { from, to }: WordsRange): QuotedWords | undefined {
  const whole = text.slice(isInPair(text, from) ? from - 1 : from, isInPair(text, to) ? to + 1 : to);
  const words = whole.trim();
  if (words === '') return undefined;
  const start = (isInPair(text, from) ? from - 1 : from) + whole.indexOf(words);
  const end = start + words.length;
  const [contextStart, contextEnd] = [Math.max(0, start - CONTEXT), Math.min(text.length, end + CONTEXT)];
  return {
    text: words,
    before: text.slice(isInPair(text, contextStart) ? contextStart + 1 : contextStart, start),
    after: text.slice(end, isInPair(text, contextEnd) ? contextEnd - 1 : contextEnd),
  };
}

/** Units of words that are searched for at first. */
const START = 32;

/** Units that one search compares after that: a text of near repetitions would take a second. */
const MAX_COMPARED = 20_000_000;

/** The positions of words in a text, the first ones if comparing all would take too long. */
function* indexesOf(text: string, words: string): Generator<number> {
  const start = words.slice(0, START);
  let compared = 0;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
    if (text.startsWith(words, at)) yield at;
    compared += words.length;
    if (compared > MAX_COMPARED) return;
  }
}

/** How many times a text has the words, up to two. */
export function countWords(text: string, words: string): number {
  let count = 0;
  for (const _at of indexesOf(text, words)) {
    count += 1;
    if (count === 2) break;
  }
  return count;
}

/**
 * The place of words in a text that may have been edited since they were quoted. Of equal words it is that with most of
 * what stood around them, if it still has half of it: what is left when the words themselves were removed is another
 * place. Undefined if there is none.
 *
 * @param isOnly whether the text had these words once: then they are these, whatever stands around them now
 */
export function findWords(text: string, quote: QuotedWords, isOnly: boolean): WordsRange | undefined {
  const { text: words, before, after } = quote;
  const toRange = (from: number): WordsRange => ({ from, to: from + words.length });
  for (const at of indexesOf(text, before + words + after)) return toRange(at + before.length);
  let best: { at: number; equal: number } | undefined;
  let count = 0;
  for (const at of indexesOf(text, words)) {
    count += 1;
    if (count > MAX_ALIKE) return undefined;
    const equal = equalBefore(text, at, before) + equalAfter(text, at + words.length, after);
    if (!best || equal > best.equal) best = { at, equal };
  }
  if (!best) return undefined;
  const isEnough = (isOnly && count === 1) || best.equal * 2 >= before.length + after.length;
  return isEnough ? toRange(best.at) : undefined;
}

/** How many units before a position are the last ones of a context. */
function equalBefore(text: string, at: number, context: string): number {
  let equal = 0;
  while (equal < context.length && equal < at && text[at - 1 - equal] === context.at(-1 - equal)) equal += 1;
  return equal;
}

/** How many units from a position are the first ones of a context. */
function equalAfter(text: string, at: number, context: string): number {
  let equal = 0;
  while (equal < context.length && at + equal < text.length && text[at + equal] === context[equal])
    equal += 1;
  return equal;
}
