import { parseHtml } from '#src/lib/parse-html.ts';
import { cleanPasted, isMonospaced, styleOf } from './clean-pasted.ts';
import { calloutOf, detailsOf } from './pasted-containers.ts';

export { fitPasted } from './pasted-place.ts';

/** Elements whose text is not part of what was copied. */
const ignored = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE HEAD META TITLE SVG BUTTON INPUT SELECT TEXTAREA'.split(' '),
);

const blockNames = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI
  MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL`.split(/\s+/),
);

/** Deeper elements count as their text. */
const maxDepth = 50;

/** As long as a text can be. For longer ones browsers take seconds. */
const maxHtml = 2_000_000;

/** Copied HTML as Markdown; empty if it has neither text nor pictures. Throws if it is too long or has too large a table. */
export function htmlToMarkdown(html: string): string {
  if (html.length > maxHtml) throw new RangeError(`More than ${maxHtml} characters of HTML were pasted.`);
  return bodyToMarkdown(parseHtml(html).body);
}

/** The same of a document that is read already; it is changed. */
export function bodyToMarkdown(body: Element): string {
  cleanPasted(body);
  return blocksOf(body, 0).join('\n\n');
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

const isBlock = (node: Node): boolean => isElement(node) && blockNames.has(node.tagName);

/** The blocks inside an element. Text between them is a paragraph. */
function blocksOf(parent: Node, depth: number): string[] {
  const blocks: string[] = [];
  let inline: Node[] = [];
  const endParagraph = () => {
    const text = tidy(inline.map((node) => inlineOf(node, depth)).join(''));
    if (text !== '') blocks.push(text);
    inline = [];
  };
  for (const node of parent.childNodes) {
    // Some programs put everything into one `<b>` or `<span>`.
    const hasBlocks = isElement(node) && [...node.children].some((child) => isBlock(child));
    if (!isBlock(node) && !hasBlocks) {
      inline.push(node);
      continue;
    }
    endParagraph();
    if (isElement(node)) blocks.push(...blockOf(node, depth + 1));
  }
  endParagraph();
  return blocks;
}

function blockOf(element: Element, depth: number): string[] {
  if (ignored.has(element.tagName)) return [];
  if (depth > maxDepth) return [tidy(escape(element.textContent))].filter(Boolean);
  const level = /^H([1-6])$/.exec(element.tagName)?.[1];
  if (level !== undefined) {
    // Titles are bold by themselves.
    const title = lineOf(element, depth).replaceAll(/\*\*((?:[^*\\]|\\.)+)\*\*/g, '$1');
    return title === '' ? [] : [`${'#'.repeat(Number(level))} ${title}`];
  }
  switch (element.tagName) {
    case 'HR':
      return ['---'];
    case 'PRE':
      return [codeBlockOf(element)];
    case 'UL':
    case 'OL':
      return [listOf(element, depth)].filter(Boolean);
    case 'BLOCKQUOTE':
      return [blocksOf(element, depth).join('\n\n').replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')];
    case 'TABLE':
      return [tableOf(element, depth)].filter(Boolean);
    case 'DETAILS':
      return detailsOf(
        element,
        (node) => lineOf(node, depth),
        (node) => blocksOf(node, depth),
      );
    default:
      return calloutOf(element, (node) => blocksOf(node, depth)) ?? blocksOf(element, depth);
  }
}

function codeBlockOf(element: Element): string {
  const language = /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]+)/.exec(
    `${element.className} ${element.querySelector('code')?.className ?? ''}`,
  )?.[1];
  const code = codeText(element).replace(/\n$/, '');
  const longest = Math.max(2, ...[...code.matchAll(/^`{3,}/gm)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language ?? ''}\n${code}\n${fence}`;
}

/** Some pages end lines of code by elements. */
const codeText = (node: Node): string =>
  [...node.childNodes]
    .map((child) => {
      if (!isElement(child)) return child.nodeValue ?? '';
      if (child.tagName === 'BR') return '\n';
      const text = codeText(child);
      return isBlock(child) && child.nextSibling && !text.endsWith('\n') ? `${text}\n` : text;
    })
    .join('');

function listOf(list: Element, depth: number): string {
  const start = Number(list.getAttribute('start') ?? 1) || 1;
  let number = start - 1;
  const items = [...list.children].flatMap((item) => {
    // Some programs put a list beside its item instead of into it.
    if (item.tagName === 'UL' || item.tagName === 'OL') return [indented(listOf(item, depth + 1), '  ')];
    if (item.tagName !== 'LI') return [];
    number += 1;
    const mark = list.tagName === 'OL' ? `${number}. ` : '- ';
    const task = taskSign(item);
    const blocks = blocksOf(item, depth + 1);
    const isTight = blocks.length <= 1 || blocks.slice(1).every((block) => /^\s*([-*+]|\d+\.) /.test(block));
    return [
      mark + task + indented(blocks.join(isTight ? '\n' : '\n\n'), ' '.repeat(mark.length)).trimStart(),
    ];
  });
  return items.join('\n');
}

/** The sign of a task, which documents say by roles and pages by boxes. */
function taskSign(item: Element): string {
  const box = [...item.querySelectorAll('input[type=checkbox]')].find((one) => one.closest('li') === item);
  if (!box && item.getAttribute('role') !== 'checkbox') return '';
  const isDone = item.getAttribute('aria-checked') === 'true' || box?.hasAttribute('checked') === true;
  return `[${isDone ? 'x' : ' '}] `;
}

const indented = (text: string, indent: string): string => text.replaceAll(/^(?=.)/gm, indent);

function tableOf(table: Element, depth: number): string {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  const cells: string[][] = rows.map(() => []);
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const cell of row.children) {
      // Cells over several rows have taken their place there.
      while (cells[at]?.[column] !== undefined) column += 1;
      const width = spanOf(cell, 'colspan');
      const empty = Array.from({ length: width }, () => '');
      for (const line of cells.slice(at, at + spanOf(cell, 'rowspan')))
        for (const [along, text] of empty.entries()) line[column + along] = text;
      cells[at]?.splice(column, 1, cellOf(cell, depth + 1));
      column += width;
      if (column * rows.length > maxCells) throw new RangeError(`A table has more than ${maxCells} cells.`);
    }
  }
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (width === 0) return '';
  // One cell is a frame for a layout.
  if (width === 1 && rows.length === 1)
    return blocksOf(table.querySelector('td, th') ?? table, depth + 1).join('\n\n');
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => row[index] ?? '').join(' | ')} |`;
  const [written = [], ...body] = cells;
  // A head is bold by itself.
  const head = written.map((text) => text.replace(/^\*\*((?:[^*\\]|\\.)+)\*\*$/, '$1'));
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n');
}

const cellOf = (cell: Element, depth: number): string =>
  blocksOf(cell, depth).join('<br>').replaceAll('\n', ' ').replaceAll('|', '\\|');

/** As many as the editor takes from a spreadsheet; empty ones that short rows are filled with count. */
const maxCells = 20_000;

/** A sheet with more has nothing in them. */
const maxSpan = 50;

const spanOf = (cell: Element, name: 'colspan' | 'rowspan'): number =>
  Math.max(1, Math.min(maxSpan, Number(cell.getAttribute(name) ?? 1) || 1));

/** The text of an element on one line. */
const lineOf = (element: Element, depth: number): string =>
  tidy([...element.childNodes].map((node) => inlineOf(node, depth + 1)).join('')).replaceAll(
    /\s*\n\s*/g,
    ' ',
  );

function inlineOf(node: Node, depth: number): string {
  if (!isElement(node)) return node.nodeType === 3 ? escape(node.nodeValue ?? '') : '';
  if (ignored.has(node.tagName)) return '';
  if (depth > maxDepth) return escape(node.textContent);
  const inner = () => [...node.childNodes].map((child) => inlineOf(child, depth + 1)).join('');
  switch (node.tagName) {
    case 'BR':
      return '\n';
    case 'B':
    case 'STRONG':
      return isPlain(node, /font-weight:\s*(normal|400)/) ? styled(node, inner()) : marked(inner(), '**');
    case 'I':
    case 'EM':
      return isPlain(node, /font-style:\s*normal/) ? inner() : marked(inner(), '_');
    case 'S':
    case 'DEL':
      return marked(inner(), '~~');
    case 'CODE':
    case 'KBD':
    case 'SAMP':
      return codeOf(node.textContent);
    case 'A':
      return linkOf(node, inner());
    case 'IMG':
      return pictureOf(node);
    case 'SUB':
    case 'SUP': {
      const text = inner();
      const name = node.tagName.toLowerCase();
      return text.trim() === '' ? text : `<${name}>${text}</${name}>`;
    }
    default:
      return isMonospaced(node) && !isInCode(node) ? codeOf(node.textContent) : styled(node, inner());
  }
}

/** Its marks are set already. */
const isInCode = (node: Element): boolean => node.closest('code, pre, kbd, samp') !== null;

/** Marks that documents have as styles. Once each: elements in one another repeat them. */
function styled(node: Element, text: string): string {
  const style = styleOf(node);
  const isBold = /font-weight:\s*(?:bold|[6-9]00)/i.test(style) && !text.includes('**');
  const isItalic = /font-style:\s*italic/i.test(style) && !/(?<!\\)_/.test(text);
  const isStruck = /text-decoration[^;]*line-through/i.test(style) && !text.includes('~~');
  let made = text;
  if (isStruck) made = marked(made, '~~');
  if (isItalic) made = marked(made, '_');
  return isBold ? marked(made, '**') : made;
}

const isPlain = (element: Element, style: RegExp): boolean => style.test(styleOf(element));

/** Marks stand next to letters, so blanks go outside. */
function marked(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  return text.replace(inner, () => mark + inner + mark);
}

function codeOf(text: string): string {
  if (text.trim() === '') return text;
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + pad + text + pad + fence;
}

/** Addresses that a page may have; others, such as `javascript:`, are left out. */
const isAddress = (address: string): boolean => /^(https?:|mailto:|tel:)/i.test(address);

const inParentheses = (address: string): string =>
  /[\s()<>]/.test(address)
    ? encodeURI(address).replaceAll(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
    : address;

function linkOf(element: Element, text: string): string {
  const address = element.getAttribute('href')?.trim() ?? '';
  return text.trim() === '' || !isAddress(address) ? text : `[${text.trim()}](${inParentheses(address)})`;
}

function pictureOf(element: Element): string {
  const address = element.getAttribute('src')?.trim() ?? '';
  if (!isAddress(address)) return '';
  return `![${escape(element.getAttribute('alt') ?? '').replaceAll('\n', ' ')}](${inParentheses(address)})`;
}

/** Text that looks like Markdown stays text. */
const escape = (text: string): string =>
  text.replaceAll(/[\s\u00a0]+/g, ' ').replaceAll(/[\\`*_[\]<]/g, (sign, at: number, whole: string) => {
    const isInWord = sign === '_' && /\w/.test(whole[at - 1] ?? '') && /\w/.test(whole[at + 1] ?? '');
    return isInWord ? sign : `\\${sign}`;
  });

/** Without blanks at the ends of lines, and without what would make a paragraph another block. */
function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replaceAll(/ {2,}/g, ' ')
        .replace(/^(#{1,6} |[-+>] |~{3,})/, '\\$1')
        .replace(/^(\d{1,9})([.)] )/, '$1\\$2'),
    )
    .join('  \n')
    .replaceAll(/^ {2}$/gm, '')
    .trim();
}
