import type { DocumentNode } from '#src/api/generated/types.gen.ts';
import type { Block } from './blocks.ts';
import type { WordRun } from './words.ts';

/** Nodes that stand on a line of their own: behind them, the plain text gets a line end. */
const LINES = new Set(['paragraph', 'heading', 'list-item', 'table-cell', 'code', 'html', 'hint', 'quote']);

/** The text of a node without its looks, one line for each part, so that words of neighbours stay apart. */
export function linesOfNode({ type, text = '', nodes = [] }: DocumentNode): string {
  return text + nodes.map(linesOfNode).join('') + (LINES.has(type) ? '\n' : '');
}

/**
 * The blocks of a page's structured form, to be compared like those of its source. Two are the same when everything
 * about them is, but for their ids, which change with what stands before them.
 */
export function documentBlocks({ nodes = [] }: DocumentNode): Block[] {
  return nodes.map((node) => {
    const { id: _changes, ...content } = node;
    return { kind: node.type, source: linesOfNode(node), key: JSON.stringify(content) };
  });
}

/**
 * Lays what differs between the lines of two nodes over one of them, as marks `added` and `removed` of its pieces of
 * text. With `both`, removed words stand among those of the new node, where they were.
 *
 * @param words the differences of the lines (`linesOfNode`) of the old and the new node
 */
export function markWords(
  node: DocumentNode,
  words: readonly WordRun[],
  side: 'base' | 'next' | 'both',
): DocumentNode {
  const rest = words.filter(
    ({ kind }) => side === 'both' || kind !== (side === 'base' ? 'added' : 'removed'),
  );
  const own = side === 'base' ? 'removed' : 'added';
  let run = 0;
  let used = 0;
  /** Takes the next characters of the node's own text, and removed words where they stand among them. */
  const take = (length: number): WordRun[] => {
    const parts: WordRun[] = [];
    let left = length;
    for (let current = rest[run]; current; current = rest[run]) {
      const isForeign = side === 'both' && current.kind === 'removed';
      if (left === 0 && !isForeign) break;
      const text = current.text.slice(used, isForeign ? undefined : used + left);
      if (text !== '') parts.push({ kind: current.kind, text });
      if (!isForeign) left -= text.length;
      used += text.length;
      if (used < current.text.length) break;
      run += 1;
      used = 0;
    }
    return parts;
  };
  const visit = (part: DocumentNode): DocumentNode[] => {
    if (part.text !== undefined && part.nodes === undefined && !LINES.has(part.type)) {
      return take(part.text.length).map(({ kind, text }) => {
        if (kind === 'same') return { ...part, text };
        return { ...part, type: 'text', text, marks: [...marksIn(part), kind === 'added' ? own : 'removed'] };
      });
    }
    const nodes = part.nodes?.flatMap(visit);
    if (part.text !== undefined) take(part.text.length);
    const behind = LINES.has(part.type)
      ? take(1).filter(({ kind, text }) => kind === 'removed' && text.trim())
      : [];
    if (nodes === undefined) return [part];
    const added = behind.map(({ text }) => ({ type: 'text', text: ` ${text.trim()}`, marks: ['removed'] }));
    return [{ ...part, nodes: side === 'both' ? [...nodes, ...added] : nodes }];
  };
  return visit(node)[0] ?? node;
}

function marksIn(node: DocumentNode): unknown[] {
  return Array.isArray(node.marks) ? node.marks : [];
}
