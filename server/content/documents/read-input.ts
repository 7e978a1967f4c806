import type { DocumentInput, DocumentNode } from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import {
  block,
  codeBlock,
  createDocument,
  fieldsOf,
  inline,
  joinTexts,
  leaf,
  link,
  marksOf,
  paragraph,
  text,
  textOf,
  voidBlock,
} from './nodes.ts';
import { fileOrUrl } from './read-inline.ts';
import { createTable, type TableColumn } from './table.ts';

/**
 * A sent document, in the form of the public definition or in a former one of ours; additional fields are
 * kept. Throws 400 naming the first invalid node.
 */
export function readDocument(tree: DocumentInput, path: string): DocumentNode {
  if (tree.object === undefined) {
    if (tree.type === undefined) throw badValue(`${path}.type`, 'is required');
    return fromFormer(checkFormer(tree, path));
  }
  if (tree.object !== 'document') throw badValue(`${path}.object`, 'must be document');
  return createDocument(readAll(tree.nodes, `${path}.nodes`));
}

const readAll = (nodes: readonly DocumentInput[] = [], path = ''): DocumentNode[] =>
  nodes.map((node, index) => readNode(node, `${path}[${index}]`));

function readNode(node: DocumentInput, path: string): DocumentNode {
  const { object = 'block', nodes, leaves, fragments, ...fields } = node;
  if (object === 'text') return { object, type: 'text', leaves: readLeaves(node, path) };
  const type = fields.type ?? (object === 'fragment' ? textOf(fields.fragment) : undefined);
  if (type === undefined) throw badValue(`${path}.type`, 'is required');
  return {
    ...fields,
    object,
    type,
    ...(object !== 'fragment' && { isVoid: nodes === undefined, data: { ...fieldsOf(fields.data) } }),
    ...(nodes && { nodes: readAll(nodes, `${path}.nodes`) }),
    ...(leaves === undefined ? {} : { leaves: readLeaves(node, path) }),
    ...(Array.isArray(fragments) && { fragments: readFragments(fragments, path) }),
  };
}

const readFragments = (fragments: readonly unknown[], path: string): DocumentNode[] =>
  fragments.map((part, index) => {
    const { nodes, ...fields } = fieldsOf(part);
    const inner = Array.isArray(nodes) ? nodes.map((node: unknown): DocumentInput => fieldsOf(node)) : [];
    return readNode({ ...fields, object: 'fragment', nodes: inner }, `${path}.fragments[${index}]`);
  });

function readLeaves({ leaves, text: whole }: DocumentInput, path: string) {
  const pieces: unknown[] = Array.isArray(leaves) ? leaves : [{ text: whole }];
  return pieces.map((piece, index) => {
    const { text: value, marks } = fieldsOf(piece);
    if (typeof value !== 'string') throw badValue(`${path}.leaves[${index}].text`, 'must be a string');
    const markNames = (Array.isArray(marks) ? marks : [])
      .map(fieldsOf)
      .filter(({ type }) => typeof type === 'string');
    return { ...leaf(value, []), marks: markNames.map((mark) => ({ object: 'mark', ...mark })) };
  });
}

/** A node of the former form; throws 400 naming the first one without a type. */
function checkFormer({ type, nodes, ...fields }: DocumentInput, path: string): DocumentNode {
  if (type === undefined) throw badValue(`${path}.type`, 'is required');
  const checked = nodes?.map((node, index) => checkFormer(node, `${path}.nodes[${index}]`));
  return { type, ...fields, ...(checked && { nodes: checked }) };
}

/** A document in the form of responses, for each form of storage. */
export function toPublicDocument(document: DocumentNode): DocumentNode {
  return document.object === 'document' ? document : fromFormer(document);
}

function fromFormer({ type, nodes = [], ...fields }: DocumentNode): DocumentNode {
  // A text may be a node that is no document: it is shown as the only one.
  return createDocument(type === 'document' ? blocksOf(nodes) : blocksOf([{ type, nodes, ...fields }]));
}

const blocksOf = (nodes: readonly DocumentNode[] = []): DocumentNode[] => {
  const blocks: DocumentNode[] = [];
  let texts: DocumentNode[] = [];
  const flush = () => {
    if (texts.length > 0) blocks.push(paragraph(joinTexts(texts)));
    texts = [];
  };
  for (const node of nodes) {
    if (INLINE.has(node.type)) texts.push(...inlineOf([node]));
    else {
      flush();
      blocks.push(blockOf(node));
    }
  }
  flush();
  return blocks;
};

const INLINE: ReadonlySet<string> = new Set(['text', 'link', 'image', 'break']);

function blockOf(node: DocumentNode): DocumentNode {
  const { nodes = [] } = node;
  switch (node.type) {
    case 'heading': {
      const level = Math.min(Math.max(Number(node.level) || 1, 1), 6);
      const heading = block(`heading-${Math.min(level, 3)}`, level > 3 ? { level } : {}, inlineOf(nodes));
      return { ...heading, ...(typeof node.anchor === 'string' && { meta: { id: node.anchor } }) };
    }
    case 'paragraph':
      return paragraph(inlineOf(nodes));
    case 'list': {
      const isTask = nodes.some(({ checked }) => typeof checked === 'boolean');
      const unordered = isTask ? 'list-tasks' : 'list-unordered';
      const data = node.ordered === true && typeof node.start === 'number' ? { start: node.start } : {};
      return block(node.ordered === true ? 'list-ordered' : unordered, data, nodes.map(blockOf));
    }
    case 'list-item':
      return block(
        'list-item',
        typeof node.checked === 'boolean' ? { checked: node.checked } : {},
        blocksOf(nodes),
      );
    case 'code':
      return codeBlock(node.text ?? '', typeof node.language === 'string' ? { syntax: node.language } : {});
    case 'html':
      return { ...codeBlock(node.text ?? '', { syntax: 'html' }), source: node.text ?? '' };
    case 'quote':
      return block('blockquote', {}, blocksOf(nodes));
    case 'hint':
      return block('hint', { style: textOf(node.style) || 'info' }, blocksOf(nodes));
    case 'divider':
      return voidBlock('divider', {});
    case 'table': {
      const [head, ...rows] = nodes.map((row) => row.nodes ?? []);
      const columns = (head ?? []).map((cell): TableColumn => ({
        title: textsOf(cell),
        type: 'text',
        align: cell.align === 'center' || cell.align === 'right' ? cell.align : null,
      }));
      return createTable(
        columns,
        rows.map((cells) => cells.map((cell) => ({ nodes: inlineOf(cell.nodes ?? []) }))),
      );
    }
    default:
      return block(node.type, {}, nodes.length > 0 ? blocksOf(nodes) : [paragraph([text(node.text ?? '')])]);
  }
}

const textsOf = (node: DocumentNode): string => (node.text ?? '') + (node.nodes ?? []).map(textsOf).join('');

function inlineOf(nodes: readonly DocumentNode[]): DocumentNode[] {
  const read = nodes.map((node): DocumentNode => {
    if (node.type === 'text') return text(node.text ?? '', marksOf(node.marks));
    if (node.type === 'break') return text('\n');
    if (node.type === 'image') {
      const data = { ref: fileOrUrl(textOf(node.src)), alt: textOf(node.alt) };
      return inline('inline-image', { ...data, ...(textOf(node.title) && { caption: node.title }) });
    }
    if (node.type === 'link') return link(textOf(node.href), inlineOf(node.nodes ?? []), textOf(node.title));
    return text(textsOf(node));
  });
  return read.length > 0 ? joinTexts(read) : [text('')];
}
