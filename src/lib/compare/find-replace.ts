/** The searched text: one line, literally. */
export interface FindOptions {
  query: string;
  matchCase: boolean;
  wholeWords: boolean;
}

/** Where it was found, as positions in the text. */
export interface Match {
  start: number;
  end: number;
}

const escaped = (query: string) => query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** The places in a text, in order and apart; at most `limit`. Nothing is found for an empty query. */
export function findMatches(text: string, options: FindOptions, limit: number): Match[] {
  const { query, matchCase, wholeWords } = options;
  if (query === '') return [];
  const [before, after] = wholeWords
    ? [String.raw`(?<![\p{L}\p{N}_])`, String.raw`(?![\p{L}\p{N}_])`]
    : ['', ''];
  const pattern = new RegExp(before + escaped(query) + after, matchCase ? 'gu' : 'giu');
  const matches: Match[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (matches.length >= limit) break;
    matches.push({ start: index, end: index + found.length });
  }
  return matches;
}

/** The text with every one of these places replaced. */
export function replaceMatches(text: string, matches: readonly Match[], replacement: string): string {
  let from = 0;
  let result = '';
  for (const { start, end } of matches) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

const shownBefore = 40;
const shownAfter = 80;

/** From the first word that is whole; all of a text that is one word, or of a language without spaces. */
const fromWholeWord = (text: string) => text.replace(/^\S{1,15}\s+(?=\S)/, '');
const toWholeWord = (text: string) => text.replace(/(?<=\S)\s+\S{1,15}$/, '');

/** The line around a place, cut where it is long, between words. */
export function excerptAround(text: string, { start, end }: Match): { before: string; after: string } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const lineEnd = next === -1 ? text.length : next;
  const isCutBefore = start - lineStart > shownBefore;
  const isCutAfter = lineEnd - end > shownAfter;
  return {
    before: isCutBefore
      ? `…${fromWholeWord(text.slice(start - shownBefore, start))}`
      : text.slice(lineStart, start),
    after: isCutAfter ? `${toWholeWord(text.slice(end, end + shownAfter))}…` : text.slice(end, lineEnd),
  };
}
