import type { CommentNode, DocumentNode } from '#api/generated/types.gen.ts';
import { badValue } from '#server/errors.ts';

/**
 * Trees that clients send as the text of a comment. Those of the public platform have their kind in `object`, their
 * settings in `data` and their texts in `leaves`; they are converted, so that everything else knows one form.
 */
export function parseDocument(tree: CommentNode, path: string): DocumentNode {
  if (tree.object === undefined) return checkNode(tree, path);
  if (tree.object !== 'document') throw badValue(`${path}.object`, 'must be document');
  return { type: 'document', nodes: convertAll(tree.nodes, path) };
}

/** A node of ours; throws 400 naming the first one without a type. */
function checkNode({ type, nodes, ...fields }: CommentNode, path: string): DocumentNode {
  if (type === undefined) throw badValue(`${path}.type`, 'is required');
  const checked = nodes?.map((node, index) => checkNode(node, `${path}.nodes[${index}]`));
  return { type, ...fields, ...(checked && { nodes: checked }) };
}

const convertAll = (nodes: readonly CommentNode[] | undefined, path: string): DocumentNode[] =>
  (nodes ?? []).flatMap((node, index) => convert(node, `${path}.nodes[${index}]`));

/** Kinds whose content stands alone here. */
const wrappers = new Set(['columns', 'column', 'expandable', 'stepper', 'stepper-step', 'tabs', 'tabs-item']);

/** Kinds of the public platform that are named differently here. */
const kinds: Readonly<Record<string, { type: string; level?: number; ordered?: boolean }>> = {
  'heading-1': { type: 'heading', level: 1 },
  'heading-2': { type: 'heading', level: 2 },
  'heading-3': { type: 'heading', level: 3 },
  'list-ordered': { type: 'list', ordered: true },
  'list-unordered': { type: 'list', ordered: false },
  'list-tasks': { type: 'list', ordered: false },
  blockquote: { type: 'quote' },
};

function convert(node: CommentNode, path: string): DocumentNode | DocumentNode[] {
  if (node.object === 'text') return toTexts(node, path);
  const { type } = node;
  if (type === undefined) throw badValue(`${path}.type`, 'is required');
  const nodes = convertAll(node.nodes, path);
  if (wrappers.has(type)) return nodes;
  const data = fieldsOf(node.data);
  switch (type) {
    case 'list-item':
      return { type, ...(typeof data.checked === 'boolean' && { checked: data.checked }), nodes };
    case 'hint':
      return { type, style: textOf(data.style), nodes };
    case 'divider':
      return { type };
    case 'code': {
      const lines = nodes.map((line) => (line.nodes ?? []).map(({ text = '' }) => text).join(''));
      return { type, text: lines.join('\n'), ...(textOf(data.syntax) && { language: textOf(data.syntax) }) };
    }
    case 'emoji':
      return { type: 'text', text: emojiOf(textOf(data.code)) };
    case 'mention':
      return toMention(fieldsOf(data.ref));
    case 'link':
      return { type, href: hrefOf(fieldsOf(data.ref)), nodes };
    default:
      return { ...(kinds[type] ?? { type }), nodes };
  }
}

/** Each leaf as a text. */
function toTexts({ leaves, text }: CommentNode, path: string): DocumentNode[] {
  const pieces: unknown[] = Array.isArray(leaves) ? leaves : [{ text }];
  return pieces.map((piece, index) => {
    const { text: value, marks } = fieldsOf(piece);
    if (typeof value !== 'string') throw badValue(`${path}.leaves[${index}].text`, 'must be a string');
    const names = (Array.isArray(marks) ? marks : []).map((mark) => textOf(fieldsOf(mark).type));
    const named = names.filter((name) => name !== '');
    return { type: 'text', text: value, ...(named.length > 0 && { marks: named }) };
  });
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Code points in hexadecimal, joined by hyphens; what is none stays. */
function emojiOf(code: string): string {
  if (!/^[\da-f]{2,6}(-[\da-f]{2,6})*$/i.test(code)) return code;
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : code;
}

/** People are identified by id only. */
function toMention(ref: Fields): DocumentNode {
  if (ref.kind === 'user') return { type: 'text', text: `@${textOf(ref.user)}` };
  const href = hrefOf(ref);
  return { type: 'link', href, nodes: [{ type: 'text', text: href }] };
}

/** The address of a reference in the form of links in pages. */
function hrefOf({ kind, url, page, space, file, anchor }: Fields): string {
  if (kind === 'url') return textOf(url);
  if (kind === 'file') return `/files/${textOf(file)}`;
  const within = typeof space === 'string' ? `/spaces/${space}` : '';
  const inPage = typeof page === 'string' ? `${within}/pages/${page}` : within;
  return kind === 'anchor' ? `${inPage}#${textOf(anchor)}` : inPage;
}
