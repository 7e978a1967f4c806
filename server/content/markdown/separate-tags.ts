import { blockOf, isBlockName } from '#api/blocks/index.ts';
import { type BlockTag, parseTag, readTagAt, splitTagLine } from '#api/blocks/tag-syntax.ts';
import { isOnlyMarks, piecesAtMarks } from './mark-syntax.ts';

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])([ \t]+)/;
/** The start of HTML, deeper than which is code; a `<pre>` may be in an item of a list. */
const HTML = /^ {0,3}<\/?[a-z]/i;
const PRE = /^[ \t]*<pre\b/i;
const PRE_END = /<\/pre\b/i;
const LINE_END = /\r\n|\r|\n/;

/** A text whose tags stand alone. */
export interface SeparatedText {
  text: string;
  /** The line of the text, from 1, that each of its lines is from; undefined where they are the same. */
  lines: readonly number[] | undefined;
  /** The indexes of the lines that are tags, and of those in fenced code. */
  tagLines: ReadonlySet<number>;
  codeLines: ReadonlySet<number>;
}

const NO_LINES: ReadonlySet<number> = new Set();

/**
 * Puts blank lines around tags, so that each is a separate paragraph: else a list or table before it would continue. Tags
 * over several lines become one line; an end tag goes to the column of its opening tag, as it is often indented like the
 * list before it. Tags in fenced code stay unchanged.
 */
export function separateTags(markdown: string): SeparatedText {
  if (!markdown.includes('{%'))
    return { text: markdown, lines: undefined, tagLines: NO_LINES, codeLines: NO_LINES };
  return new TagSeparator(markdown).separate();
}

interface OpenTag {
  name: string;
  indent: string;
  hasList: boolean;
}

const MAX_OPEN = 50;

class TagSeparator {
  readonly #source: readonly string[];
  readonly #output: string[] = [];
  readonly #lines: number[] = [];
  readonly #open: OpenTag[] = [];
  readonly #tagLines = new Set<number>();
  readonly #codeLines = new Set<number>();
  #fence = '';
  /** Whether the line goes on with HTML: until a blank line, or with `<pre>` until its end. */
  #isInHtml = false;
  #isInPre = false;
  readonly #lastPreEnd: number;
  /** The column of the text of the last list item. */
  #itemColumn = 0;

  constructor(markdown: string) {
    this.#source = markdown.split(LINE_END);
    this.#lastPreEnd = this.#source.findLastIndex((line) => PRE_END.test(line));
  }

  separate(): SeparatedText {
    for (let at = 0; at < this.#source.length; at += 1) at += this.#addLine(at);
    return {
      text: this.#output.join('\n'),
      lines: this.#lines,
      tagLines: this.#tagLines,
      codeLines: this.#codeLines,
    };
  }

  /** Adds a line; the result is the number of further lines that belong to it. */
  #addLine(at: number): number {
    const line = this.#source[at] ?? '';
    const isCode = this.#isFenced(line) || this.#isInPre;
    this.#readHtml(line, at);
    if (isCode) {
      this.#codeLines.add(this.#output.length);
      this.#write(line, at);
      return 0;
    }
    const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
    this.#readList(line, indent);
    if (!line.includes('{%')) {
      this.#write(line, at);
      return 0;
    }
    const long = line.startsWith('{%', indent.length) ? this.#readLongTag(at, indent.length) : undefined;
    if (long) {
      this.#writeTag(writeTag(long.tag), indent, at);
      for (let more = 1; more <= long.more; more += 1) this.#write('', at + more);
      return long.more;
    }
    this.#addTagLine(line, indent, at);
    return 0;
  }

  #isFenced(line: string): boolean {
    const [, marker = '', info = ''] = FENCE.exec(line) ?? [];
    if (this.#fence === '') {
      this.#fence = marker.startsWith('`') && info.includes('`') ? '' : marker;
      return this.#fence !== '';
    }
    if (marker.startsWith(this.#fence) && info.trim() === '') this.#fence = '';
    return true;
  }

  #readHtml(line: string, at: number): void {
    if (this.#fence !== '') return;
    if (this.#isInPre) this.#isInPre = !PRE_END.test(line);
    else this.#isInPre = PRE.test(line) && !PRE_END.test(line) && at < this.#lastPreEnd;
    this.#isInHtml = line.trim() !== '' && (this.#isInHtml || HTML.test(line));
  }

  #readList(line: string, indent: string): void {
    const [item] = LIST_ITEM.exec(line) ?? [];
    if (item === undefined) {
      if (indent === '' && line.trim() !== '') this.#itemColumn = 0;
      return;
    }
    this.#itemColumn = columnsOf(item);
    const innermost = this.#open.at(-1);
    if (innermost) innermost.hasList = true;
  }

  /** A tag that begins in a line and ends in a later one, with nothing behind it. */
  #readLongTag(at: number, start: number): { tag: BlockTag; more: number } | undefined {
    const first = (this.#source[at] ?? '').slice(start);
    if (readTagAt(first, 0) || !mayGoOn(first)) return undefined;
    const text = [first, ...this.#source.slice(at + 1, at + MAX_TAG_LINES)].join('\n');
    const read = readTagAt(text, 0);
    if (!read) return undefined;
    const [behind = ''] = text.slice(read.end).split('\n', 1);
    return behind.trim() === ''
      ? { tag: read.tag, more: text.slice(0, read.end).split('\n').length - 1 }
      : undefined;
  }

  #addTagLine(line: string, indent: string, at: number): void {
    const pieces = this.#isInHtml ? piecesOfHtmlLine(line) : undefined;
    if (pieces) return this.#addHtmlLine(pieces, indent, at);
    const split = splitTagLine(line);
    if (!split) return this.#write(line, at);
    const tags = [...split.lead, ...split.trail];
    const isDeep = columnsOf(indent) > 3;
    // Deeper than the text of its list item, it is code.
    const isInItem = this.#itemColumn > 0 && columnsOf(indent) < this.#itemColumn + 4;
    const tag = parseTag(tags[0] ?? '');
    if (isDeep && !isInItem && !(tag && this.#isDedented(tag))) return this.#write(line, at);
    for (const written of split.lead) this.#writeTag(written, indent, at);
    if (split.middle !== '') this.#write(indent + split.middle, at);
    for (const written of split.trail) this.#writeTag(written, indent, at);
  }

  /** Blank lines around a tag end HTML: what follows must not be indented like code. */
  #addHtmlLine(pieces: readonly string[], indent: string, at: number): void {
    const place = columnsOf(indent) > 3 && this.#itemColumn === 0 ? '' : indent;
    for (const piece of pieces) {
      if (parseTag(piece)) this.#writeTag(piece, place, at);
      else if (isOnlyMarks(piece)) this.#writeAlone(place + piece, at);
      else this.#write(place + piece, at);
    }
  }

  /** Whether an end tag is indented because of the list before it. */
  #isDedented(tag: BlockTag): boolean {
    return tag.isEnd && this.#open.some(({ name, hasList }) => name === tag.name && hasList);
  }

  #writeTag(written: string, indent: string, at: number): void {
    const tag = parseTag(written);
    this.#tagLines.add(this.#output.length + 1);
    this.#writeAlone((tag ? this.#place(tag, indent) : indent) + written, at);
  }

  #writeAlone(line: string, at: number): void {
    this.#write('', at);
    this.#write(line, at);
    this.#write('', at);
  }

  /** The blanks before a tag: those of the tag that it belongs to, if they are fewer. */
  #place(tag: BlockTag, indent: string): string {
    const { parent, end } = blockOf(tag.name);
    const wanted = tag.isEnd ? tag.name : parent;
    const at = wanted === undefined ? -1 : this.#open.findLastIndex(({ name }) => name === wanted);
    const outer = this.#open[at]?.indent ?? indent;
    const placed = columnsOf(outer) < columnsOf(indent) ? outer : indent;
    if (tag.isEnd) {
      const hadList = this.#open[at]?.hasList === true;
      if (at >= 0) this.#open.length = at;
      const around = this.#open.at(-1);
      if (around && hadList) around.hasList = true;
      if (placed === '') this.#itemColumn = 0;
    } else if (end === 'required' && this.#open.length < MAX_OPEN) {
      this.#open.push({ name: tag.name, indent: placed, hasList: false });
    }
    return placed;
  }

  #write(line: string, at: number): void {
    this.#output.push(line);
    this.#lines.push(at + 1);
  }
}

/** A line of HTML at the tags of blocks in it, and at marks of conditions beside them; undefined for other lines. */
function piecesOfHtmlLine(line: string): string[] | undefined {
  const text = line.trim();
  // In code, a tag is code.
  if (!/^<\/?[a-z]/i.test(text) || /`|<(?:pre|code)\b/i.test(text)) return undefined;
  const pieces: string[] = [];
  let done = 0;
  for (let at = text.indexOf('{%'); at >= 0;) {
    const read = readTagAt(text, at);
    if (read && isBlockName(read.tag.name)) {
      pieces.push(text.slice(done, at), text.slice(at, read.end));
      done = read.end;
    }
    at = text.indexOf('{%', read?.end ?? at + 2);
  }
  if (pieces.length === 0) return undefined;
  return [...pieces, text.slice(done)]
    .flatMap(piecesAtMarks)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** More lines are no tag. */
const MAX_TAG_LINES = 200;

/** Whether a line may be the start of a tag that ends in another one. */
export function mayGoOn(line: string): boolean {
  return LONG_TAG.test(line) && !line.includes('%}');
}

/** Conditions are no blocks. */
const LONG_TAG = /^\{%[-~]?[ \t]*(?!(?:end)?(?:if|elif|elsif|elseif|else)\b)@?[a-z]/i;

function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += character === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}

/** A tag in one line. */
function writeTag({ name, isEnd, attributes }: BlockTag): string {
  const written = [...attributes].map(
    ([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;').replaceAll(LINE_ENDS, '&#10;')}"`,
  );
  return `{% ${isEnd ? 'end' : ''}${name}${written.join('')} %}`;
}

const LINE_ENDS = /\r\n|\r|\n/g;
