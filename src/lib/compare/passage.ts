import type { SearchParamParser } from '../search-params.ts';

/** A passage that a reader selected on a published page, in the visible words. */
export interface Passage {
  /** The selected text; of a long one, how it begins. */
  text: string;
  /** How a long one ends. */
  end?: string;
  /** The letters and digits of all of it. */
  length: number;
  /** The text before it; empty at the start of the page's text. */
  before: string;
  /** The text after it; empty at the end. */
  after: string;
  /** Which of those on the page that read the same, with what is around them, from 0; and how many there are. */
  index: number;
  count: number;
  /** Whether the page has the text itself only once. */
  isUnique: boolean;
}

/** The message where a passage can't be shown. */
export const passageMissing =
  'The selected text isn’t in this version of the page, or can’t be told from others like it';

/** Lines of a text, from 1; both included. */
export interface PassageLines {
  startLine: number;
  endLine: number;
}

const MAX_TEXT = 400;
const MAX_NUMBER = 10_000_000;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_NUMBER;

/** Parses a passage from a URL. */
export const passageParam: SearchParamParser<Passage> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: { [Name in keyof Passage]?: unknown } = value;
  const { text, end, length, before, after, index, count, isUnique } = fields;
  if (!isText(text) || !isText(before) || !isText(after) || (end !== undefined && !isText(end)))
    return undefined;
  if (!isCount(length) || !isCount(index) || !isCount(count)) return undefined;
  const passage = { text, length, before, after, index, count, isUnique: isUnique === true };
  return end === undefined ? passage : { ...passage, end };
};

/** The compared characters: spaces, punctuation and marks are read and written differently. */
const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** A text that occurs in more places can't be distinguished. */
const MAX_ALIKE = 10_000;

/** A text with as many letters says where it is from, even if what is around it has changed. */
const ENOUGH_LETTERS = 24;

/**
 * The lines of a Markdown text that a passage comes from; undefined if the passage was removed or occurs more
 * than once.
 */
export function findPassage(markdown: string, passage: Passage): PassageLines | undefined {
  const { length, index, count, isUnique } = passage;
  const { letters, lineStarts } = readableLetters(markdown);
  const [text, end] = [lettersOf(passage.text), lettersOf(passage.end ?? '')];
  const [before, after] = [lettersOf(passage.before), lettersOf(passage.after)];
  if (text === '' || length < Math.max(text.length, end.length)) return undefined;
  const all: number[] = [];
  for (let at = letters.indexOf(text); at !== -1; at = letters.indexOf(text, at + 1)) {
    const until = at + length;
    if (until <= letters.length && letters.startsWith(end, until - end.length)) all.push(at);
    if (all.length > MAX_ALIKE) return undefined;
  }
  const alike = all.filter((at) => {
    const [from, until] = [at - before.length, at + length];
    const isBefore = before === '' ? at === 0 : from >= 0 && letters.startsWith(before, from);
    return isBefore && (after === '' ? until === letters.length : letters.startsWith(after, until));
  });
  const isSure = alike.length === 1 || length >= ENOUGH_LETTERS;
  const unique = all.length === 1 && isSure ? all[0] : undefined;
  const at = isUnique ? unique : alike.length === count ? alike[index] : undefined;
  if (at === undefined) return undefined;
  return { startLine: lineAt(lineStarts, at), endLine: lineAt(lineStarts, at + length - 1) };
}

/** The line, from 1, that has a letter. Lines without letters start where the next one does. */
const lineAt = (lineStarts: readonly number[], at: number): number =>
  lineStarts.findLastIndex((start) => start <= at) + 1;

const FENCE = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})\s*(\w*)/;

/** The letters of a text that readers see, and where those of each line start. */
function readableLetters(markdown: string): { letters: string; lineStarts: number[] } {
  const lineStarts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  let fence: { marks: string; isHidden: boolean } | undefined;
  let isComment = false;
  let isFormula = false;
  const visible = (line: string): string => {
    const [, marks = '', language = ''] = FENCE.exec(line) ?? [];
    if (fence) {
      if (!marks.startsWith(fence.marks) || language !== '') return fence.isHidden ? '' : line;
      fence = undefined;
      return '';
    }
    if (line.trim() === '$$') isFormula = !isFormula;
    if (isFormula) return '';
    if (!isComment && marks !== '') {
      fence = { marks, isHidden: language.toLowerCase() === 'math' };
      return '';
    }
    const { text, isOpen } = withoutComments(isComment ? `<!--${line}` : line);
    isComment = isOpen;
    return readableLine(text);
  };
  for (const line of markdown.split('\n')) {
    lineStarts.push(length);
    const letters = lettersOf(visible(line));
    length += letters.length;
    parts.push(letters);
  }
  return { letters: parts.join(''), lineStarts };
}

/** A line without its comments; `isOpen` if one goes on after it. */
function withoutComments(line: string): { text: string; isOpen: boolean } {
  let text = '';
  for (let at = 0; ;) {
    const start = line.indexOf('<!--', at);
    if (start === -1) return { text: text + line.slice(at), isOpen: false };
    text += line.slice(at, start);
    const end = line.indexOf('-->', start + 4);
    if (end === -1) return { text, isOpen: true };
    at = end + 3;
  }
}

/** Marks at the start of a line that are no words: of quotations, lists, tasks and callouts. */
const LINE_MARKS = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:\[[ xX]\]\s|\[!\w+\]\s*$)?/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s/;
/**
 * Code, addresses in angle brackets, and what readers don't see: tags, formulas, pictures, and where links lead to. Each
 * ends within a bounded number of characters, or a line that begins thousands and ends none would keep the browser busy.
 */
const INLINE =
  /(?<!`)(`+)(?!`)(?<code>.{0,1000}?[^`])\1(?!`)|<(?<address>(?:https?:|mailto:)[^>\s]{1,1000}|[^\s<>@]{1,300}@[^\s<>]{1,300})>|\{%.{0,1000}?%\}|<figcaption\b.{0,1000}?<\/figcaption>|<\/?[a-z][^>]{0,1000}>|\$\$[^$]+\$\$|!\[[^\]]{0,1000}\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])|\]\((?:<[^<>]{0,1000}>|(?:[^()\s]|\([^()\s]{0,1000}\)){0,1000})(?:\s{1,100}(?:"[^"]{0,1000}"|'[^']{0,1000}'))?\s{0,100}\)|\]\[[^\]]*\]|&#(?<number>\d+);|&\w+;/gi;

function readableLine(line: string): string {
  if (DEFINITION.test(line)) return '';
  return line.replace(LINE_MARKS, '').replaceAll(INLINE, (...found: unknown[]) => {
    const { code, address, number }: Record<string, string | undefined> = Object(found.at(-1));
    return code ?? address ?? (number === undefined ? ' ' : decodeNumber(Number(number)));
  });
}

const decodeNumber = (code: number): string =>
  code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
