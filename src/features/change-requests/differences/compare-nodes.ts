import type { DocumentNode } from '#api/generated/types.gen.ts';
import { compareLines } from '#src/lib/compare/compare-lines.ts';
import {
  type BlockStep,
  toSteps,
  documentBlocks,
  textLinesOf,
  isBlock,
  markNode,
  preformatted,
} from './blocks.ts';
import { compareInline, compareTables } from './compare-tables.ts';
import { compareBlocks } from './compare-texts.ts';

/** Fields compared by other rules, derived from the text, or about column layout. */
const derived = new Set(['id', 'lines', 'anchor', 'nodes', 'text', 'align', 'header']);

/** Block diff of two nodes, with a combined node for each edited block. */
export function compareDocuments(base: DocumentNode, next: DocumentNode): BlockStep[] {
  return toSteps(compareBlocks(documentBlocks(base), documentBlocks(next))).map((step) => {
    const before = base.nodes?.[step.base ?? -1];
    const after = next.nodes?.[step.next ?? -1];
    if (step.kind !== 'edited' || !before || !after) return step;
    const node = compareNodes(before, after);
    const isSameText = textLinesOf(before) === textLinesOf(after);
    return { ...step, ...(node && { node }), ...(isSameText && { isSameText }) };
  });
}

/**
 * Two nodes combined: `change` marks content of one side, `moved` content that the other side has at another
 * position. Undefined if their types or settings differ.
 */
function compareNodes(base: DocumentNode, next: DocumentNode): DocumentNode | undefined {
  if (settingsOf(base) !== settingsOf(next)) return undefined;
  if (preformatted.has(next.type)) {
    const { text = '', ...rest } = next;
    return { ...rest, nodes: comparePreformatted(base.text ?? '', text) };
  }
  if (next.type === 'table') return compareTables(base, next);
  const baseChildren = base.nodes ?? [];
  const nextChildren = next.nodes ?? [];
  const isInline = ![...baseChildren, ...nextChildren].some(isBlock);
  return { ...next, nodes: isInline ? compareInline(baseChildren, nextChildren) : compareInside(base, next) };
}

function settingsOf(node: DocumentNode): string {
  const fields = Object.entries(node).filter(
    ([name]) => !derived.has(name) && !(name === 'attributes' && node.element === 'input'),
  );
  return JSON.stringify(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function compareInside(base: DocumentNode, next: DocumentNode): DocumentNode[] {
  return compareDocuments(base, next).flatMap((step) => {
    const before = base.nodes?.[step.base ?? -1];
    const after = next.nodes?.[step.next ?? -1];
    if (step.kind === 'same') return after ?? [];
    if (step.node) return step.node;
    const isMoved = (step.movedFrom ?? step.movedTo) !== undefined;
    return [
      ...(before ? [markNode(before, 'removed', isMoved)] : []),
      ...(after ? [markNode(after, 'added', isMoved)] : []),
    ];
  });
}

function comparePreformatted(base: string, next: string): DocumentNode[] {
  const withEnd = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
  const runs = compareLines(withEnd(base), withEnd(next)).flatMap(({ kind, text, words }) =>
    kind === 'edited' && words
      ? [...words, { kind: 'same', text: '\n' } as const]
      : [{ kind, text: `${text}\n` }],
  );
  return runs.map(({ kind, text }) => ({ type: 'text', text, ...(kind !== 'same' && { change: kind }) }));
}
