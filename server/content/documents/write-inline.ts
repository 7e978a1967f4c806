import { hrefOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { fieldsOf, leavesOf, type Mark, textOf } from './nodes.ts';

/** Where inline nodes are written: a table's cell is one line. */
export interface InlineContext {
  isCell?: boolean;
  /** Whether it is in an HTML element, where Markdown is not read. */
  isHtml?: boolean;
}

const ELEMENTS: Readonly<Record<Mark, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
};
const DELIMITERS: Partial<Readonly<Record<Mark, string>>> = { bold: '**', italic: '*', strikethrough: '~~' };

/** Inline nodes as Markdown that is read as the same nodes. */
export function writeInline(nodes: readonly DocumentNode[], context: InlineContext = {}): string {
  let output = '';
  for (const node of nodes) {
    if (node.object === 'text' || Array.isArray(node.leaves)) {
      for (const piece of leavesOf(node)) output += writeLeaf(piece, output.at(-1), context);
    } else output += writeNode(node, context);
  }
  return output;
}

function writeNode(node: DocumentNode, context: InlineContext): string {
  const data = fieldsOf(node.data);
  switch (node.type) {
    case 'link': {
      const label = writeInline(node.nodes ?? [], context);
      const href = hrefOf(data.ref);
      if (context.isHtml === true) return `<a href="${escapeAttribute(href)}">${label}</a>`;
      return `[${label}](${writeTarget(href)}${writeTitle(data.title)})`;
    }
    case 'inline-image': {
      const src = hrefOf(data.ref);
      if (context.isHtml === true)
        return `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(textOf(data.alt))}">`;
      return `![${escapeText(textOf(data.alt), context)}](${writeTarget(src)}${writeTitle(data.caption)})`;
    }
    case 'inline-math':
      return context.isHtml === true
        ? `<code>${escapeHtml(textOf(data.formula))}</code>`
        : `$$${textOf(data.formula)}$$`;
    case 'emoji':
      return emojiOf(textOf(data.code));
    case 'expression':
      return `<code class="expression">${escapeHtml(textOf(data.expression).replaceAll(/\s+/g, ' '))}</code>`;
    case 'icon':
      return `<i class="fa-${escapeAttribute(textOf(data.icon).replaceAll(/\s+/g, ''))}"></i>`;
    case 'mention':
    case 'button': {
      const { kind, user } = fieldsOf(data.ref);
      if (kind === 'user') return escapeText(`@${textOf(user)}`, context);
      const href = hrefOf(data.ref);
      return href === ''
        ? escapeText(textOf(data.label), context)
        : `[${escapeText(textOf(data.label) || href, context)}](${writeTarget(href)})`;
    }
    default:
      // Of an annotation and of what is unknown, the text.
      return writeInline(node.nodes ?? [], context);
  }
}

/** Code points in hexadecimal, joined by hyphens; what is none stays. */
export function emojiOf(code: string): string {
  if (!/^[\da-f]{2,6}(-[\da-f]{2,6})*$/i.test(code)) return code;
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : code;
}

interface Piece {
  text: string;
  marks: readonly Mark[];
}

function writeLeaf({ text, marks }: Piece, before: string | undefined, context: InlineContext): string {
  if (text === '') return '';
  const [, start = '', inner = '', end = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (marks.length === 0 || inner === '') return escapeText(text, context);
  const isCode = marks.includes('code');
  const isPlainCode = isCode && context.isHtml !== true && !inner.includes('\n');
  const content = isPlainCode ? writeCode(inner, context) : escapeText(inner, context);
  const around = marks.filter((mark) => !(mark === 'code' && isPlainCode));
  const canDelimit =
    context.isHtml !== true &&
    around.every((mark) => DELIMITERS[mark] !== undefined) &&
    isFlanking(start === '' ? before : ' ', inner) &&
    /^[\p{L}\p{N}][\s\S]*[\p{L}\p{N}]$|^[\p{L}\p{N}]$/u.test(inner) &&
    !isPlainCode;
  const open = around.map((mark) => (canDelimit ? DELIMITERS[mark] : `<${ELEMENTS[mark]}>`)).join('');
  const close = around
    .toReversed()
    .map((mark) => (canDelimit ? DELIMITERS[mark] : `</${ELEMENTS[mark]}>`))
    .join('');
  return `${escapeText(start, context)}${open}${content}${close}${escapeText(end, context)}`;
}

/** Delimiters after another one would be read together with it. */
const isFlanking = (before: string | undefined, inner: string): boolean =>
  inner !== '' && (before === undefined || !/[*~_\\]/.test(before));

function writeCode(code: string, { isCell = false }: InlineContext): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${isCell ? code.replaceAll('|', '\\|') : code}${padding}${fence}`;
}

/** Characters with a meaning at every position. */
const SIGNS = /[\\`*_[\]<>~$|]/g;
const ENTITY = /&(?=#?\w+;)/g;

function escapeText(text: string, { isCell = false, isHtml = false }: InlineContext): string {
  const escaped = isHtml
    ? escapeHtml(text)
    : text
        .replaceAll(SIGNS, '\\$&')
        .replaceAll(ENTITY, '&amp;')
        .replaceAll(/:(?=\/\/)/g, '\\:')
        .replaceAll(/\b(www)\./gi, '$1\\.')
        .replaceAll(/@(?=[\w-]+\.)/g, '\\@');
  return escaped.replaceAll('\n', isCell || isHtml ? '<br>' : '\\\n');
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapeAttribute = (text: string): string => escapeHtml(text).replaceAll('"', '&quot;');

const writeTarget = (href: string): string =>
  `<${href
    .replaceAll(/[\\<>]/g, '\\$&')
    .replaceAll(ENTITY, '&amp;')
    .replaceAll(/\s/g, '%20')}>`;

function writeTitle(title: unknown): string {
  const text = textOf(title).replaceAll(/\s+/g, ' ');
  return text === '' ? '' : ` "${text.replaceAll(/[\\"]/g, '\\$&').replaceAll(ENTITY, '&amp;')}"`;
}

/** Signs at the start of a line that would begin a block. */
export function escapeLines(written: string): string {
  return written.replaceAll(
    /^([^\S\n]*)(?:([#>+=:-]|\{%)|(\d{1,9})([.)]))/gm,
    (_all, blank: string, sign: string | undefined, digits: string | undefined, dot: string | undefined) =>
      sign === undefined ? `${blank}${digits}\\${dot}` : `${blank}\\${sign}`,
  );
}
