import type { DocumentNode } from '#api/generated/types.gen.ts';
import type { NodeChange } from './compare-tables.ts';
import type { BlockChange } from './compare-texts.ts';

const blockTypes = new Set([
  'paragraph',
  'heading',
  'list',
  'list-item',
  'code',
  'table',
  'table-row',
  'table-cell',
  'quote',
  'divider',
]);
/** Elements that are among words. */
const phrasing = new Set(['a', 'code', 'label', 'input', 'small', 'span', 'strong', 'sup', 'time']);

/** Whether a node is a block: content with blocks is compared block by block, other content word by word. */
export const isBlock = ({ type, element }: DocumentNode): boolean =>
  blockTypes.has(type) || (type === 'element' && !phrasing.has(String(element)));

/** Nodes whose text is compared line by line. */
export const preformatted = new Set(['code', 'html']);

/** A node of one side only, with its content. A moved node is marked as a whole, its words are not. */
export function markNode(node: DocumentNode, change: NodeChange, isMoved = false): DocumentNode {
  if (isMoved) return { ...node, change, moved: true };
  if (preformatted.has(node.type) && node.nodes === undefined) {
    const { text = '', ...rest } = node;
    return { ...rest, change, nodes: [{ type: 'text', text, change }] };
  }
  if (node.nodes === undefined) return { ...node, change };
  const nodes = node.nodes.map((inner) => markNode(inner, change));
  // A link is not a block: its content is marked instead.
  return isBlock(node) ? { ...node, change, nodes } : { ...node, nodes };
}

/** One side of a combined node, without what only the other side has. */
export function sideOf(node: DocumentNode, side: 'base' | 'next'): DocumentNode {
  const otherMark = side === 'base' ? 'added' : 'removed';
  if (node.nodes === undefined) return node;
  const nodes = node.nodes.flatMap((inner) => {
    if (inner.change === otherMark) return [];
    const sideNode = sideOf(inner, side);
    // A link left without content belongs to the other side.
    const isEmptied = !isBlock(inner) && sideNode.nodes?.length === 0 && inner.nodes?.length !== 0;
    return isEmptied ? [] : sideNode;
  });
  return { ...node, nodes };
}

/** Whether a combined node contains any change. */
export function hasChanges(node: DocumentNode): boolean {
  return node.change !== undefined || (node.nodes ?? []).some(hasChanges);
}

/** One entry of a block diff, with positions instead of blocks. */
export interface BlockStep {
  kind: BlockChange['kind'];
  /** Index in the old text; omitted if it is not there. */
  base?: number;
  /** Index in the new text. */
  next?: number;
  /** Both versions of an edited block in one node, with differences marked; omitted if they can't be combined. */
  node?: DocumentNode;
  /** Edited, but with the same words: an image, URL or format differs. */
  isSameText?: boolean;
  /** For a moved block: the index of the entry at its other end. */
  movedTo?: number;
  movedFrom?: number;
}

/** Replaces blocks by positions, small enough to send between threads. */
export function toSteps(changes: readonly BlockChange[]): BlockStep[] {
  let base = 0;
  let next = 0;
  return changes.map((change) => {
    if (change.kind === 'same') return { kind: 'same', base: base++, next: next++ };
    if (change.kind === 'edited') return { kind: 'edited', base: base++, next: next++ };
    if (change.kind === 'removed') return { kind: 'removed', base: base++, movedTo: change.movedTo };
    return { kind: 'added', next: next++, movedFrom: change.movedFrom };
  });
}

/** A top-level block of Markdown: heading, paragraph, list, table, code, … */
export interface Block {
  /** The parser's name: `heading`, `paragraph`, `list`, `code`, `table`, … */
  kind: string;
  /** The source including trailing blank lines. Joined, the sources are the original text byte for byte. */
  source: string;
  /** Identity for matching; defaults to the source. */
  key?: string;
}

/** Nodes on a line of their own: their plain text ends with a line break. */
const lineTypes = new Set([
  'paragraph',
  'heading',
  'list-item',
  'table-cell',
  'code',
  'html',
  'quote',
  'element',
]);

/** The plain text of a node, one line per part, so that neighboring words stay apart. */
export function textLinesOf({ type, text = '', nodes = [] }: DocumentNode): string {
  if (type === 'number') return '';
  return text + nodes.map(textLinesOf).join('') + (lineTypes.has(type) ? '\n' : '');
}

/** A node without what depends on what precedes it: ids, lines, numbers of steps, and which tab is open. */
function contentOf({ id: _changes, lines: _change, nodes, ...content }: DocumentNode): DocumentNode {
  if (content.type === 'number' || content.element === 'input') return { type: content.type };
  return nodes === undefined ? content : { ...content, nodes: nodes.map(contentOf) };
}

/** The blocks of a document, comparable like those of its source. */
export function documentBlocks({ nodes = [] }: DocumentNode): Block[] {
  return nodes.map((node) => ({
    kind: node.type === 'element' ? `${String(node.element)} ${String(node.classes)}` : node.type,
    source: textLinesOf(node),
    key: JSON.stringify(contentOf(node)),
  }));
}
