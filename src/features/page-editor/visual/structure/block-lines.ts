/** What each line of a text is to a reader, found line by line: a change reads again only the lines that it can reach. */
import { type BlockTag, parseTag, splitTagLine } from '#api/blocks/tag-syntax.ts';
import { isPicture } from '../../text/pictures.ts';

export type LineKind =
  | 'blank'
  | 'text'
  | 'heading'
  | 'item'
  /** A line of code, without its signs. */
  | 'code'
  | 'fence'
  | 'fence-end'
  | 'tag'
  /** The title of an expandable. */
  | 'summary'
  | 'table'
  /** A line of a table that is written as HTML. */
  | 'html-table'
  | 'divider'
  /** The line below a heading. */
  | 'underline'
  | 'picture'
  /** Shown as it is written. */
  | 'source';

/** A tag, an element that holds blocks, or a condition. */
export interface LineTag {
  name: string;
  isEnd: boolean;
  attributes: ReadonlyMap<string, string>;
  /** As it is written. */
  text: string;
}

export interface BlockLine {
  kind: LineKind;
  /** The number of characters at its start that are signs, and of those at its end. */
  mark: number;
  end: number;
  /** Of a heading its level, of other lines the number of lists that they are in. */
  level: number;
  /** The number of quotes that it is in. */
  quote: number;
  /** The sign of a list item, the language of code. */
  sign: string;
  tags: readonly LineTag[];
  after: LineState;
}

/** What the next line depends on. */
interface LineState {
  /** The end of what goes on: a fence, a formula, HTML or a tag over several lines. */
  inside: '' | 'fence' | 'formula' | 'html' | 'tag';
  fence: string;
  /** The columns of the texts of the list items around. */
  items: readonly number[];
  before: LineKind | 'start' | 'underlined';
  quote: number;
}

export const startState: LineState = { inside: '', fence: '', items: [], before: 'start', quote: 0 };

export const isSameState = (a: LineState, b: LineState): boolean =>
  a.inside === b.inside &&
  a.fence === b.fence &&
  a.before === b.before &&
  a.quote === b.quote &&
  a.items.length === b.items.length &&
  a.items.every((column, index) => column === b.items[index]);

const noTags: readonly LineTag[] = [];
const noItems: readonly number[] = [];
const quoteSign = /^[ \t]*>[ \t]?/;
const itemSign = /^([-*+]|\d{1,9}[.)])(?:([ \t]+)(\[[ xX]\](?=[ \t]|$)[ \t]*)?|$)/;
const headingSign = /^(#{1,6})(?:[ \t]+|$)/;
// These have one way only to read a run of signs: many ways would take seconds for a line of 100,000 blanks.
const headingEnd = /(?<![ \t])[ \t]+#+[ \t]*$/;
const fenceSign = /^(`{3,}|~{3,}(?!~))([^`]*)$/;
const delimiterRow = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const dividerLine = /^([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const underlineLine = /^[ \t]*(?:={2,}|-{2,})[ \t]*$/;
const definition = /^\[[^\]]+\]:/;
const htmlStart = /^<(?:!--|\/?([a-z][\w-]*)(?=[\s/>]|$))/i;
/** Several pictures beside one another. */
const gallery = /^<figure>\s*<img\s[^<>]*>.*<\/figure>$/i;
const inlineElements = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
const detailsStart = /^<details(?:\s[^<>]*)?>[ \t]*(<summary>.*)?$/i;
const summaryStart = /^<summary(?:\s[^<>]*)?>/i;
const summaryEnd = /<\/summary>[ \t]*$/i;
const conditionTag = /^\{%[-+~]?\s*(if|elif|elsif|elseif|else|endif)(?!\w)(?:[^%]|%(?!\}))*%\}$/i;
const longTag = /^\{%[-~]?[ \t]*@?[a-z]/i;

function isPictureLine(content: string): boolean {
  if (!/^(?:!|\[!|<)/.test(content)) return false;
  const written = content.trimEnd();
  return isPicture(written) || gallery.test(written);
}

/** The number of columns of blanks. */
function columnsOf(blanks: string): number {
  let columns = 0;
  for (const sign of blanks) columns += sign === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}

/** What of a line's signs is known so far. */
interface LineStart {
  mark: number;
  quote: number;
  column: number;
  content: string;
}

function readStart(text: string): LineStart {
  // Most lines are empty, or begin with a letter.
  if (text === '' || /^[^\s>]/.test(text)) return { mark: 0, quote: 0, column: 0, content: text };
  let mark = 0;
  let quote = 0;
  for (;;) {
    const [sign] = quoteSign.exec(text.slice(mark)) ?? [];
    if (sign === undefined || columnsOf(/^[ \t]*/.exec(sign)?.[0] ?? '') > 11) break;
    mark += sign.length;
    quote += 1;
  }
  const [indent = ''] = /^[ \t]*/.exec(text.slice(mark)) ?? [];
  return {
    mark: mark + indent.length,
    quote,
    column: columnsOf(indent),
    content: text.slice(mark + indent.length),
  };
}

/**
 * Reads a line.
 *
 * @param next the line after it, which makes a heading or a table of it
 */
export function readLine(text: string, state: LineState, next: string | undefined): BlockLine {
  if (state.inside !== '') return readInside(text, state);
  const start = readStart(text);
  // Lists in a quote are other lists than those around it.
  const isGoingOn = start.quote === state.quote;
  const [items, before] = isGoingOn ? [state.items, state.before] : [noItems, 'start' as const];
  return readBlock({ text, start, items, next, before });
}

/** A line of code, of a formula, of HTML or of a long tag. */
function readInside(text: string, state: LineState): BlockLine {
  const { inside, fence, items } = state;
  const start = readStart(text);
  const line = (kind: LineKind, mark: number, isEnd: boolean): BlockLine => ({
    ...{ kind, mark, end: 0, level: items.length, quote: state.quote, sign: '', tags: noTags },
    after: isEnd ? { ...state, inside: '', fence: '', before: kind } : { ...state, before: kind },
  });
  switch (inside) {
    case 'html':
      return text.trim() === ''
        ? { ...line('blank', text.length, true), quote: 0 }
        : line(fence === 'table' ? 'html-table' : 'source', 0, false);
    case 'tag':
      return line('source', 0, text.includes('%}'));
    case 'formula':
      return line('source', 0, /\$\$\s*$/.test(text));
    default: {
      const [opening = '', indent = '0'] = fence.split(' ');
      // Where the quote around it ends, code does, too.
      if (start.quote < state.quote) return readLine(text, { ...state, inside: '', fence: '' }, undefined);
      const isEnd =
        start.content.startsWith(opening) && start.content.trimEnd().replaceAll(opening[0] ?? '', '') === '';
      if (isEnd) return line('fence-end', 0, true);
      const outer = quotesOf(text, state.quote);
      const [blanks = ''] = new RegExp(`^[ ]{0,${indent}}`).exec(text.slice(outer)) ?? [];
      return line('code', outer + blanks.length, false);
    }
  }
}

/** The length of the signs of a number of quotes. */
function quotesOf(text: string, count: number): number {
  let length = 0;
  for (let index = 0; index < count; index += 1)
    length += quoteSign.exec(text.slice(length))?.[0].length ?? 0;
  return length;
}

interface ReadBlock {
  text: string;
  start: LineStart;
  items: readonly number[];
  next: string | undefined;
  before: LineState['before'];
}

const isUnderline = (line: string | undefined): line is string =>
  line !== undefined && underlineLine.test(line);

/** A line that begins no block by itself. */
const wordsOnly = /^\p{L}[^|{]*$/u;

const paragraphs: ReadonlySet<LineState['before']> = new Set(['text', 'item', 'summary']);

// oxlint-disable-next-line max-lines-per-function -- one decision: the kinds of lines in the order in which they are told apart
function readBlock(read: ReadBlock): BlockLine {
  const { text, next, before } = read;
  const { mark, quote, column, content } = read.start;
  const isInParagraph = paragraphs.has(before);
  let { items } = read;
  const line = (
    kind: LineKind,
    more: Partial<BlockLine> = {},
    state: Partial<LineState> = {},
  ): BlockLine => ({
    kind,
    mark: more.mark ?? mark,
    end: more.end ?? 0,
    level: more.level ?? items.length,
    quote,
    sign: more.sign ?? '',
    tags: more.tags ?? noTags,
    after: {
      inside: state.inside ?? '',
      fence: state.fence ?? '',
      items: state.items ?? items,
      before: state.before ?? kind,
      quote,
    },
  });
  const headingAbove = (underline: string) =>
    line('heading', { level: underline.includes('=') ? 1 : 2 }, { before: 'underlined' });
  if (content.trim() === '') return line('blank', { mark: text.length });
  // Most lines are words: nothing but the line below can make more of them.
  if (column === 0 && wordsOnly.test(content)) {
    if (!isInParagraph) items = [];
    return !isInParagraph && isUnderline(next) ? headingAbove(next) : line('text');
  }
  const isItem = itemSign.exec(content);
  // A paragraph goes on wherever its next line begins; other lines end the items that they are not in.
  if (!isInParagraph || isItem) items = items.filter((inner) => inner <= column);
  const depth = column - (items.at(-1) ?? 0);
  if (depth > 3 && !isInParagraph) {
    const blanks = text.length - text.trimStart().length;
    return line('code', { mark: quote > 0 ? mark : Math.min(blanks, (items.at(-1) ?? 0) + 4) });
  }
  if (before === 'underlined') return line('underline');
  const tags = readTags(content);
  if (tags) {
    if (tags.isWhole) {
      if (column === 0) items = [];
      return line('tag', { tags: tags.tags });
    }
    return line('source', { tags: tags.tags, mark: 0 }, tags.goesOn ? { inside: 'tag' } : {});
  }
  const [, fence, info = ''] = fenceSign.exec(content) ?? [];
  if (fence !== undefined)
    return line('fence', { sign: info.trim() }, { inside: 'fence', fence: `${fence} ${column}` });
  if (content === '$$' || /^\$\$(?!.*\$\$)/.test(content))
    return line('source', { mark: 0 }, { inside: 'formula' });
  if (/^\$\$.*\$\$$/.test(content)) return line('source', { mark: 0 });
  // It makes a heading of all lines of the paragraph before it, which is shown as it is written.
  if (isInParagraph && before !== 'summary' && depth >= 0 && depth <= 3 && underlineLine.test(content))
    return line('source', { mark: 0 });
  if (dividerLine.test(content)) return line('divider');
  const [hashes, { length: level } = ''] = headingSign.exec(content) ?? [];
  if (hashes !== undefined) {
    const end = headingEnd.exec(content.slice(hashes.length))?.[0].length ?? 0;
    return line('heading', { mark: mark + hashes.length, end, level });
  }
  if (before === 'table' && content.includes('|')) return line('table');
  const isTable = !isInParagraph && content.includes('|') && isTableHead(content, next);
  if (isTable) return line('table', { sign: 'head' });
  const item = isItem && readItem(isItem, isInParagraph && read.items.length === 0);
  if (item) {
    items = [...items, column + item.column];
    const inner = content.slice(item.length);
    if (fenceSign.test(inner) || headingSign.test(inner) || quoteSign.test(inner))
      return line('source', { mark: 0 }, fenceIn(inner, column + item.column));
    return line('item', { mark: mark + item.length, sign: item.sign, level: items.length });
  }
  const html = readHtml(content, isInParagraph);
  if (html) return line(html.kind, { ...html, mark: html.mark === -1 ? 0 : mark + html.mark }, html.state);
  if (!isInParagraph && isPictureLine(content)) return line('picture');
  if (!isInParagraph && definition.test(content)) return line('source', { mark: 0 });
  if (!isInParagraph && items.length === 0 && isUnderline(next)) return headingAbove(next);
  return line('text');
}

function fenceIn(inner: string, column: number): Partial<LineState> {
  const [, fence] = fenceSign.exec(inner) ?? [];
  return fence === undefined ? {} : { inside: 'fence', fence: `${fence} ${column}` };
}

function readItem(
  [whole, sign = '', blanks = '', task]: RegExpExecArray,
  isInText: boolean,
): { length: number; column: number; sign: string } | undefined {
  // Among the lines of a paragraph only these begin a list.
  if (isInText && (blanks === '' || (/^\d/.test(sign) && !/^1\D/.test(sign)))) return undefined;
  const isCode = columnsOf(blanks) > 4;
  const column = sign.length + (isCode || blanks === '' ? 1 : blanks.length);
  return {
    length: isCode ? sign.length + 1 : whole.length,
    column,
    sign: task === undefined ? sign : task.trim(),
  };
}

const cellsIn = (row: string): number =>
  row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/).length;

const isTableHead = (content: string, next: string | undefined): boolean =>
  next !== undefined &&
  next.includes('-') &&
  (next.includes('|') || !/^[ \t>]*-+[ \t]*$/.test(next)) &&
  delimiterRow.test(next) &&
  cellsIn(content) === cellsIn(next.replace(/^[ \t>]+/, ''));

interface ReadTags {
  tags: LineTag[];
  isWhole: boolean;
  goesOn: boolean;
}

function readTags(content: string): ReadTags | undefined {
  if (!content.startsWith('{%')) return undefined;
  const text = content.trimEnd();
  const [, condition] = conditionTag.exec(text) ?? [];
  if (condition !== undefined) {
    const word = condition.toLowerCase();
    const name = word === 'endif' ? 'if' : word;
    const tag = { name, isEnd: word === 'endif', attributes: new Map<string, string>(), text };
    return { tags: [tag], isWhole: true, goesOn: false };
  }
  const split = splitTagLine(text);
  if (!split) {
    if (!longTag.test(text) || text.includes('%}')) return undefined;
    const [, end, name = ''] = /^\{%[-~]?\s*(end)?(@?[a-z][\w-]*)/i.exec(text) ?? [];
    const tag = {
      name: name.toLowerCase(),
      isEnd: end !== undefined,
      attributes: new Map<string, string>(),
      text,
    };
    return { tags: [tag], isWhole: false, goesOn: true };
  }
  const tags = [...split.lead, ...split.trail].flatMap((written) => {
    const tag: BlockTag | undefined = parseTag(written);
    return tag ? [{ ...tag, text: written }] : [];
  });
  return { tags, isWhole: split.middle === '', goesOn: false };
}

type ReadHtml = Partial<BlockLine> & Pick<BlockLine, 'kind'> & { mark: number; state: Partial<LineState> };

const detailsTag = (isEnd: boolean, text: string): LineTag => ({
  ...{ name: 'details', isEnd, text },
  attributes: new Map(),
});

/** HTML that begins a block; undefined for elements among words. */
function readHtml(content: string, isInParagraph: boolean): ReadHtml | undefined {
  const [opening, name = ''] = htmlStart.exec(content) ?? [];
  if (opening === undefined) return undefined;
  if (/^<\/details>[ \t]*$/i.test(content))
    return { kind: 'tag', mark: 0, tags: [detailsTag(true, content.trim())], state: { items: [] } };
  const [details, summary] = detailsStart.exec(content) ?? [];
  if (details !== undefined) {
    const tags = [detailsTag(false, content.trim())];
    if (summary === undefined) return { kind: 'tag', mark: 0, tags, state: { items: [] } };
    if (!summaryEnd.test(summary)) return { kind: 'source', mark: -1, tags, state: { inside: 'html' } };
    const mark = content.length - summary.length + (summaryStart.exec(summary)?.[0].length ?? 0);
    return { kind: 'summary', mark, end: summaryEnd.exec(content)?.[0].length ?? 0, tags, state: {} };
  }
  const [title] = summaryStart.exec(content) ?? [];
  if (title !== undefined && summaryEnd.test(content))
    return {
      ...{ kind: 'summary', mark: title.length, state: {} },
      end: summaryEnd.exec(content)?.[0].length ?? 0,
    };
  if (inlineElements.has(name.toLowerCase())) return undefined;
  if (isPictureLine(content)) return isInParagraph ? undefined : { kind: 'picture', mark: 0, state: {} };
  if (name.toLowerCase() === 'table')
    return { kind: 'html-table', mark: -1, state: { inside: 'html', fence: 'table' } };
  const isComment = opening === '<!--' && content.includes('-->');
  return { kind: 'source', mark: -1, state: isComment ? {} : { inside: 'html' } };
}
