import type { DocumentNode } from '#api/generated/types.gen.ts';
import type { Block } from './blocks.ts';

/** Nodes that stand on a line of their own: behind them, the plain text gets a line end. */
const lineTypes = new Set([
  'paragraph',
  'heading',
  'list-item',
  'table-cell',
  'code',
  'html',
  'hint',
  'quote',
]);

/** The text of a node without its looks, one line for each part, so that words of neighbours stay apart. */
export function textLinesOf({ type, text = '', nodes = [] }: DocumentNode): string {
  return text + nodes.map(textLinesOf).join('') + (lineTypes.has(type) ? '\n' : '');
}

/**
 * The blocks of a page's structured form, to be compared like those of its source. Two are the same when everything
 * about them is, but for their ids, which change with what stands before them.
 */
export function documentBlocks({ nodes = [] }: DocumentNode): Block[] {
  return nodes.map((node) => {
    const { id: _changes, ...content } = node;
    return { kind: node.type, source: textLinesOf(node), key: JSON.stringify(content) };
  });
}
