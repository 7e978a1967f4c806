import TurndownService from 'turndown';
import { findTargets, type LinkTarget } from '#api/source-links.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { escapeAttribute, writeDetails, writeHint } from './conversions/hint.ts';
import { codeInfo, codeText, isCodeTitle } from './html-code.ts';
import { findHtmlContent, MARKS } from './html-content.ts';
import { onOneLine, stripLinks } from './inline-text.ts';
import { shortenWhitespace } from './shorten-whitespace.ts';

/** An HTML page to convert, with its URL. */
export interface HtmlSource {
  html: string;
  url: string;
  /** Ids of headings that links use, and that stay. */
  keptIds?: ReadonlySet<string> | undefined;
}

/** A heading with the names by which links reach it. */
export interface ImportedHeading {
  names: string[];
  text: string;
}

/** An HTML page as Markdown, with absolute URLs of links and images. */
export interface ConvertedHtml {
  /** From the first heading, else the `title` element without the name of the site; empty if there is neither. */
  title: string;
  markdown: string;
  targets: LinkTarget[];
  headings: ImportedHeading[];
  /** URLs that it links to, without fragments. */
  links: string[];
}

/** Elements that are not part of the text. */
const IGNORED_ELEMENTS = [
  ...[
    'script',
    'style',
    'noscript',
    'template',
    'nav',
    'iframe',
    'object',
    'embed',
    'canvas',
    'svg',
    'audio',
  ],
  ...['video', 'button', 'input', 'select', 'textarea', 'footer', 'dialog', 'meta', 'link'],
];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** `Node.ELEMENT_NODE`. */
const ELEMENT_NODE = 1;

/** The maximum depth of elements; parsers take minutes for much deeper pages. */
const MAX_DEPTH = 5000;
/** Void elements, and those that another one closes implicitly. */
const NON_NESTING_ELEMENTS = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th thead tbody tfoot option'.split(
    ' ',
  ),
);

/** The values collected while a page is converted. */
interface Conversion {
  base: string;
  headings: ImportedHeading[];
  keptIds: ReadonlySet<string> | undefined;
}

/**
 * Converts an HTML page into Markdown with headings, lists, tables, code, images and links. Scripts, styles, navigation
 * and form fields are left out. Throws RangeError for a page that is nested too deeply.
 */
export function convertHtml({ html, url, keptIds }: HtmlSource): ConvertedHtml {
  assertMaxDepth(html);
  const content = findHtmlContent(shortenWhitespace(html));
  const base = content.base === undefined ? url : (resolve(content.base, url) ?? url);
  const notes: Conversion = { base, headings: [], keptIds };
  const converted = createConverter(notes).turndown(content.root as unknown as HTMLElement);
  const [first] = notes.headings;
  const title = content.title === '' ? (first?.text ?? '') : content.title;
  const markdown = stripTitle(converted, title);
  const links = new Set<string>();
  for (const href of content.hrefs) {
    const target = resolve(href, base);
    if (target !== undefined && /^https?:/.test(target)) links.add(target.replace(/#.*$/, ''));
  }
  const { headings } = notes;
  return { title, markdown, targets: findTargets(markdown), headings, links: [...links] };
}

/** Counts open elements without building a tree. */
function assertMaxDepth(html: string): void {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (NON_NESTING_ELEMENTS.has(name.toLowerCase())) continue;
    depth = slash === '' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) throw new RangeError('The page is nested too deeply.');
  }
}

/** Removes a leading heading that repeats the title. */
function stripTitle(markdown: string, title: string): string {
  const [line = ''] = markdown.split('\n', 1);
  return line === `# ${title}` ? markdown.slice(line.length).trimStart() : markdown;
}

function createConverter(notes: Conversion): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  const escapeText = service.escape.bind(service);
  // What looks like a block in a text is none.
  service.escape = (text) => escapeText(text).replaceAll(/\{(?=[%#])/g, '&#123;');
  service.addRule('heading', {
    filter: (node) => HEADINGS.includes(node.nodeName.toLowerCase()),
    replacement: (content, node) => toHeading(content, node, notes),
  });
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A',
    replacement: (content, node) => toLink(content, node, notes),
  });
  service.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => toImage(node, notes),
  });
  service.addRule('strikethrough', {
    filter: (node) => ['DEL', 'S', 'STRIKE'].includes(node.nodeName),
    replacement: (content) => (content.trim() === '' ? '' : `~~${content}~~`),
  });
  addListItemRule(service);
  addTables(service);
  addBlocks(service);
  // The rule that was added last is applied first.
  service.addRule('dropped', { filter: isIgnored, replacement: () => '' });
  return service;
}

function isIgnored(node: HTMLElement): boolean {
  const name = node.nodeName.toLowerCase();
  return (
    IGNORED_ELEMENTS.includes(name) ||
    isCodeTitle(node) ||
    node.hasAttribute('hidden') ||
    attribute(node, 'role') === 'navigation'
  );
}

function toHeading(content: string, node: Node, notes: Conversion): string {
  const text = onOneLine(content).trim();
  if (text === '') return '';
  notes.headings.push({ names: anchorNames(node), text: plainText(text) });
  const id = anchorNames(node).find((name) => notes.keptIds?.has(name) === true);
  const suffix = id === undefined || !/^[\w-]+$/.test(id) ? '' : ` {#${id}}`;
  return `\n\n${'#'.repeat(Number(node.nodeName.slice(1)))} ${text}${suffix}\n\n`;
}

/** The names by which links reach an element: its own, and those of its children or its direct parent. */
function anchorNames(node: Node): string[] {
  const names = [attribute(node, 'id'), attribute(node, 'name')];
  for (const child of Array.from(node.childNodes))
    names.push(attribute(child, 'id'), attribute(child, 'name'));
  if (node.parentNode?.firstChild === node) names.push(attribute(node.parentNode, 'id'));
  return names.filter((name) => name !== '');
}

function toLink(content: string, node: Node, notes: Conversion): string {
  const text = onOneLine(content).trim();
  const target = resolve(attribute(node, 'href'), notes.base);
  // The symbol beside a heading that links to itself is redundant.
  if (HEADINGS.includes(node.parentNode?.nodeName.toLowerCase() ?? '') && /^[#¶§🔗\s]*$/u.test(text))
    return '';
  if (target === undefined || text === '') return text;
  return `[${text}](${target})`;
}

function toImage(node: Node, notes: Conversion): string {
  const source = resolve(attribute(node, 'src') || attribute(node, 'data-src'), notes.base);
  const alt = attribute(node, 'alt')
    .replaceAll(/[\s[\]]+/g, ' ')
    .trim();
  return source === undefined ? '' : `![${alt}](${source})`;
}

function toCode(node: HTMLElement): string {
  const text = codeText(node).replace(/\n+$/, '').replace(/^\n/, '');
  const { language, title } = codeInfo(node);
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const code = `${fence}${language}\n${text}\n${fence}`;
  return title === ''
    ? `\n\n${code}\n\n`
    : `\n\n{% code title="${escapeAttribute(title)}" %}\n${code}\n{% endcode %}\n\n`;
}

/** A table of code has its lines in one cell, or one row for each. */
function isCodeTable(node: HTMLElement): boolean {
  return (
    node.nodeName === 'TABLE' &&
    (/(?:^|\s)(?:highlighttable|rouge-table|lntable|hljs-ln)(?:\s|$)/.test(
      node.getAttribute('class') ?? '',
    ) ||
      node.parentNode?.nodeName === 'PRE')
  );
}

/** The blocks that Markdown alone does not have. */
function addBlocks(service: TurndownService): void {
  service.addRule('code', {
    filter: (node) => node.nodeName === 'PRE' || isCodeTable(node),
    replacement: (_, node) => {
      const cells = node.nodeName === 'TABLE' ? node.querySelectorAll('td') : [];
      const cell = Array.from(cells)
        .toReversed()
        .find((each) => each.querySelector('pre, code') !== null);
      return toCode(cell?.querySelector('pre') ?? (node as HTMLElement));
    },
  });
  service.addRule('hint', {
    filter: (node) => node.hasAttribute(MARKS.hint),
    replacement: (content, node) => {
      const title = attribute(node, MARKS.title);
      return `\n\n${writeHint(attribute(node, MARKS.hint), title, content.trim())}\n\n`;
    },
  });
  service.addRule('tabs', {
    filter: (node) => node.hasAttribute(MARKS.tabs),
    replacement: (content) => `\n\n{% tabs %}\n${content.trim()}\n{% endtabs %}\n\n`,
  });
  service.addRule('tab', {
    filter: (node) => node.hasAttribute(MARKS.tab),
    replacement: (content, node) =>
      `\n\n{% tab title="${escapeAttribute(attribute(node, MARKS.tab))}" %}\n${content.trim()}\n{% endtab %}\n\n`,
  });
  service.addRule('expand', {
    filter: (node) => node.hasAttribute(MARKS.expand),
    replacement: (content, node) => `\n\n${writeDetails(attribute(node, MARKS.expand), content.trim())}\n\n`,
  });
  service.addRule('details', {
    filter: 'details',
    replacement: (content, node) => {
      const summary = [...node.childNodes].find(({ nodeName }) => nodeName === 'SUMMARY');
      return `\n\n${writeDetails(onOneLine(summary?.textContent ?? '').trim() || 'Details', content.trim())}\n\n`;
    },
  });
  service.addRule('summary', { filter: 'summary', replacement: () => '' });
  service.addRule('styled', {
    filter: (node) => node.hasAttribute(MARKS.bold) || node.hasAttribute(MARKS.italic),
    replacement: (content, node) => {
      const mark = `${node.hasAttribute(MARKS.bold) ? '**' : ''}${node.hasAttribute(MARKS.italic) ? '*' : ''}`;
      const text = content.trim();
      const isInHeading = /^H[1-6]$/.test(node.parentNode?.nodeName ?? '');
      if (text === '' || isInHeading) return content;
      const end = [...mark].toReversed().join('');
      return content.replace(text, () => `${mark}${text}${end}`);
    },
  });
}

/** Replaces Turndown's rule for list items, which takes quadratic time. */
function addListItemRule(service: TurndownService): void {
  const numbers = new WeakMap<Node, number>();
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const prefix = node.parentNode?.nodeName === 'OL' ? `${numberOf(node, numbers)}.  ` : '-   ';
      const isParagraph = content.endsWith('\n');
      const text = trimLineBreaks(content) + (isParagraph ? '\n' : '');
      const indented = text.replaceAll('\n', `\n${' '.repeat(prefix.length)}`);
      return prefix + indented + (node.nextSibling ? '\n' : '');
    },
  });
}

/** The number of a list item. Linear, because the numbers of previous items are cached. */
function numberOf(item: Node, numbers: WeakMap<Node, number>): number {
  let others = 0;
  for (let node = item.previousSibling; node; node = node.previousSibling) {
    const number = numbers.get(node);
    if (node.nodeType === ELEMENT_NODE) others += 1;
    if (number === undefined) continue;
    numbers.set(item, number + others);
    return number + others;
  }
  const start = item.parentNode ? attribute(item.parentNode, 'start') : '';
  const number = (start === '' ? 1 : Number(start)) + others;
  numbers.set(item, number);
  return number;
}

function trimLineBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end -= 1;
  return text.slice(0, end).replace(/^\n+/, '');
}

function addTables(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${onOneLine(content.trim()).replaceAll('|', '\\|')} |`,
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const cells = Array.from(node.childNodes).filter(({ nodeName }) => /^T[HD]$/.test(nodeName)).length;
      if (cells === 0) return '';
      // A Markdown table needs a header: the first row becomes it.
      return `\n|${content}${isFirstRow(node) ? `\n|${' --- |'.repeat(cells)}` : ''}`;
    },
  });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
}

function isFirstRow(row: Node): boolean {
  const isBefore = (node: Node | null): boolean =>
    node !== null && (/^T(R|HEAD|BODY|FOOT)$/.test(node.nodeName) || isBefore(node.previousSibling));
  const group = row.parentNode;
  if (isBefore(row.previousSibling)) return false;
  return group === null || group.nodeName === 'TABLE' || !isBefore(group.previousSibling);
}

/** The absolute URL of a reference; undefined if a text may not contain it. */
function resolve(reference: string, base: string): string | undefined {
  const url = reference === '' ? undefined : parseUrl(reference, base);
  if (!url) return undefined;
  const { protocol, href } = url;
  const isFit = /^(https?|mailto|tel):$/.test(protocol);
  return isFit ? href.replaceAll('(', '%28').replaceAll(')', '%29') : undefined;
}

function attribute(node: Node, name: string): string {
  return 'getAttribute' in node && typeof node.getAttribute === 'function'
    ? (node.getAttribute(name) ?? '')
    : '';
}

/** A piece of Markdown as one line of plain text. */
function plainText(markdown: string): string {
  return stripLinks(markdown)
    .replaceAll(/\\(?=[^\w\s])|[`*~]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
