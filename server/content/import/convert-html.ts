import TurndownService from 'turndown';
import { parseUrl } from '#server/fetching/parse-url.ts';
import type { ImportedHeading } from './imported-page.ts';
import { onOneLine, stripLinks } from './inline-text.ts';
import { findTargets, type LinkTarget } from './link-targets.ts';
import { shortenWhitespace } from './shorten-whitespace.ts';

/** An HTML page to convert; `url` is where it was found. */
export interface HtmlSource {
  html: string;
  url: string;
}

/** An HTML page as markdown, its links and pictures as complete addresses. */
export interface ConvertedHtml {
  /** Of the `title` element, else the first heading; empty where there is neither. */
  title: string;
  markdown: string;
  targets: LinkTarget[];
  headings: ImportedHeading[];
  /** Addresses that it links to, without fragments. */
  links: string[];
}

/** What is no part of the text. */
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

/** The type of a node that is an element. */
const ELEMENT_NODE = 1;

/** Elements within elements that no page needs, and that parsers take minutes for when there are many more. */
const MAX_DEPTH = 5000;
/** Elements without content, and those that another one ends by itself. */
const NON_NESTING_ELEMENTS = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th thead tbody tfoot option'.split(
    ' ',
  ),
);

/** What is noted while a page is converted. */
interface Conversion {
  base: string;
  title: string;
  headings: ImportedHeading[];
  links: Set<string>;
}

/**
 * Turns an HTML page into markdown with its headings, lists, tables, code, pictures and links. Scripts, styles,
 * navigation and form fields are left out. Throws RangeError for a page that is nested too deeply.
 */
export function convertHtml({ html, url }: HtmlSource): ConvertedHtml {
  assertMaxDepth(html);
  const notes: Conversion = { base: url, title: '', headings: [], links: new Set() };
  const converted = createConverter(notes).turndown(shortenWhitespace(html));
  const [first] = notes.headings;
  const title = notes.title === '' ? (first?.text ?? '') : notes.title;
  const markdown = stripTitle(converted, title);
  const { headings, links } = notes;
  return { title, markdown, targets: findTargets(markdown), headings, links: [...links] };
}

/** Counts elements that were opened and not closed, without building anything. */
function assertMaxDepth(html: string): void {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (NON_NESTING_ELEMENTS.has(name.toLowerCase())) continue;
    depth = slash === '' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) throw new RangeError('The page is nested too deeply.');
  }
}

/** A text that opens with its title as a heading would show it twice. */
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
  service.addRule('title', {
    filter: 'title',
    replacement: (content) => {
      if (notes.title === '') notes.title = plainText(content);
      return '';
    },
  });
  service.addRule('base', {
    filter: (node) => node.nodeName === 'BASE',
    replacement: (_, node) => {
      notes.base = resolve(attribute(node, 'href'), notes.base) ?? notes.base;
      return '';
    },
  });
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
  service.addRule('code', { filter: 'pre', replacement: (_, node) => toCode(node) });
  service.addRule('strikethrough', {
    filter: (node) => ['DEL', 'S', 'STRIKE'].includes(node.nodeName),
    replacement: (content) => (content.trim() === '' ? '' : `~~${content}~~`),
  });
  addListItemRule(service);
  addTables(service);
  // The rule that was added last is asked first.
  service.addRule('dropped', { filter: isIgnored, replacement: () => '' });
  return service;
}

function isIgnored(node: HTMLElement): boolean {
  const name = node.nodeName.toLowerCase();
  return (
    IGNORED_ELEMENTS.includes(name) || node.hasAttribute('hidden') || attribute(node, 'role') === 'navigation'
  );
}

function toHeading(content: string, node: Node, notes: Conversion): string {
  const text = onOneLine(content).trim();
  if (text === '') return '';
  notes.headings.push({ names: anchorNames(node), text: plainText(text) });
  return `\n\n${'#'.repeat(Number(node.nodeName.slice(1)))} ${text}\n\n`;
}

/** The names by which links reach an element: its own, and those of what is in it or directly around it. */
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
  // The sign beside a heading that links to it says nothing once the heading has its own link.
  if (HEADINGS.includes(node.parentNode?.nodeName.toLowerCase() ?? '') && /^[#¶§🔗\s]*$/u.test(text))
    return '';
  if (target === undefined || text === '') return text;
  if (/^https?:/.test(target)) notes.links.add(target.replace(/#.*$/, ''));
  return `[${text}](${target})`;
}

function toImage(node: Node, notes: Conversion): string {
  const source = resolve(attribute(node, 'src') || attribute(node, 'data-src'), notes.base);
  const alt = attribute(node, 'alt')
    .replaceAll(/[\s[\]]+/g, ' ')
    .trim();
  return source === undefined ? '' : `![${alt}](${source})`;
}

function toCode(node: Node): string {
  const text = (node.textContent ?? '').replace(/\n+$/, '').replace(/^\n/, '');
  const classes = [node, ...Array.from(node.childNodes), node.parentNode]
    .map((element) => (element ? attribute(element, 'class') : ''))
    .join(' ');
  const language = /(?:language-|lang-|highlight-source-|brush:\s*)([\w+#-]+)/.exec(classes)?.[1] ?? '';
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${text}\n${fence}\n\n`;
}

/** Like the converter's own rule, which looks each item up among all of its list, in time by the square of them. */
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

/** The number of an item, counted from the one before it, which was converted before. */
function numberOf(item: Node, numbers: WeakMap<Node, number>): number {
  let others = 0;
  for (let node = item.previousSibling; node; node = node.previousSibling) {
    const known = numbers.get(node);
    if (node.nodeType === ELEMENT_NODE) others += 1;
    if (known === undefined) continue;
    numbers.set(item, known + others);
    return known + others;
  }
  const start = item.parentNode ? attribute(item.parentNode, 'start') : '';
  const number = (start === '' ? 1 : Number(start)) + others;
  numbers.set(item, number);
  return number;
}

/** A text without the line breaks at its start and its end. */
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
      // Markdown has no table without a head: the first row is it.
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

/** The complete address of what an element refers to; undefined where it is none that a text may hold. */
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

/** A piece of markdown on one line without its signs. */
function plainText(markdown: string): string {
  return stripLinks(markdown)
    .replaceAll(/\\(?=[^\w\s])|[`*~]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
