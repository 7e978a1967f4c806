import type { DocumentNode } from '#api/generated/types.gen.ts';
import { type ColumnStep, alignColumns } from './align-columns.ts';
import { type BlockStep, toSteps } from './block-steps.ts';
import type { Block } from './blocks.ts';
import { markNode } from './changed-nodes.ts';
import { compareInline, type NodeChange } from './compare-inline.ts';
import { compareBlocks } from './compare-texts.ts';
import { documentBlocks, textLinesOf } from './document-blocks.ts';
import { similarity } from './word-diff.ts';

/** Two tables combined: aligns rows, then columns, then compares cell by cell. Words never match across cells. */
export function compareTables(base: DocumentNode, next: DocumentNode): DocumentNode {
  const steps = toSteps(compareBlocks(rowBlocks(base), rowBlocks(next), rowSimilarity));
  const rowsOf = (step: BlockStep) => ({
    before: base.nodes?.[step.base ?? -1],
    after: next.nodes?.[step.next ?? -1],
  });
  const pairs = steps.flatMap((step) => {
    const { before, after } = rowsOf(step);
    return before && after ? [{ base: cellTexts(before), next: cellTexts(after) }] : [];
  });
  const columns = alignColumns(pairs, widthOf(base), widthOf(next));
  const nodes = steps.flatMap((step) => {
    const { before, after } = rowsOf(step);
    if (before && after) return { ...after, nodes: compareCells(before, after, columns) };
    const isMoved = (step.movedFrom ?? step.movedTo) !== undefined;
    if (after) return oneSidedRow(after, 'added', isMoved, columns);
    return before ? oneSidedRow(before, 'removed', isMoved, columns) : [];
  });
  return { ...next, nodes };
}

/** Header rows match header rows only. */
function rowBlocks(table: DocumentNode): Block[] {
  return documentBlocks(table).map((block, index) => {
    const isHead = (table.nodes?.[index]?.nodes ?? []).some(({ header }) => header === true);
    return isHead ? { ...block, kind: 'head' } : block;
  });
}

/** Similarity of two rows: the larger of the shares of equal words and equal cells. Header rows always match. */
function rowSimilarity(a: Block, b: Block): number {
  if (a.kind === 'head') return 1;
  const cells = cellLines(a);
  const otherCells = cellLines(b);
  const shared = cells.filter((cell) => cell !== '' && otherCells.includes(cell)).length;
  return Math.max(similarity(a.source, b.source), shared / Math.max(cells.length, otherCells.length, 1));
}

const cellLines = ({ source }: Block): string[] => source.split('\n').slice(0, -1);

const cellTexts = ({ nodes = [] }: DocumentNode): string[] => nodes.map((cell) => textLinesOf(cell));

const widthOf = ({ nodes = [] }: DocumentNode): number =>
  nodes.reduce((widest, { nodes: cells = [] }) => Math.max(widest, cells.length), 0);

function compareCells(
  before: DocumentNode,
  after: DocumentNode,
  columns: readonly ColumnStep[],
): DocumentNode[] {
  return columns.flatMap((column) => {
    const baseCell = before.nodes?.[column.base ?? -1];
    const nextCell = after.nodes?.[column.next ?? -1];
    if (baseCell && nextCell)
      return { ...nextCell, nodes: compareInline(baseCell.nodes ?? [], nextCell.nodes ?? []) };
    if (nextCell) return markNode(nextCell, 'added');
    return baseCell ? markNode(baseCell, 'removed') : [];
  });
}

/** A row of one side only. Columns of the other side get an empty cell that belongs to neither. */
function oneSidedRow(
  row: DocumentNode,
  change: NodeChange,
  isMoved: boolean,
  columns: readonly ColumnStep[],
): DocumentNode {
  const side = change === 'added' ? 'next' : 'base';
  const filler: DocumentNode = {
    type: 'table-cell',
    change: change === 'added' ? 'removed' : 'added',
    nodes: [],
  };
  const nodes = columns.flatMap((column) => {
    const index = column[side];
    return index === undefined ? filler : (row.nodes?.[index] ?? []);
  });
  if (isMoved) return { ...row, change, moved: true, nodes };
  return { ...row, change, nodes: nodes.map((cell) => (cell === filler ? cell : markNode(cell, change))) };
}
