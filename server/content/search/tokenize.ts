import { limitCombiningMarks } from '#api/slug.ts';
import { type StemLanguage, stemsOf } from './stems.ts';

/**
 * Tokenizes texts the same way for the index and for queries: case, accents, letter width and punctuation do not
 * matter. Scripts without spaces are split into bigrams, so that any part of a sentence is found. Words in languages
 * with stems have these too, and words that signs join, such as `e-mail`, also are one.
 */

/** A word as written. */
export interface WrittenWord {
  written: string;
  index: number;
  /** Whether it consists of the words after it, which signs join. */
  isJoined: boolean;
}

/** Longer words are truncated, in the index and in queries. */
const MAX_WORD_LENGTH = 64;

/** Distinguishes stems from words: no word contains it. */
const STEM_MARK = '~';

const SPACELESS_CLASS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const RUNS = new RegExp(`[${SPACELESS_CLASS}]+|[^${SPACELESS_CLASS}]+`, 'gu');
const SPACELESS = new RegExp(`[${SPACELESS_CLASS}]`, 'u');
/** Words as written, with their combining marks; those that signs join together. */
const JOINED_WORDS =
  /[\p{L}\p{N}\p{M}]+(?:(?:[-_'’\u00ad‐‑]|(?<=[\p{L}\p{M}])\.(?=\p{L}))[\p{L}\p{N}\p{M}]+)*/gu;
const WRITTEN_WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LETTERS = /[\p{L}\p{N}]+/gu;
/** Combining marks, except the two that form other Japanese letters. */
const MARKS = /(?![\u3099\u309a])\p{M}/gu;
const PLAIN = /^[\0-\x7f]*$/;
const PLAIN_JOINED_WORDS = /[a-z0-9]+(?:(?:[-_']|(?<=[a-z])\.(?=[a-z]))[a-z0-9]+)*/gi;
const PLAIN_WORD = /[a-z0-9]+/gi;
const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu;
const LETTER = /\p{L}/u;

/** Letters that do not decompose, and what people type for them. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const REPLACED_LETTER = new RegExp(`[${Object.keys(LETTER_REPLACEMENTS).join('')}]`, 'g');

/** Folds a text for comparison: lower case, without accents, ligatures expanded. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return limitCombiningMarks(text)
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(REPLACED_LETTER, (letter) => LETTER_REPLACEMENTS[letter] ?? letter);
}

/** The words of a text with their positions. */
export function* findWords(text: string): Generator<WrittenWord> {
  const isPlain = PLAIN.test(text);
  const word = isPlain ? PLAIN_WORD : WRITTEN_WORD;
  for (const { 0: joined, index } of text.matchAll(isPlain ? PLAIN_JOINED_WORDS : JOINED_WORDS)) {
    const words = [...joined.matchAll(word)];
    if (words.length > 1 && isOneWord(joined)) yield { written: joined, index, isJoined: true };
    for (const part of words) yield { written: part[0], index: index + part.index, isJoined: false };
  }
}

/** Dates and numbers of versions are no words. */
const isOneWord = (joined: string): boolean =>
  joined.length <= MAX_WORD_LENGTH && LETTER.test(joined) && !SPACELESS.test(joined);

/** A word as runs of letters that are indexed alike. */
export function foldWord(written: string): { text: string; isSpaceless: boolean }[] {
  if (PLAIN.test(written)) return [{ text: written.toLowerCase(), isSpaceless: false }];
  return (fold(written).match(LETTERS) ?? []).flatMap((letters) =>
    PLAIN.test(letters)
      ? [{ text: letters, isSpaceless: false }]
      : (letters.match(RUNS) ?? []).map((text) => ({ text, isSpaceless: SPACELESS.test(text) })),
  );
}

/** The indexed words of a text, in order, with their stems in some languages. */
export function* tokenize(text: string, languages: readonly StemLanguage[] = []): Generator<string> {
  for (const word of findWords(text)) yield* indexedWordsOf(word, languages);
}

/** Texts repeat their words. */
const MAX_CACHED_WORDS = 50_000;
/** Longer words, such as sentences without blanks, are rarely repeated. */
const MAX_CACHED_LENGTH = 32;

const cachedWords = new Map<string, readonly string[]>();

export function indexedWordsOf(word: WrittenWord, languages: readonly StemLanguage[]): readonly string[] {
  if (word.written.length > MAX_CACHED_LENGTH) return readIndexedWords(word, languages);
  const key = `${word.isJoined ? '+' : ''}${languages.join('')} ${word.written}`;
  const cachedList = cachedWords.get(key);
  if (cachedList) return cachedList;
  if (cachedWords.size >= MAX_CACHED_WORDS) cachedWords.clear();
  const words = readIndexedWords(word, languages);
  cachedWords.set(key, words);
  return words;
}

function readIndexedWords(word: WrittenWord, languages: readonly StemLanguage[]): string[] {
  return readWord(word, languages).flatMap(({ text, isSpaceless, stems }) =>
    isSpaceless ? toBigrams(text) : [truncateWord(text), ...stems],
  );
}

/** The runs of a word with their stems. Stems are made before accents are removed, because endings have them. */
export function readWord(
  { written, isJoined }: WrittenWord,
  languages: readonly StemLanguage[],
): (ReturnType<typeof foldWord>[number] & { stems: string[] })[] {
  const letters = isJoined ? written.replaceAll(SIGNS, '') : written;
  const runs = foldWord(letters);
  return runs.map((run) => {
    if (run.isSpaceless || letters.length > MAX_WORD_LENGTH) return { ...run, stems: [] };
    const word = runs.length === 1 ? letters.normalize('NFKC').toLowerCase() : run.text;
    return { ...run, stems: stemsOf(word, languages).map((stem) => STEM_MARK + fold(stem)) };
  });
}

/** The bigrams of a run of letters and its last letter, so that each letter starts a token. */
export function toBigrams(run: string): string[] {
  const letters = [...run];
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ''));
}

/** Truncates a word to the maximum length of indexed words. */
export function truncateWord(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join('');
}
