import { truncateWord, foldWord, toBigrams, findWords } from './tokenize.ts';

export interface SearchTerm {
  text: string;
  /** Whether it also matches longer words. */
  isPrefix: boolean;
}

/** A parsed search query. */
export interface SearchQuery {
  terms: readonly SearchTerm[];
  /** As a tsquery: all words are required. */
  match: string;
  /** As a tsquery for ranking: every word counts separately, and an exact last word more than a prefix. */
  rank: string;
}

/**
 * Parses a typed text: all words are required, and the last one may be incomplete. Punctuation is ignored, and so are
 * words after the first `maxTerms`. Undefined if there is no word.
 */
export function parseSearchQuery(input: string, maxTerms = Infinity): SearchQuery | undefined {
  const runs = [...findWords(input)].flatMap(({ written }) => foldWord(written));
  const terms = new Map<string, SearchTerm>();
  runs.forEach(({ text, isSpaceless }, index) => {
    const isLast = index === runs.length - 1;
    const isLetter = isSpaceless && [...text].length === 1;
    const words = isSpaceless && !isLetter ? toBigrams(text).slice(0, -1) : [truncateWord(text)];
    const isPrefix = isLetter || (isLast && !isSpaceless);
    for (const word of words) terms.set(`${word} ${isPrefix}`, { text: word, isPrefix });
  });
  if (terms.size === 0) return undefined;
  const all = [...terms.values()].slice(0, maxTerms);
  // Words consist of letters and digits only, so quoting is enough to separate them from operators.
  const texts = all.map(({ text, isPrefix }) => `'${text}'${isPrefix ? ':*' : ''}`);
  const whole = all.flatMap(({ text, isPrefix }) => (isPrefix ? [`'${text}'`] : []));
  return { terms: all, match: texts.join(' & '), rank: [...texts, ...whole].join(' | ') };
}

/** Whether an indexed word matches a term. */
export function matchesTerm({ text, isPrefix }: SearchTerm, word: string): boolean {
  return isPrefix ? word.startsWith(text) : word === text;
}
