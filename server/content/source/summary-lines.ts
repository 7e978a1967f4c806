import { decodeEntities } from '../markdown/entities.ts';

/** A line of a table of contents of GitBook or mdBook, as an import and an export read it alike. */
export type SummaryLine =
  | { kind: 'entry'; indent: number; content: string }
  /** A heading above entries. */
  | { kind: 'group'; content: string }
  | { kind: 'divider' }
  /** A link without a list: what mdBook has in front of and behind its numbered chapters. */
  | { kind: 'chapter'; content: string }
  /** What stands between, such as the title of the file and comments. */
  | { kind: 'text' };

const BULLET = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const DIVIDER = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;

export const isDivider = (line: string): boolean => DIVIDER.test(line.trimEnd());

/** One for each line of the text. */
export function readSummaryLines(text: string): SummaryLine[] {
  let isComment = false;
  let isBegun = false;
  let isTitleRead = false;
  return text.split('\n').map((source): SummaryLine => {
    const visible = withoutComments(source, isComment);
    isComment = visible.isOpen;
    const line = readLine(visible.text.trimEnd());
    // The first heading of the first level names the file itself.
    const isTitle = line.kind === 'group' && line.level === 1 && !isTitleRead && !isBegun;
    isTitleRead ||= isTitle;
    isBegun ||= !isTitle && line.kind !== 'text' && line.kind !== 'divider';
    return isTitle ? { kind: 'text' } : line;
  });
}

function readLine(
  content: string,
): Exclude<SummaryLine, { kind: 'group' }> | { kind: 'group'; content: string; level: number } {
  if (content.trim() === '') return { kind: 'text' };
  if (isDivider(content)) return { kind: 'divider' };
  const [, blanks = '', entry] = BULLET.exec(content) ?? [];
  if (entry !== undefined)
    return { kind: 'entry', indent: blanks.replaceAll('\t', '    ').length, content: entry };
  const [, hashes = '', heading] = HEADING.exec(content) ?? [];
  if (heading !== undefined)
    return { kind: 'group', level: hashes.length, content: heading.replace(/[ \t]#+$/, '') };
  return content.trimStart().startsWith('[')
    ? { kind: 'chapter', content: content.trim() }
    : { kind: 'text' };
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

/** The link that an entry begins with. */
export function readLink(entry: string): { label: string; target: string } | undefined {
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
    .replaceAll(/(?<!\\)<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/(?<!\\)!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/(?<![\\\w])(\*\*|__|~~|\*|_)(?=\S)([^*_~]*\S)\1(?!\w)/g, '$2')
    .replaceAll(/(?<!\\)`/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return decodeEntities(text);
}
