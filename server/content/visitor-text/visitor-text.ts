import { findCode } from './code-ranges.ts';
import type { CodeRange } from './inline-code.ts';
import { textOutsideCode } from './parsed-code.ts';

/**
 * Increase this when the text that visitors get is another one for the same stored text: what is stored of it is then
 * made anew.
 */
export const VISITOR_TEXT_VERSION = 4;

/** The tags of conditions, however they are spaced; `\{%` is the same written in another way. */
const START = String.raw`\\?\{\\?%[-+~]?[\s\u200b-\u200d\u2060]*`;
const TAG = String.raw`${START}(?:if|el(?:se\s*|s?)if|else|endif)(?!\w)`;
const ANY_TAG = new RegExp(TAG, 'i');
const TOKEN = new RegExp(String.raw`(?<tag>${TAG})|%\\?\}|["']`, 'gi');
const CLOSING = new RegExp(String.raw`${START}endif[\s\u200b-\u200d\u2060]*[-+~]?\\?%\\?\}`, 'iy');

/** Whether a text has tags of conditions, in code or outside of it. */
export function hasConditionTags(text: string): boolean {
  return text.includes('%') && ANY_TAG.test(text);
}

/** A tag of a condition. */
export interface ConditionTag {
  kind: 'if' | 'elif' | 'else' | 'endif';
  start: number;
  /** Behind the tag; undefined where it isn't closed. */
  end?: number;
  /** The expression of `if` and `elif`, literally. */
  expression?: string;
  /** Whether it may be in code. */
  isUnsure: boolean;
}

/** A part of a text between the outermost tags of a condition, with them. */
export interface Condition {
  start: number;
  end: number;
  /** Its tags and those of the conditions in it, in order. */
  tags: ConditionTag[];
  /** Set where its tags don't belong together: what visitors don't get is then more than its author meant. */
  problem?: 'unclosed' | 'unopened';
}

/**
 * A Markdown text as every visitor gets it: without its conditions and all that is in them, for every expression. Pages
 * show more of it to some (`markConditions`). In doubt, it is left out: a condition that isn't closed goes to the end, and
 * code hides a tag only where it is code beyond doubt. Code may show conditions.
 */
export function visitorText(markdown: string): string {
  let text = markdown;
  // The remaining text may read differently: without the tags around it, other text becomes code or ceases to
  // be.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const conditions = conditionsOf(text);
    if (conditions.length === 0) {
      if (!hasConditionTags(text) || !hasConditionTags(textOutsideCode(text) ?? '')) return text;
      break;
    }
    text = cutConditions(text, conditions);
  }
  return cutConditions(text, findConditions(text, []));
}

/** A text of one line, such as a title, as visitors get it. */
export function visitorLine(line: string): string {
  if (!hasConditionTags(line)) return line;
  // Blanks at its start are no code.
  return visitorText(line.trim()).replace(/\s+/g, ' ').trim();
}

/** The title that visitors get: something of it always stays, as links have it as their text. */
export function visitorTitle(title: string): string {
  return visitorLine(title) || (title === '' ? '' : '…');
}

const MAX_ROUNDS = 3;

/** The conditions of a text in order. */
export function conditionsOf(markdown: string): Condition[] {
  return hasConditionTags(markdown) ? findConditions(markdown, findCode(markdown)) : [];
}

/** The conditions of a text in order, each from its outermost opening tag to its end. */
function findConditions(text: string, code: readonly CodeRange[]): Condition[] {
  const conditions: Condition[] = [];
  const reader = new CodeReader(code);
  const expression = new ExpressionReader(text);
  let start = 0;
  let depth = 0;
  let isUnopened = false;
  let tags: ConditionTag[] = [];
  const add = (end: number, problem?: Condition['problem']) => {
    conditions.push({ start, end, tags, ...(problem && { problem }) });
    tags = [];
  };
  for (const { 0: token, index, groups } of text.matchAll(TOKEN)) {
    if (groups?.['tag'] === undefined) {
      expression.read(token, index);
      continue;
    }
    const place = reader.at(index);
    if (/endif$/i.test(token)) {
      CLOSING.lastIndex = index;
      const [closing] = CLOSING.exec(text) ?? [];
      // In an expression, or where it may be code, it closes nothing.
      if (closing === undefined || place !== 'text' || expression.isOpen) continue;
      if (depth === 0) {
        start = index;
        isUnopened = true;
      }
      tags.push({ kind: 'endif', start: index, end: index + closing.length, isUnsure: false });
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      add(index + closing.length, isUnopened ? 'unopened' : undefined);
    } else if (place !== 'code') {
      const tag: ConditionTag = { kind: kindOf(token), start: index, isUnsure: place === 'unsure' };
      tags.push(tag);
      expression.open(index + token.length, tag);
      // A branch whose opening tag is missing is a condition, too.
      const isBranch = tag.kind !== 'if';
      if (depth === 0) {
        start = index;
        isUnopened = isBranch;
      }
      if (depth === 0 || !isBranch) depth += 1;
    }
  }
  if (depth > 0) add(text.length, 'unclosed');
  return conditions;
}

function kindOf(tag: string): ConditionTag['kind'] {
  if (/else$/i.test(tag)) return 'else';
  return /el(?:se\s*|s?)if$/i.test(tag) ? 'elif' : 'if';
}

/** Reads the expressions of opening tags, up to their ends. Quoted texts belong to them, with any content. */
class ExpressionReader {
  readonly #text: string;
  readonly #known = new Map<string, number>();
  #quotedTo = 0;
  #start = 0;
  #tag: ConditionTag | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get isOpen(): boolean {
    return this.#tag !== undefined;
  }

  /** Reads the expression of a tag from a place on. */
  open(at: number, tag: ConditionTag): void {
    this.#quotedTo = at;
    this.#start = at;
    this.#tag = tag;
  }

  read(token: string, at: number): void {
    if (!this.#tag || at < this.#quotedTo) return;
    if (token.startsWith('%')) {
      this.#tag.end = at + token.length;
      if (this.#tag.kind !== 'else') this.#tag.expression = this.#text.slice(this.#start, at);
      this.#tag = undefined;
    } else {
      const end = this.#next(token, at);
      // Quotes are in one line.
      if (end < this.#next('\n', at)) this.#quotedTo = end + 1;
    }
  }

  #next(sign: string, at: number): number {
    const cachedIndex = this.#known.get(sign);
    if (cachedIndex !== undefined && cachedIndex > at) return cachedIndex;
    const index = this.#text.indexOf(sign, at + 1);
    const next = index < 0 ? this.#text.length : index;
    this.#known.set(sign, next);
    return next;
  }
}

/** Reads ranges for ascending places. */
export class CodeReader {
  readonly #ranges: readonly CodeRange[];
  #next = 0;
  #sureEnd = 0;
  #unsureEnd = 0;

  constructor(ranges: readonly CodeRange[]) {
    this.#ranges = ranges;
  }

  at(place: number): 'code' | 'unsure' | 'text' {
    for (;;) {
      const range = this.#ranges[this.#next];
      if (!range || range.start > place) break;
      if (range.isSure) this.#sureEnd = Math.max(this.#sureEnd, range.end);
      else this.#unsureEnd = Math.max(this.#unsureEnd, range.end);
      this.#next += 1;
    }
    if (place < this.#sureEnd) return 'code';
    return place < this.#unsureEnd ? 'unsure' : 'text';
  }
}

/** The marks that stay in a line when its text is removed: of containers, or of a heading. */
const CONTAINER = /^[ \t>]*((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:#{1,6}[ \t]*)?)$/;
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const MAX_MARKS_LENGTH = 200;
const MAX_LOOK_AHEAD = 1000;

/** A text without some of its conditions. */
export function cutConditions(text: string, conditions: readonly Condition[]): string {
  const output = new Output(text);
  for (const condition of conditions) output.leaveOut(condition);
  return output.finish();
}

/** The lines of a text without parts of it. */
class Output {
  readonly #source: string;
  /** The line ends of the source. */
  readonly #ends: number[] = [];
  #at = 0;
  /** Of the source. */
  #line = 0;
  readonly #pieces: string[] = [];
  /** The start of the current line, and of the one before. */
  #current = '';
  #last = '';

  constructor(source: string) {
    this.#source = source;
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.#ends.push(at);
  }

  finish(): string {
    this.#write(this.#source.length);
    return this.#pieces.join('');
  }

  leaveOut({ start, end }: Condition): void {
    this.#write(start);
    this.#skip(end);
    const [, marks] = CONTAINER.exec(this.#current) ?? [];
    const [blanks = ''] = /^[^\S\n]*/.exec(this.#source.slice(end, end + MAX_LOOK_AHEAD)) ?? [];
    const lineEnd = end + blanks.length;
    const isEmpty = lineEnd === this.#source.length || this.#source.charAt(lineEnd) === '\n';
    if (marks !== undefined && isEmpty) this.#emptyLine(lineEnd, marks);
  }

  /** A line becomes empty. Between rows or items it is removed as a whole; otherwise it ends a paragraph. */
  #emptyLine(lineEnd: number, marks: string): void {
    const next = lineEnd + 1;
    const [following = ''] = this.#source.slice(next, next + MAX_LOOK_AHEAD).split('\n', 1);
    const isRow = this.#last.includes('|') && following.includes('|');
    const isItem = LIST_ITEM.test(this.#last) && LIST_ITEM.test(following);
    if (isRow || isItem) {
      this.#cutLine(0);
      this.#skip(next);
    } else if (marks.includes('#') || !/^[ \t]+\S/.test(following)) {
      // The item goes, unless there is more in it; the quote stays.
      this.#cutLine(this.#current.lastIndexOf('>') + 1);
    }
  }

  #cutLine(length: number): void {
    const head = this.#current.slice(0, length);
    let cut = this.#current.length;
    while (cut > 0) cut -= this.#pieces.pop()?.length ?? cut;
    if (head !== '') this.#pieces.push(head);
    this.#current = head;
  }

  #skip(end: number): void {
    this.#at = end;
    while ((this.#ends[this.#line] ?? Infinity) < end) this.#line += 1;
  }

  /** The source up to `end`. */
  #write(end: number): void {
    for (;;) {
      const lineEnd = this.#ends[this.#line] ?? Infinity;
      const to = Math.min(lineEnd + 1, end);
      const piece = this.#source.slice(this.#at, to);
      if (piece !== '') this.#pieces.push(piece);
      this.#at = to;
      // More of a line is not looked at.
      if (this.#current.length < MAX_MARKS_LENGTH) this.#current += piece.slice(0, MAX_MARKS_LENGTH);
      if (lineEnd >= end) return;
      this.#last = this.#current;
      this.#current = '';
      this.#line += 1;
    }
  }
}
