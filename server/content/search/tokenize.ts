import { limitCombiningMarks } from '../markdown/markdown-tokens.ts';

/**
 * Tokenizes texts the same way for the index and for queries: case, accents, letter width and punctuation do not
 * matter. Scripts without spaces are split into bigrams, so that any part of a sentence is found.
 */

/** Longer words are truncated, in the index and in queries. */
const MAX_WORD_LENGTH = 64;

const SPACELESS_CLASS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const RUNS = new RegExp(`[${SPACELESS_CLASS}]+|[^${SPACELESS_CLASS}]+`, 'gu');
const SPACELESS = new RegExp(`^[${SPACELESS_CLASS}]`, 'u');
/** A word as written, with its combining marks. */
const WRITTEN_WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LETTERS = /[\p{L}\p{N}]+/gu;
/** Combining marks, except the two that form other Japanese letters. */
const MARKS = /(?![\u3099\u309a])\p{M}/gu;
const PLAIN = /^[\0-\x7f]*$/;
const PLAIN_WORD = /[a-z0-9]+/g;

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
export function* findWords(text: string): Generator<{ written: string; index: number }> {
  for (const match of text.matchAll(WRITTEN_WORD)) yield { written: match[0], index: match.index };
}

/** A word as runs of letters that are indexed alike. */
export function foldWord(written: string): { text: string; isSpaceless: boolean }[] {
  if (PLAIN.test(written)) return [{ text: written.toLowerCase(), isSpaceless: false }];
  return (fold(written).match(LETTERS) ?? []).flatMap((letters) =>
    PLAIN.test(letters)
      ? [{ text: letters, isSpaceless: false }]
      : (letters.match(RUNS) ?? []).map((text) => ({ text, isSpaceless: SPACELESS.test(text) })),
  );
}

/** The indexed words of a text, in order. */
export function* tokenize(text: string): Generator<string> {
  if (PLAIN.test(text)) {
    for (const word of text.toLowerCase().match(PLAIN_WORD) ?? []) yield truncateWord(word);
    return;
  }
  for (const { written } of findWords(text)) {
    for (const run of foldWord(written)) {
      if (run.isSpaceless) for (const part of toBigrams(run.text)) yield part;
      else yield truncateWord(run.text);
    }
  }
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
