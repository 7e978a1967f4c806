import { blockOfType } from '#api/blocks/index.ts';
import { hrefOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { fieldsOf, leavesOf, textOf } from './nodes.ts';
import { escapeAttribute, escapeLines, type InlineContext, writeInline } from './write-inline.ts';
import { writeTable } from './write-table.ts';

/** Longer chains of nested blocks were not written by people. */
const MAX_DEPTH = 60;

/** A document as Markdown that is read as the same document. */
export function writeMarkdown({ nodes = [] }: DocumentNode): string {
  const markdown = writeBlocks(nodes, { depth: 0, isNested: false });
  return markdown === '' ? '' : `${markdown}\n`;
}

/** `isNested`: in a list or a quote, where tags are not read. */
interface Context {
  depth: number;
  isNested: boolean;
}

export function writeBlocks(nodes: readonly DocumentNode[], context: Context): string {
  if (context.depth > MAX_DEPTH) return '';
  let previous = '';
  let isAlternate = false;
  const blocks = nodes.flatMap((node) => {
    // Lists beside each other would be read as one.
    isAlternate = node.type.startsWith('list-') && isSameList(previous, node.type) && !isAlternate;
    previous = node.type;
    const block = writeBlock(node, context, isAlternate);
    return block === '' ? [] : [block];
  });
  return blocks.join('\n\n');
}

const isSameList = (type: string, other: string): boolean =>
  type.startsWith('list-') && (type === 'list-ordered') === (other === 'list-ordered');

function writeBlock(node: DocumentNode, context: Context, isAlternate: boolean): string {
  const data = fieldsOf(node.data);
  const nodes = node.nodes ?? [];
  const inner: Context = { ...context, depth: context.depth + 1 };
  if (typeof node.source === 'string') return node.source.trim();
  switch (node.type) {
    case 'paragraph':
      return writeParagraph(nodes);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const level =
        typeof data.level === 'number' ? Math.min(Math.max(data.level, 1), 6) : Number(node.type.at(-1));
      return `${'#'.repeat(level)} ${writeInline(nodes, { isCell: true }).replace(/#+$/, '\\$&').trim()}`;
    }
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return writeList(node, inner, isAlternate);
    case 'blockquote':
      return prefixed(writeBlocks(nodes, { ...inner, isNested: true }), '> ');
    case 'hint':
      return writeHint(node, inner);
    case 'divider':
      return '***';
    case 'code':
      return writeCode(node, context);
    case 'math':
      return `$$\n${textOf(data.formula)}\n$$`;
    case 'images':
    case 'image':
      return writeImages(node);
    case 'table':
      return writeTable(node);
    case 'expandable':
      return writeExpandable(node, inner);
    default:
      return writeTagged(node, inner);
  }
}

function writeParagraph(nodes: readonly DocumentNode[]): string {
  const text = writeInline(nodes)
    .trim()
    .replaceAll(/\n[^\S\n]+/g, '\n');
  // A break at the very end would be a backslash.
  return escapeLines(text.replace(/(?:\\\n)+$/, ''));
}

function writeList({ type, data, nodes = [] }: DocumentNode, context: Context, isAlternate: boolean): string {
  const { start } = fieldsOf(data);
  const first = typeof start === 'number' && start >= 0 && start < 1e9 ? Math.floor(start) : 1;
  const inner = { ...context, isNested: true };
  const items = nodes.map((item, index) => {
    const { checked } = fieldsOf(item.data);
    const bullet =
      type === 'list-ordered' ? `${first + index}${isAlternate ? ')' : '.'}` : isAlternate ? '*' : '-';
    const box = typeof checked === 'boolean' ? `[${checked ? 'x' : ' '}] ` : '';
    const indent = ' '.repeat(bullet.length + 1);
    const text = writeBlocks(item.nodes ?? [], inner);
    // Code, and what looks like it, must not stand on the line of the bullet with blanks before it.
    return `${bullet} ${box}${text
      .split('\n')
      .map((line, at) => (at === 0 || line === '' ? line : indent + line))
      .join('\n')}`;
  });
  const isTight = nodes.every((item) => (item.nodes ?? []).length < 2);
  return items.join(isTight ? '\n' : '\n\n');
}

const ALERTS: Readonly<Record<string, string>> = {
  info: 'NOTE',
  success: 'TIP',
  warning: 'WARNING',
  danger: 'CAUTION',
};

function writeHint({ data, nodes = [] }: DocumentNode, context: Context): string {
  const { style, icon } = fieldsOf(data);
  if (context.isNested) {
    const text = writeBlocks(nodes, context);
    return prefixed(`[!${ALERTS[textOf(style)] ?? 'NOTE'}]\n${text}`, '> ');
  }
  return between('hint', { style, icon }, writeBlocks(nodes, context));
}

function writeCode(node: DocumentNode, { isNested }: Context): string {
  const { syntax, title, overflow, lineNumbers, expandable, fullWidth } = fieldsOf(node.data);
  const code = codeText(node);
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const fenced = `${fence}${textOf(syntax).replaceAll(/[`\n]/g, '')}\n${code}\n${fence}`;
  const settings = { title, overflow, lineNumbers, expandable, fullWidth };
  const isPlain = Object.values(settings).every((value) => value === undefined);
  return isPlain || isNested ? fenced : between('code', settings, fenced);
}

export const codeText = ({ nodes = [] }: DocumentNode): string =>
  nodes
    .map((line) => (line.nodes ?? []).flatMap((node) => leavesOf(node).map(({ text }) => text)).join(''))
    .join('\n');

/** Pictures as a figure; a single one without settings in Markdown. */
function writeImages(node: DocumentNode): string {
  const images = node.type === 'images' ? (node.nodes ?? []) : [node];
  const { align, fullWidth } = node.type === 'images' ? fieldsOf(node.data) : {};
  const captions = images.map(({ fragments = [] }) => fragments.flatMap(({ nodes = [] }) => nodes));
  const [only, ...others] = images;
  const { ref, alt, ...settings } = fieldsOf(only?.data);
  const isPlain =
    others.length === 0 &&
    align === undefined &&
    fullWidth === undefined &&
    Object.keys(settings).length === 0;
  if (only && isPlain && captions.flat().length === 0) {
    return writeInline([{ ...only, object: 'inline', type: 'inline-image', data: { ref, alt } }]);
  }
  const html: InlineContext = { isHtml: true };
  const pictures = images.map(({ data }) => {
    const { ref: target, refDark, alt: text, width, height } = fieldsOf(data);
    const size = [
      ['width', width],
      ['height', height],
    ]
      .map(([name, value]) => (typeof value === 'number' ? ` ${String(name)}="${value}"` : ''))
      .join('');
    const altAttribute = typeof text === 'string' ? ` alt="${escapeAttribute(text)}"` : '';
    const img = `<img src="${escapeAttribute(hrefOf(target))}"${altAttribute}${size}>`;
    const dark = escapeAttribute(hrefOf(refDark));
    return refDark === undefined
      ? img
      : `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)">${img}</picture>`;
  });
  const caption = captions
    .find((nodes) => nodes.length > 0)
    ?.map(({ nodes = [] }) => writeInline(nodes, html))
    .join('<br>');
  const figcaption = caption === undefined ? '' : `<figcaption>${caption}</figcaption>`;
  const figure = `<figure${fullWidth === true ? ' data-full-width="true"' : ''}>${pictures.join('')}${figcaption}</figure>`;
  return typeof align === 'string' ? `<div align="${escapeAttribute(align)}">${figure}</div>` : figure;
}

function writeExpandable({ fragments = [] }: DocumentNode, context: Context): string {
  const nodesOf = (name: string) => fragments.find((part) => part.fragment === name)?.nodes ?? [];
  const title = nodesOf('expandable-title')
    .map(({ nodes = [] }) => writeInline(nodes, { isHtml: true }))
    .join(' ');
  const body = writeBlocks(nodesOf('expandable-body'), context);
  return `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** Blocks that Markdown has by tags only; of others, their content. */
function writeTagged(node: DocumentNode, context: Context): string {
  const { nodes = [], type } = node;
  const data = fieldsOf(node.data);
  const declared = blockOfType(type);
  const { document } = declared ?? {};
  if (!declared || !document) {
    return [
      writeBlocks(nodes, context),
      ...(node.fragments ?? []).map((part) => writeBlocks(part.nodes ?? [], context)),
    ]
      .filter((text) => text !== '')
      .join('\n\n');
  }
  const name = document.nameOf?.(data) ?? declared.name;
  const attributes = document.attributes(data);
  if (declared.name === 'content-ref') {
    const href = textOf(attributes['url']);
    return between(name, attributes, `[${href}](<${href}>)`);
  }
  if (declared.end === 'optional') return captioned(name, attributes, data.caption);
  const isLiteral = declared.holds === 'source';
  return between(
    name,
    attributes,
    isLiteral ? nodes.map((code) => writeCode(code, context)).join('\n\n') : writeBlocks(nodes, context),
  );
}

const captioned = (name: string, attributes: object, caption: unknown): string =>
  textOf(caption) === ''
    ? tag(name, attributes)
    : between(
        name,
        attributes,
        escapeLines(
          writeInline([
            { object: 'text', type: 'text', leaves: [{ object: 'leaf', text: textOf(caption), marks: [] }] },
          ]),
        ),
      );

function tag(name: string, attributes: object): string {
  const attributeTexts = Object.entries(attributes)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([key, value]) => ` ${key}="${writeValue(String(value))}"`);
  return `{% ${name}${attributeTexts.join('')} %}`;
}

/** A value in one line; a diagram has several, and a tag ends with a blank one. */
const writeValue = (value: string): string =>
  escapeAttribute(value)
    .replaceAll(/\r\n?|\n/g, '&#10;')
    .replaceAll(/[^\S ]/g, ' ');

const between = (name: string, attributes: object, content: string): string =>
  `${tag(name, attributes)}\n${content}\n{% end${name} %}`;

const prefixed = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line) => (prefix + line).trimEnd())
    .join('\n');
