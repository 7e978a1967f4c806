import type { DocumentNode } from '#api/generated/types.gen.ts';
import type { Block } from './blocks.ts';

/** Nodes on a line of their own: their plain text ends with a line break. */
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

/** The plain text of a node, one line per part, so that neighboring words stay apart. */
export function textLinesOf({ type, text = '', nodes = [] }: DocumentNode): string {
  return text + nodes.map(textLinesOf).join('') + (lineTypes.has(type) ? '\n' : '');
}

/**
 * The blocks of a document, comparable like those of its source. Ids are ignored, because they depend on what precedes
 * the block.
 */
export function documentBlocks({ nodes = [] }: DocumentNode): Block[] {
  return nodes.map((node) => {
    const { id: _changes, ...content } = node;
    return { kind: node.type, source: textLinesOf(node), key: JSON.stringify(content) };
  });
}
