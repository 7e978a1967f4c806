import { listBlocks } from '../documents/document-nodes.ts';
import { cutRegions } from './cut-regions.ts';

/** In characters of a version. Comparing takes a time that grows with the square of the sentences; a longer paragraph is a conflict. */
const MAX_PARAGRAPH_LENGTH = 50_000;
const MAX_SENTENCES = 300;

/** The three versions of a text or of a part of it. */
interface TextVersions {
  base: string;
  ours: string;
  theirs: string;
}

/**
 * Merges a plain paragraph in which both sides changed different sentences, with an unchanged one between them. Undefined
 * where they changed the same or adjoining ones, where the paragraph is too long, or where the result would not be one.
 */
export function mergeSentences(versions: TextVersions): string | undefined {
  const texts = [versions.base, versions.ours, versions.theirs];
  if (texts.some(({ length }) => length > MAX_PARAGRAPH_LENGTH)) return undefined;
  const [base, ours, theirs] = texts.map(splitSentences);
  if (!base || !ours || !theirs) return undefined;
  if ([base, ours, theirs].some(({ length }) => length > MAX_SENTENCES)) return undefined;
  const wordsOf = (sentences: readonly Sentence[]) => sentences.map(({ words }) => words);
  const regions = cutRegions({ base: wordsOf(base), ours: wordsOf(ours), theirs: wordsOf(theirs) });
  const merged: string[] = [];
  for (const { state, at, ...lines } of regions) {
    if (state === 'conflict') return undefined;
    const side = state === 'theirs' ? theirs : ours;
    const [start, count] =
      state === 'theirs' ? [at.theirs, lines.theirs.length] : [at.ours, lines.ours.length];
    for (const [index, { words, space }] of side.slice(start, start + count).entries()) {
      if (state !== 'same') {
        merged.push(words, space);
        continue;
      }
      const between = mergeSpaces(base[at.base + index], space, theirs[at.theirs + index]);
      if (between === undefined) return undefined;
      merged.push(words, between);
    }
  }
  const text = merged.join('');
  const [block, ...others] = listBlocks(text);
  return block?.type === 'paragraph' && others.length === 0 ? text : undefined;
}

/** The white space after a sentence that nobody changed. */
function mergeSpaces(base: Sentence | undefined, ours: string, theirs: Sentence | undefined) {
  if (ours === theirs?.space || base?.space === theirs?.space) return ours;
  return base?.space === ours ? theirs?.space : undefined;
}

interface Sentence {
  words: string;
  /** After it: blanks or the end of a line. */
  space: string;
}

// The rules of sentences are the same in all languages but a few; a fixed one gives the same result on every machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a paragraph. What a tag, a link, code or an emphasis reaches across is one. */
export function splitSentences(paragraph: string): Sentence[] {
  // The end of a line would end a sentence.
  const line = paragraph.replaceAll(/[\r\n]/g, ' ');
  const isOpen = openPlaces(paragraph);
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { index, segment } of segmenter.segment(line)) {
    const end = index + segment.length;
    if (isOpen[end] === true && end < line.length) continue;
    const text = paragraph.slice(start, end);
    const words = text.trimEnd();
    sentences.push({ words, space: text.slice(words.length) });
    start = end;
  }
  return sentences;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/** For each place of a paragraph, whether something is open there that ends later, or never. */
function openPlaces(text: string): boolean[] {
  const open: string[] = [];
  const marks = new Set<string>();
  const isOpen: boolean[] = [];
  let codeEnd = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isCode = at < codeEnd;
    isOpen[at] = isCode || open.length + marks.size > 0;
    if (isCode) continue;
    const char = text[at] ?? '';
    if (char === '\\') {
      at += 1;
      isOpen[at] = true;
    } else if (char === '`') {
      codeEnd = endOfCode(text, at);
    } else if (opens(text, at, open)) {
      open.push(CLOSING[char] ?? '');
    } else if (char === open.at(-1)) {
      open.pop();
    } else if (isMark(text, at) && !marks.delete(char)) {
      marks.add(char);
    }
  }
  return isOpen;
}

/** A parenthesis is part of a link after a bracket only, and `<` before a letter of a tag. */
function opens(text: string, at: number, open: readonly string[]): boolean {
  const char = text[at] ?? '';
  if (char === '[' || char === '{') return true;
  if (char === '<') return /[a-z/!]/i.test(text[at + 1] ?? '');
  return char === '(' && (text[at - 1] === ']' || open.at(-1) === ')');
}

/** Whether a run of `*`, `_`, `~`, `$` or `=` that begins or ends something ends here. */
function isMark(text: string, at: number): boolean {
  const char = text[at] ?? '';
  if (!'*_~$='.includes(char) || text[at + 1] === char) return false;
  let first = at;
  while (text[first - 1] === char) first -= 1;
  const [before = ' ', after = ' '] = [text[first - 1], text[at + 1]];
  if (char === '=' && first === at) return false;
  if (char === '_' && /\w/.test(before) && /\w/.test(after)) return false;
  return /\S/.test(before) || /\S/.test(after);
}

/** Where code in backticks ends, or its backticks if nothing closes them. */
function endOfCode(text: string, start: number): number {
  let end = start;
  while (text[end] === '`') end += 1;
  const marks = text.slice(start, end);
  for (const { 0: run, index } of text.slice(end).matchAll(/`+/g))
    if (run === marks) return end + index + run.length;
  return end;
}
