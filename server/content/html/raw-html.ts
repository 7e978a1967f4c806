import { nameExpandables } from '#api/heading-anchors.ts';
import { iconOfClass } from '#api/icon-class.ts';
import { firstSource } from '#api/source-links.ts';
import { decodeEntities } from '../markdown/entities.ts';
import { toneClasses } from './author-styles.ts';
import { escapeText } from './escape.ts';
import { attribute, description, type HtmlWriter, type StartTag } from './html-writer.ts';
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
export function writeRawHtml(writer: HtmlWriter, written: string, { isInline }: { isInline: boolean }): void {
  const html = nameExpandables(written);
  if (EXPRESSION.test(html)) {
    writeExpressions(writer, html, isInline);
    return;
  }
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

const EXPRESSION = /<code\b[^<>]*\bclass\s*=\s*["']expression["'][^<>]*>([^<]{1,500})<\/code\s*>/i;

/** Variables of the space and the page, among other HTML. */
function writeExpressions(writer: HtmlWriter, html: string, isInline: boolean): void {
  let rest = html;
  for (let match = EXPRESSION.exec(rest); match; match = EXPRESSION.exec(rest)) {
    const [whole, expression = ''] = match;
    writeRawHtml(writer, rest.slice(0, match.index), { isInline });
    const value = decodeEntities(expression).trim();
    const fallback = [`<code dir="ltr">${escapeText(expression)}</code>`];
    writer.slot({ slot: 'expression', value, fallback }, false);
    rest = rest.slice(match.index + whole.length);
  }
  writeRawHtml(writer, rest, { isInline });
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
  const classes = attributes.get('class') ?? '';
  if (name === 'i' && classes.startsWith('fa-')) {
    writer.icon(iconOfClass(classes)?.slice(0, 100) ?? '');
    return;
  }
  const start = startOf(writer, name, attributes);
  if (start) {
    writer.openRaw(name, start, { isBlock: !isPhrasing, isVoid: VOID.has(name) });
    const icon = name === 'a' ? attributes.get('data-icon') : undefined;
    if (icon !== undefined) writer.slot({ slot: 'icon', value: icon.slice(0, 100), fallback: [] }, false);
  }
  // An undisplayable picture is at least described.
  else if (name === 'img') writer.text(escapeText(attributes.get('alt') ?? ''));
}

export function parseAttributes(text: string): Map<string, string> {
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
  const common = commonAttributes(writer, name, attributes);
  if (name === 'a') {
    const written = attributes.get('href') ?? '';
    // A place that links to itself is no link.
    const isPlace = common.includes(' id="') && /^#|^$/.test(written);
    const href = isPlace ? undefined : harmlessUrl(written, 'link');
    if (writer.isInside('a')) return undefined;
    if (href === undefined) return isPlace ? [common] : undefined;
    return [{ kind: 'link', href }, isAbsolute(href) ? `${common} rel="noopener"` : common];
  }
  if (name === 'img') {
    const href = harmlessUrl(attributes.get('src') ?? '', 'image');
    if (href === undefined) return undefined;
    return imageStart(href, attributes.get('alt') ?? '', common, readWidth(attributes.get('width')));
  }
  if (name === 'source') {
    const href = harmlessUrl(firstSource(attributes.get('srcset') ?? ''), 'image');
    const media = DARK.exec((attributes.get('media') ?? '').trim())?.[1];
    if (href === undefined || media === undefined) return undefined;
    return [{ kind: 'image', href, isSource: true }, ` media="(prefers-color-scheme: ${media})"`];
  }
  return [common];
}

/** Fixed classes in place of what authors say about the look. */
function classesOf(name: string, attributes: ReadonlyMap<string, string>): string[] {
  const align = attributes.get('align')?.toLowerCase();
  const isAligned = ALIGNABLE.has(name) && align !== undefined && /^(left|right|center)$/.test(align);
  const written = attributes.get('class') ?? '';
  return [
    ...(isAligned ? [`align-${align}`] : []),
    ...(name === 'mark' || name === 'span' ? toneClasses(attributes.get('style') ?? '') : []),
    ...(name === 'a' && /\bbutton\b/.test(written)
      ? ['button', /\bsecondary\b/.test(written) ? 'secondary' : 'primary']
      : []),
    ...(name === 'img' && attributes.get('data-size') === 'line' ? ['line-size'] : []),
    ...(name === 'figure' && attributes.get('data-full-width') === 'true' ? ['full-width'] : []),
  ];
}

/** The start tag of a picture. */
export function imageStart(href: string, alt: string, more = '', width?: number): StartTag {
  const gap = { kind: 'image', href, ...(width !== undefined && { width }) } as const;
  return [gap, `${description('alt', alt)}${more} loading="lazy" decoding="async"`];
}

/** A width in pixels; other units, and what is no number, are not known. */
function readWidth(text = ''): number | undefined {
  const width = /^\s*(\d{1,4})(px)?\s*$/.exec(text)?.[1];
  return width === undefined || Number(width) === 0 ? undefined : Number(width);
}

function commonAttributes(writer: HtmlWriter, name: string, attributes: ReadonlyMap<string, string>): string {
  const values = { ...VALUES['*'], ...VALUES[name] };
  const attributeTexts = Object.entries(values).flatMap(([key, pattern]) => {
    const value = attributes.get(key);
    return value !== undefined && pattern.test(value)
      ? [key === 'title' ? description(key, value) : attribute(key, value)]
      : [];
  });
  const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined);
  if (id !== undefined && writer.takeId(id)) attributeTexts.push(attribute('id', id));
  const classes = classesOf(name, attributes);
  if (classes.length > 0) attributeTexts.push(` class="${classes.join(' ')}"`);
  return attributeTexts.join('');
}
