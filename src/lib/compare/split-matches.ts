import { foldText, splitWords } from './match-text.ts';

interface TextPart {
  text: string;
  matches: boolean;
}

/**
 * Splits a text at the words of a query, without regard to case and accents: first where they start a word, and if
 * none does, anywhere.
 */
export function splitMatches(query: string, text: string): TextPart[] {
  const words = splitWords(query);
  const { folded, starts } = foldWithPositions(text);
  const matchRanges = rangesOf(words, folded, true);
  const ranges = matchRanges.length > 0 ? matchRanges : rangesOf(words, folded, false);
  const parts: TextPart[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    const start = starts[from] ?? text.length;
    if (start > end) parts.push({ text: text.slice(end, start), matches: false });
    end = starts[to] ?? text.length;
    parts.push({ text: text.slice(start, end), matches: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), matches: false });
  return parts;
}

/** The folded text, and where each of its units begins in the original. */
function foldWithPositions(text: string): { folded: string; starts: number[] } {
  let folded = '';
  let position = 0;
  const starts: number[] = [];
  for (const character of text) {
    const part = foldText(character);
    for (let unit = 0; unit < part.length; unit += 1) starts.push(position);
    folded += part;
    position += character.length;
  }
  return { folded, starts };
}

/** Where the words occur, in order; of overlapping ones the first, and of those the longest. */
function rangesOf(words: readonly string[], folded: string, atWordStart: boolean): [number, number][] {
  const ranges: [number, number][] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const before = folded.slice(0, at);
      if (!atWordStart || !/[\p{L}\p{N}]$/u.test(before)) ranges.push([at, at + word.length]);
    }
  }
  const sorted = ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
  return sorted.filter(([from], index) => sorted.slice(0, index).every(([, to]) => to <= from));
}
