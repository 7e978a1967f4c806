/** Nodes that hold both sides of a comparison; nodes of one side only carry `change`. */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import type { NodeChange } from './compare-inline.ts';

/** Block nodes: content with blocks is compared block by block, other content word by word. */
export const blockTypes = new Set([
  'paragraph',
  'heading',
  'list',
  'list-item',
  'code',
  'table',
  'table-row',
  'table-cell',
  'quote',
  'hint',
  'divider',
]);
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
  return blockTypes.has(node.type) ? { ...node, change, nodes } : { ...node, nodes };
}

/** One side of a combined node, without what only the other side has. */
export function sideOf(node: DocumentNode, side: 'base' | 'next'): DocumentNode {
  const other = side === 'base' ? 'added' : 'removed';
  if (node.nodes === undefined) return node;
  const nodes = node.nodes.flatMap((inner) => {
    if (inner.change === other) return [];
    const kept = sideOf(inner, side);
    // A link left without content belongs to the other side.
    const isGone = !blockTypes.has(inner.type) && kept.nodes?.length === 0 && inner.nodes?.length !== 0;
    return isGone ? [] : kept;
  });
  return { ...node, nodes };
}

/** Whether a combined node contains any change. */
export function hasChanges(node: DocumentNode): boolean {
  return node.change !== undefined || (node.nodes ?? []).some(hasChanges);
}
