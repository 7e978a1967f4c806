import { decodeEntities } from '../markdown/entities.ts';
import { escapeText } from './escape.ts';
import { attribute, type HtmlWriter, type StartTag } from './html-writer.ts';
import { harmlessUrl, isAbsolute } from './urls.ts';

const PHRASING = new Set(
  `a abbr b bdi bdo br cite code del dfn em i img ins kbd mark picture q s samp small source span strong sub sup time u
  var wbr`.split(/\s+/),
);
const BLOCKS = new Set(
  `blockquote caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td
  tfoot th thead tr ul`.split(/\s+/),
);
const VOID = new Set(['br', 'hr', 'img', 'source', 'wbr']);
/** Old names of elements that pages may contain. */
const RENAMED: Readonly<Record<string, string>> = {
  strike: 's',
  tt: 'code',
  font: 'span',
  center: 'div',
  section: 'div',
  article: 'div',
};

/** Attributes with the values that they may have; `href`, `src`, `align` and others are handled one by one. */
const VALUES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '*': { dir: /^(ltr|rtl|auto)$/, lang: /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i, title: /^[^\0]{1,500}$/ },
  td: { colspan: /^[1-9]\d{0,2}$/, rowspan: /^[1-9]\d{0,2}$/ },
  th: { colspan: /^[1-9]\d{0,2}$/, rowspan: /^[1-9]\d{0,2}$/, scope: /^(row|col|rowgroup|colgroup)$/ },
  ol: { start: /^-?\d{1,9}$/, reversed: /^(reversed)?$/, type: /^[1aAiI]$/ },
  li: { value: /^-?\d{1,9}$/ },
  details: { open: /^(open)?$/ },
  time: { datetime: /^[\dTZ:.+\- PYMWDHS]{1,40}$/ },
};
const ALIGNABLE = new Set(['div', 'p', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/g;
const DARK = /^\(\s*prefers-color-scheme:\s*(dark|light)\s*\)$/;

/** Longer tags are text. */
const MAX_TAG_LENGTH = 10_000;

/**
 * Writes raw HTML of a Markdown text with the elements and attributes that are harmless; others are left out, their
 * content stays. `isInline`: among the text of a paragraph, where no block can be.
 */
export function writeRawHtml(writer: HtmlWriter, html: string, { isInline }: { isInline: boolean }): void {
  let position = 0;
  const writeText = (end: number) => {
    if (end > position) writer.text(escapeText(html.slice(position, end)));
  };
  for (;;) {
    const start = html.indexOf('<', position);
    if (start < 0) break;
    const end = endOfMarkup(html, start);
    writeText(end === undefined ? start + 1 : start);
    if (end !== undefined) writeTag(writer, html.slice(start, end), isInline);
    position = end ?? start + 1;
  }
  writeText(html.length);
}

/** Where a tag, a comment, a declaration or an element whose content is no text ends; undefined if it is none of these. */
function endOfMarkup(html: string, start: number): number | undefined {
  const next = html.charAt(start + 1);
  if (next === '!' || next === '?') {
    const isComment = html.startsWith('<!--', start);
    const close = html.indexOf(isComment ? '-->' : '>', start + (isComment ? 4 : 2));
    if (isComment) return close < 0 ? html.length : close + 3;
    return close < 0 ? undefined : close + 1;
  }
  const nameAt = next === '/' ? start + 2 : start + 1;
  if (!/[a-z]/i.test(html.charAt(nameAt))) return undefined;
  const end = endOfTag(html, nameAt);
  if (end === undefined || next === '/') return end;
  const name = /^(script|style)[\s/>]/i.exec(html.slice(nameAt, nameAt + 7))?.[1]?.toLowerCase();
  if (name === undefined) return end;
  const close = html.toLowerCase().indexOf(`</${name}`, end);
  return close < 0 ? html.length : (endOfTag(html, close + 2) ?? html.length);
}

function endOfTag(html: string, from: number): number | undefined {
  const limit = Math.min(html.length, from + MAX_TAG_LENGTH);
  let quote = '';
  for (let at = from; at < limit; at += 1) {
    const character = html.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return at + 1;
    else if (character === '<') return undefined;
    else if ((character === '"' || character === "'") && html.charAt(at - 1) === '=') quote = character;
  }
  return undefined;
}

function writeTag(writer: HtmlWriter, tag: string, isInline: boolean): void {
  const [, slash, written = '', rest = ''] = /^<(\/?)([a-z][a-z\d]*)(?=[\s/>])([\s\S]*)>$/i.exec(tag) ?? [];
  const lower = written.toLowerCase();
  const name = RENAMED[lower] ?? lower;
  const isPhrasing = PHRASING.has(name);
  if (!isPhrasing && (isInline || !BLOCKS.has(name))) return;
  if (slash !== '') {
    writer.closeRaw(name);
    return;
  }
  const attributes = parseAttributes(rest);
  const start = startOf(writer, name, attributes);
  if (start) writer.openRaw(name, start, { isBlock: !isPhrasing, isVoid: VOID.has(name) });
  // An undisplayable picture is at least described.
  else if (name === 'img') writer.text(escapeText(attributes.get('alt') ?? ''));
}

function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

/** The start tag of an element; undefined where it is left out. */
function startOf(
  writer: HtmlWriter,
  name: string,
  attributes: ReadonlyMap<string, string>,
): StartTag | undefined {
  const common = commonAttributes(name, attributes);
  if (name === 'a') {
    const href = harmlessUrl(attributes.get('href') ?? '', 'link');
    if (href === undefined || writer.isInside('a')) return undefined;
    return [{ kind: 'link', href }, isAbsolute(href) ? `${common} rel="noopener"` : common];
  }
  if (name === 'img') {
    const href = harmlessUrl(attributes.get('src') ?? '', 'image');
    if (href === undefined) return undefined;
    return imageStart(href, attributes.get('alt') ?? '', common, readWidth(attributes.get('width')));
  }
  if (name === 'source') {
    const candidates = (attributes.get('srcset') ?? '').trim().split(/\s+/, 1);
    const href = harmlessUrl(candidates[0]?.replace(/,$/, '') ?? '', 'image');
    const media = DARK.exec((attributes.get('media') ?? '').trim())?.[1];
    if (href === undefined || media === undefined) return undefined;
    return [{ kind: 'image', href, isSource: true }, ` media="(prefers-color-scheme: ${media})"`];
  }
  return [common];
}

/** The start tag of a picture. */
export function imageStart(href: string, alt: string, more = '', width?: number): StartTag {
  const gap = { kind: 'image', href, ...(width !== undefined && { width }) } as const;
  return [gap, `${attribute('alt', alt)}${more} loading="lazy" decoding="async"`];
}

/** A width in pixels; other units, and what is no number, are not known. */
function readWidth(text = ''): number | undefined {
  const width = /^\s*(\d{1,4})(px)?\s*$/.exec(text)?.[1];
  return width === undefined || Number(width) === 0 ? undefined : Number(width);
}

function commonAttributes(name: string, attributes: ReadonlyMap<string, string>): string {
  const values = { ...VALUES['*'], ...VALUES[name] };
  const attributeTexts = Object.entries(values).flatMap(([key, pattern]) => {
    const value = attributes.get(key);
    return value !== undefined && pattern.test(value) ? [attribute(key, value)] : [];
  });
  const align = attributes.get('align')?.toLowerCase();
  if (ALIGNABLE.has(name) && align !== undefined && /^(left|right|center)$/.test(align)) {
    attributeTexts.push(` class="align-${align}"`);
  }
  return attributeTexts.join('');
}
