import { unescapePath } from '#api/source-paths.ts';
import { decodeEntities } from '../../markdown/entities.ts';
import type { OutlineItem } from './outline.ts';
import { decodePath } from './paths.ts';

/** An entry of a SUMMARY.md before its file is looked up. */
export interface SummaryItem extends OutlineItem {
  /** As written: a path beside the summary or an address; undefined without a link. */
  target: string | undefined;
  line: number;
  isGroup: boolean;
  items: SummaryItem[];
}

const BULLET = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const DIVIDER = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** Nothing nests deeper; entries below join their parent. */
const MAX_DEPTH = 20;

export interface Summary {
  items: SummaryItem[];
  /** Lines of dividers. */
  dividers: number[];
}

/** Parses a table of contents of GitBook or mdBook, line by line. */
export function parseSummary(text: string): Summary {
  const items: SummaryItem[] = [];
  const dividers: number[] = [];
  let list = items;
  let isTitleRead = false;
  /** Open list items with their indentation. */
  let open: { indent: number; item: SummaryItem }[] = [];
  let isComment = false;
  for (const [index, source] of text.split('\n').entries()) {
    const line = index + 1;
    const visible = withoutComments(source, isComment);
    isComment = visible.isOpen;
    const content = visible.text.trimEnd();
    if (content.trim() === '') continue;
    const bullet = DIVIDER.test(content) ? null : BULLET.exec(content);
    const heading = HEADING.exec(content);
    if (bullet) {
      const [, blanks = '', entry = ''] = bullet;
      const indent = blanks.replaceAll('\t', '    ').length;
      while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
      const parent = open.at(-1)?.item;
      const item = readEntry(entry, line);
      (parent?.items ?? list).push(item);
      if (open.length < MAX_DEPTH) open.push({ indent, item });
    } else if (heading) {
      open = [];
      const title = plainTitle((heading[2] ?? '').replace(/[ \t]#+$/, ''));
      // The first heading of the first level names the file itself.
      const isTitle: boolean = heading[1] === '#' && !isTitleRead && items.length === 0;
      isTitleRead ||= isTitle;
      if (isTitle || title === '') continue;
      const group: SummaryItem = { title, target: undefined, line, isGroup: true, items: [] };
      items.push(group);
      list = group.items;
    } else if (DIVIDER.test(content)) {
      open = [];
      dividers.push(line);
      list = items;
    } else if (content.trimStart().startsWith('[')) {
      // Chapters of mdBook in front of and behind the numbered ones.
      open = [];
      items.push(readEntry(content.trim(), line));
    }
  }
  return { items, dividers };
}

/** A line without comments. */
function withoutComments(line: string, isOpenBefore: boolean): { text: string; isOpen: boolean } {
  let text = '';
  let at = 0;
  let isOpen = isOpenBefore;
  for (;;) {
    const next = line.indexOf(isOpen ? '-->' : '<!--', at);
    if (!isOpen) text += line.slice(at, next === -1 ? undefined : next);
    if (next === -1) return { text, isOpen };
    at = next + (isOpen ? 3 : 4);
    isOpen = !isOpen;
  }
}

/** Reads `[title](target "alias")`, or a title without link. */
function readEntry(entry: string, line: number): SummaryItem {
  const link = readLink(entry);
  const title = plainTitle(link?.label ?? entry);
  return { title, target: link?.target, line, isGroup: link === undefined, items: [] };
}

function readLink(entry: string): { label: string; target: string } | undefined {
  if (!entry.startsWith('[')) return undefined;
  let depth = 0;
  let at = 0;
  for (; at < entry.length; at += 1) {
    const sign = entry[at];
    if (sign === '\\') at += 1;
    else if (sign === '[') depth += 1;
    else if (sign === ']' && (depth -= 1) === 0) break;
  }
  if (entry[at + 1] !== '(') return undefined;
  const label = entry.slice(1, at);
  const rest = entry.slice(at + 2).trimStart();
  if (rest.startsWith('<')) return { label, target: rest.slice(1, rest.indexOf('>', 1)) };
  const end = targetEnd(rest);
  const target = rest.slice(0, end).replace(/\s(?:"[^"]*"|'[^']*')\s*$/, '');
  return { label, target: decodeEntities(target.trim()) };
}

/** Where the parenthesis of a target is closed; blanks in paths are common, although Markdown does not allow them. */
function targetEnd(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && (depth -= 1) < 0) return at;
  }
  return text.length;
}

/** A piece of Markdown as a title: without marks, tags and escapes. */
export function plainTitle(markdown: string): string {
  const text = markdown
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/(?<![\\\w])(\*\*|__|~~|\*|_)(?=\S)([^*_~]*\S)\1(?!\w)/g, '$2')
    .replaceAll(/(?<!\\)`/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return decodeEntities(text);
}

/** The path of a target without query and fragment; undefined for addresses and fragments alone. */
export function pathOfTarget(target: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(target)) return undefined;
  const path = decodePath(unescapePath(target.replace(/[?#].*$/, '')));
  return path === '' ? undefined : path;
}
