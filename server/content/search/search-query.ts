import { truncateWord, foldWord, toBigrams, findWords } from './tokenize.ts';

/** A word to look for. */
export interface SearchTerm {
  text: string;
  /** Whether words that only begin with it are meant too. */
  isPrefix: boolean;
}

/** What somebody looks for. */
export interface SearchQuery {
  terms: readonly SearchTerm[];
  /** As a tsquery: all words are required. */
  match: string;
  /** As a tsquery for ranking: every word counts for itself, and a finished last word more than an unfinished. */
  rank: string;
}

/**
 * Reads what somebody typed: all words are required, and the last one may be unfinished. Signs between words mean
 * nothing. Undefined where there is no word in it.
 */
export function parseSearchQuery(input: string): SearchQuery | undefined {
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
  const all = [...terms.values()];
  // Words consist of letters and digits only, so quotes are all that it takes to keep them apart from operators.
  const texts = all.map(({ text, isPrefix }) => `'${text}'${isPrefix ? ':*' : ''}`);
  const whole = all.flatMap(({ text, isPrefix }) => (isPrefix ? [`'${text}'`] : []));
  return { terms: all, match: texts.join(' & '), rank: [...texts, ...whole].join(' | ') };
}

/** Whether a word of the index is one that is looked for. */
export function matchesTerm({ text, isPrefix }: SearchTerm, word: string): boolean {
  return isPrefix ? word.startsWith(text) : word === text;
}
