import { headingTitle } from '../links/parse-document.ts';
import { lexText } from '../markdown/markdown-tokens.ts';
import type { StoredPage } from '../pages/storage.ts';

/** The first heading of a text, if nothing but comments and empty lines is before it. */
export interface TitleHeading {
  /** As plain text. */
  title: string;
  /** Its lines, from 0; the last one is not of them. */
  lines: { start: number; end: number };
}

const COMMENT_START = /^ {0,3}<!--/;
const HEADING = /^ {0,3}#(?=[ \t]|$)[^\n]*$/;
const UNDERLINE = /^ {0,3}=+[ \t]*$/;
/** Only so many lines before a heading may be comments. */
const MAX_LINES = 200;

/** The heading of the first level that a text begins with: it shows the title of the page. */
export function findTitleHeading(markdown: string): TitleHeading | undefined {
  const lines = markdown.split('\n', MAX_LINES);
  const start = firstLine(lines);
  const line = lines[start];
  if (line === undefined) return undefined;
  const isUnderlined = !/^(?: {4}|\t|[ \t]*[-*>#`~|<])/.test(line) && UNDERLINE.test(lines[start + 1] ?? '');
  if (!HEADING.test(line) && !isUnderlined) return undefined;
  const end = start + (isUnderlined ? 2 : 1);
  const [token] = lexText(lines.slice(start, end).join('\n'));
  if (token?.type !== 'heading' || !('tokens' in token)) return undefined;
  const title = headingTitle(token.tokens ?? [])
    .replace(/\{#[^{}\s]+\}$/, '')
    .trimEnd();
  return title === '' ? undefined : { title, lines: { start, end } };
}

/** The index of the first line that is neither empty nor part of a comment. */
function firstLine(lines: readonly string[]): number {
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (COMMENT_START.test(line)) {
      while (at < lines.length && !(lines[at] ?? '').includes('-->')) at += 1;
      if (!/-->\s*$/.test(lines[at] ?? '')) return at;
    } else if (line.trim() !== '') return at;
    at += 1;
  }
  return at;
}

/** The ids that a heading ends with, which links use: `{#id}` or an empty link with an id. */
const ANCHORS = /(?:[ \t]+(?:\{#[^{}\s]+\}|<a\s[^<>]*\bid=[^<>]*><\/a>))+[ \t]*#*[ \t]*$/;

/** A text whose first heading has another title. */
export function renameTitleHeading(markdown: string, title: string): string {
  const heading = findTitleHeading(markdown);
  if (!heading) return markdown;
  const lines = markdown.split('\n');
  const { start, end } = heading.lines;
  const line = lines[start] ?? '';
  const anchors = ANCHORS.exec(line)?.[0].trimEnd() ?? '';
  const text = escapeHeading(title);
  const isUnderlined = end - start === 2;
  const opening = isUnderlined ? '' : (/^ {0,3}#[ \t]*/.exec(line)?.[0].replace(/#$/, '# ') ?? '# ');
  return [...lines.slice(0, start), opening + text + anchors, ...lines.slice(start + 1)].join('\n');
}

/** A title as the text of a heading: signs that Markdown reads get a backslash. */
export function escapeHeading(title: string): string {
  return title
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*[\]<]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll('~~', String.raw`\~\~`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replace(/(#+)$/, String.raw`\$1`);
}

/** A page's title with its text as they are shown: the heading that shows the title is no part of the text. */
export function splitTitleHeading(
  { title, source }: Pick<StoredPage, 'title' | 'source'>,
  markdown: string,
): { title: string; markdown: string } {
  const heading = source?.titleHeading === true ? findTitleHeading(markdown) : undefined;
  if (!heading) return { title, markdown };
  const lines = markdown.split('\n');
  lines.splice(heading.lines.start, heading.lines.end - heading.lines.start);
  return { title: heading.title, markdown: lines.join('\n').replace(/^\n+/, '') };
}
