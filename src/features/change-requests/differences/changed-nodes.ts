/** Nodes that hold both sides of a comparison: what only one side has carries `change`. */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import type { NodeChange } from './compare-inline.ts';

/** Nodes that are blocks: what has one of them inside is compared block by block, all else word by word. */
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

/** A node that only one side has, with all that is in it. What was moved is marked as a whole, its words are not. */
export function markNode(node: DocumentNode, change: NodeChange, isMoved = false): DocumentNode {
  if (isMoved) return { ...node, change, moved: true };
  if (preformatted.has(node.type) && node.nodes === undefined) {
    const { text = '', ...rest } = node;
    return { ...rest, change, nodes: [{ type: 'text', text, change }] };
  }
  if (node.nodes === undefined) return { ...node, change };
  const nodes = node.nodes.map((inner) => markNode(inner, change));
  // A link is no piece of its own: what is in it is marked.
  return blockTypes.has(node.type) ? { ...node, change, nodes } : { ...node, nodes };
}

/** One side of a node that holds both: the other side's parts left out, its own still marked. */
export function sideOf(node: DocumentNode, side: 'base' | 'next'): DocumentNode {
  const other = side === 'base' ? 'added' : 'removed';
  if (node.nodes === undefined) return node;
  const nodes = node.nodes.flatMap((inner) => {
    if (inner.change === other) return [];
    const kept = sideOf(inner, side);
    // A link of which nothing is left belongs to the other side.
    const isGone = !blockTypes.has(inner.type) && kept.nodes?.length === 0 && inner.nodes?.length !== 0;
    return isGone ? [] : kept;
  });
  return { ...node, nodes };
}

/** Whether anything in a node that holds both sides differs. */
export function hasChanges(node: DocumentNode): boolean {
  return node.change !== undefined || (node.nodes ?? []).some(hasChanges);
}
