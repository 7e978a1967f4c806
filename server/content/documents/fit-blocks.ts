import { hrefOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { fieldsOf, fragment, inline, leavesOf, link, paragraph, text, textOf } from './nodes.ts';

/**
 * Which blocks the public definition allows in which. Markdown allows more; what has no place where it stands becomes the
 * nearest that has one.
 */
const ESSENTIALS = ['paragraph', 'heading-1', 'heading-2', 'heading-3', 'list-ordered', 'list-unordered'];
const everywhere = [...ESSENTIALS, 'list-tasks', 'divider'];
const media = [
  'code',
  'embed',
  'file',
  'images',
  'drawing',
  'hint',
  'prompt',
  'blockquote',
  'math',
  'integration',
];
const inPanel = [...everywhere, ...media, 'content-ref'];

const INNER: Readonly<Record<string, ReadonlySet<string>>> = {
  hint: new Set([...everywhere, 'embed', 'integration', 'table']),
  blockquote: new Set([...everywhere, 'blockquote']),
  'list-item': new Set([...everywhere, 'code', 'hint', 'blockquote', 'math', 'table']),
  'tabs-item': new Set(inPanel),
  'stepper-step': new Set([...inPanel, 'expandable']),
  update: new Set([...inPanel, 'tabs', 'expandable']),
  column: new Set([...inPanel, 'table', 'expandable', 'stepper']),
  'expandable-body': new Set([
    ...everywhere,
    ...['file', 'images', 'code', 'table', 'hint', 'prompt', 'blockquote', 'reusable-content', 'integration'],
  ]),
};

/** The blocks of a parent of this type, each allowed there. There is at least one. */
export function fitBlocks(nodes: readonly DocumentNode[], parent: string): DocumentNode[] {
  const allowed = INNER[parent];
  const fitted = allowed ? nodes.flatMap((node) => fit(node, allowed)) : [...nodes];
  return fitted.length > 0 ? fitted : [paragraph([])];
}

function fit(node: DocumentNode, allowed: ReadonlySet<string>): DocumentNode[] {
  if (allowed.has(node.type)) return [node];
  const { key, lines } = node;
  const [first, ...others] = nearest(node).flatMap((inner) => fit(inner, allowed));
  if (!first) return [];
  return [{ ...first, ...(key !== undefined && { key, id: key }), ...(lines && { lines }) }, ...others];
}

/** Blocks with the same content that can stand in more places; in the end these are paragraphs. */
function nearest(node: DocumentNode): DocumentNode[] {
  const data = fieldsOf(node.data);
  const nodes = node.nodes ?? [];
  switch (node.type) {
    case 'code': {
      const code = nodes.map(lineText).join('\n');
      return code.trim() === '' ? [] : [paragraph([text(code, ['code'])])];
    }
    case 'math':
      return [paragraph([inline('inline-math', { formula: data.formula })])];
    case 'images':
      return nodes.flatMap(imageParagraphs);
    case 'embed':
      return [paragraph([link(textOf(data.url), [])])];
    case 'file':
    case 'content-ref':
      return [paragraph([link(hrefOf(data.ref), [])])];
    case 'tabs':
      return nodes.flatMap((item) => [...titleOf(fieldsOf(item.data).title), ...(item.nodes ?? [])]);
    case 'stepper':
    case 'columns':
    case 'updates':
      return nodes.flatMap((item) => item.nodes ?? []);
    case 'expandable':
      return (node.fragments ?? []).flatMap((part) => part.nodes ?? []);
    case 'table':
      return (node.fragments ?? []).flatMap((cell) => cell.nodes ?? []);
    case 'openapi-operation':
    case 'swagger':
      return [
        paragraph([text(`${textOf(data.method).toUpperCase()} ${textOf(data.path)}`.trim(), ['code'])]),
      ];
    case 'openapi-schemas':
      return [paragraph([text(String(data.schemas), ['code'])])];
    case 'paragraph':
      return [];
    default:
      return nodes;
  }
}

const lineText = ({ nodes = [] }: DocumentNode): string =>
  nodes.flatMap((node) => leavesOf(node).map((piece) => piece.text)).join('');

function imageParagraphs({ data, fragments = [] }: DocumentNode): DocumentNode[] {
  const { ref, alt } = fieldsOf(data);
  const image = inline('inline-image', { ref, ...(typeof alt === 'string' && { alt }) });
  return [paragraph([image]), ...fragments.flatMap(({ nodes }) => nodes ?? [])];
}

const titleOf = (title: unknown): DocumentNode[] =>
  textOf(title) === '' ? [] : [paragraph([text(textOf(title), ['bold'])])];

/** A block that is closed until it is opened. */
export function createExpandable(title: DocumentNode[], body: readonly DocumentNode[]): DocumentNode {
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    fragments: [
      fragment('expandable-title', [paragraph(title)]),
      fragment('expandable-body', fitBlocks(body, 'expandable-body')),
    ],
  };
}
