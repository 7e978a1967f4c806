import { neighborsOf } from './one-letter.ts';
import type { StemLanguage } from './stems.ts';
import { findWords, readWord, toBigrams, truncateWord } from './tokenize.ts';

export interface SearchTerm {
  text: string;
  /** Whether it also matches longer words. */
  isPrefix: boolean;
}

/** A word of a query: a text matches if it has enough of the terms. */
interface SearchWord {
  /** The typed word with its stems and joined forms, or the bigrams of a run in a script without spaces. */
  terms: readonly SearchTerm[];
  needed: number;
  isRun: boolean;
}

/** A parsed search query. */
export interface SearchQuery {
  words: readonly SearchWord[];
  /** The languages of its stems. */
  languages: readonly StemLanguage[];
  /** Whether one of the words is enough. */
  isAnyWord: boolean;
  /** As a tsquery: all words are required. */
  match: string;
  /** As a tsquery for ranking: every word counts separately, and its stem beside it. */
  rank: string;
  /** Pages that match this tsquery, with whole runs, are better than all others. */
  preferred?: string;
}

/** A run of more letters is read as several: the tsquery grows faster than the run. */
const MAX_RUN = 20;
/** Of the bigrams of a run. */
const MISSING_SHARE = 0.2;
/** Each costs the database a look into its index. */
const MAX_NEIGHBORS = 2000;
/** Of each word. */
const MAX_CORRECTIONS = 20;

/**
 * Parses a typed text: all words are required, and the last one may be incomplete. Punctuation is ignored, and so are
 * words after the first `maxTerms`. Undefined if there is no word.
 */
export function parseSearchQuery(
  input: string,
  languages: readonly StemLanguage[],
  maxTerms = Infinity,
): SearchQuery | undefined {
  const words = limitTerms(readWords(input, languages), maxTerms);
  return words.length === 0 ? undefined : toQuery(words, languages);
}

/** A query that any word of it matches. */
export function matchAnyWord(query: SearchQuery): SearchQuery {
  const { preferred: _preferred, ...others } = query;
  return { ...others, isAnyWord: true, match: query.rank };
}

/** The words that may be meant where one letter is wrong, by the word of the query, in its order. */
export function findNeighbors(query: SearchQuery): SearchTerm[][] {
  let count = 0;
  return query.words.map(({ terms: [typed], isRun }) => {
    const texts = typed && !isRun ? neighborsOf(typed.text, typed.isPrefix) : [];
    if (!typed || count + texts.length > MAX_NEIGHBORS) return [];
    count += texts.length;
    return texts.map((text) => ({ text, isPrefix: typed.isPrefix }));
  });
}

/** A query whose words may also be those of `corrections`, in the same order. */
export function addCorrections(query: SearchQuery, corrections: readonly SearchTerm[][]): SearchQuery {
  const words = query.words.map((word, at) => {
    const terms = (corrections[at] ?? []).slice(0, MAX_CORRECTIONS);
    return { ...word, terms: [...word.terms, ...terms] };
  });
  return toQuery(words, query.languages);
}

/** A query that the whole runs in scripts without spaces match only. */
export function requireWholeRuns(query: SearchQuery): SearchQuery {
  return toQuery(query.words.map(requireAll), query.languages);
}

/** Whether an indexed word matches a term. */
export function matchesTerm({ text, isPrefix }: SearchTerm, word: string): boolean {
  return isPrefix ? word.startsWith(text) : word === text;
}

/** Whether indexed words match a query. */
export function matchesQuery(query: SearchQuery, indexedWords: Iterable<string>): boolean {
  const count = countMatches(query, indexedWords);
  return query.isAnyWord ? count > 0 : count === neededMatches(query);
}

/** How many of the terms that a query needs are among indexed words. */
export function countMatches(query: SearchQuery, indexedWords: Iterable<string>): number {
  const counts = query.words.map(() => new Set<SearchTerm>());
  const needed = neededMatches(query);
  let count = 0;
  for (const indexedWord of indexedWords) {
    if (count === needed) break;
    query.words.forEach((word, at) => {
      const matchedTerms = counts[at];
      if (!matchedTerms) return;
      for (const term of word.terms) {
        if (matchedTerms.size === word.needed) return;
        if (matchedTerms.has(term) || !matchesTerm(term, indexedWord)) continue;
        matchedTerms.add(term);
        count += 1;
      }
    });
  }
  return count;
}

const neededMatches = ({ words }: SearchQuery): number =>
  words.reduce((total, { needed }) => total + needed, 0);

function readWords(input: string, languages: readonly StemLanguage[]): SearchWord[] {
  const writtenWords = [...findWords(input)];
  const inputEnd = writtenWords.reduce((end, { written, index }) => Math.max(end, index + written.length), 0);
  let joined = { end: 0, terms: new Array<SearchTerm>() };
  return writtenWords.flatMap((writtenWord) => {
    const end = writtenWord.index + writtenWord.written.length;
    const runs = readWord(writtenWord, languages);
    const words = runs.flatMap(({ text, isSpaceless, stems }, at) => {
      const isPrefix = end === inputEnd && at === runs.length - 1;
      if (isSpaceless) return readRun(text);
      const stemTerms = stems.map((stem) => ({ text: stem, isPrefix: false }));
      const terms = [{ text: truncateWord(text), isPrefix }, ...stemTerms];
      // Each of the words that signs join is found by all of them as one.
      return [{ terms: end <= joined.end ? [...terms, ...joined.terms] : terms, needed: 1, isRun: false }];
    });
    if (!writtenWord.isJoined) return words;
    joined = { end, terms: words.flatMap(({ terms }) => terms) };
    return [];
  });
}

function readRun(text: string): SearchWord[] {
  if ([...text].length === 1) return [{ terms: [{ text, isPrefix: true }], needed: 1, isRun: false }];
  const bigrams = toBigrams(text).slice(0, -1);
  const parts = Array.from({ length: Math.ceil(bigrams.length / MAX_RUN) }, (_, at) => [
    ...new Set(bigrams.slice(at * MAX_RUN, (at + 1) * MAX_RUN)),
  ]);
  return parts.map(toRun);
}

function toRun(bigrams: readonly string[]): SearchWord {
  const terms = bigrams.map((bigram) => ({ text: bigram, isPrefix: false }));
  return { terms, needed: terms.length - Math.floor(terms.length * MISSING_SHARE), isRun: true };
}

/** Each word once, and as many as cost the database `maxTerms` searches. */
function limitTerms(words: readonly SearchWord[], maxTerms: number): SearchWord[] {
  let count = 0;
  return [...new Map(words.map((word) => [JSON.stringify(word.terms), word])).values()].flatMap((word) => {
    const room = maxTerms - count;
    if (room <= 0) return [];
    count += word.isRun ? word.terms.length : 1;
    return word.isRun && word.terms.length > room
      ? [toRun(word.terms.slice(0, room).map(({ text }) => text))]
      : [word];
  });
}

function toQuery(words: readonly SearchWord[], languages: readonly StemLanguage[]): SearchQuery {
  const match = matchAll(words);
  const whole = matchAll(words.map(requireAll));
  const terms = words.flatMap((word) => word.terms);
  // The database ranks by one of several operands with the same text, so beginnings come last and stay.
  const rankTerms = new Map(terms.toSorted(byIsPrefix).map((term) => [term.text, formatTerm(term)]));
  const rank = [...rankTerms.values()].join(' | ');
  return { words, languages, isAnyWord: false, match, rank, ...(match !== whole && { preferred: whole }) };
}

const byIsPrefix = (a: SearchTerm, b: SearchTerm): number => Number(a.isPrefix) - Number(b.isPrefix);

const requireAll = (word: SearchWord): SearchWord =>
  word.isRun ? { ...word, needed: word.terms.length } : word;

const matchAll = (words: readonly SearchWord[]): string =>
  words.map(({ terms, needed }) => requireSome(terms.map(formatTerm), needed)).join(' & ');

/**
 * The tsquery that at least some of several terms match. Which ones are missing does not matter, so each half may lack
 * what the other one has.
 */
function requireSome(terms: readonly string[], needed: number): string {
  if (needed === terms.length) return terms.join(' & ');
  if (needed === 1) return `(${terms.join(' | ')})`;
  const middle = Math.ceil(terms.length / 2);
  const halves = [terms.slice(0, middle), terms.slice(middle)] as const;
  const splits = Array.from({ length: needed + 1 }, (_, first) => [first, needed - first] as const);
  const alternatives = splits
    .filter(([first, second]) => first <= halves[0].length && second <= halves[1].length)
    .map(([first, second]) =>
      [first > 0 ? [requireSome(halves[0], first)] : [], second > 0 ? [requireSome(halves[1], second)] : []]
        .flat()
        .join(' & '),
    );
  return `(${alternatives.map((alternative) => `(${alternative})`).join(' | ')})`;
}

/** As a tsquery. Words consist of letters and digits only, stems have their mark, so quoting is enough to separate them from operators. */
export function formatTerm({ text, isPrefix }: SearchTerm): string {
  return `'${text}'${isPrefix ? ':*' : ''}`;
}
