import { diffArrays, wordsWithSpaceDiff } from 'diff';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { similarity } from '#src/lib/compare/word-diff.ts';
import { type BlockStep, toSteps, type Block, documentBlocks, textLinesOf, markNode } from './blocks.ts';
import { compareBlocks } from './compare-texts.ts';

/** A word, or an inline node without words, with the links around it. */
interface Token {
  node: DocumentNode;
  /** The links (and other containers) around it, outermost first, without their content. */
  parents: readonly DocumentNode[];
  /** Equal for tokens with the same text, format and link target. */
  key: string;
}

/** Which side a node is on; omitted for both. */
export type NodeChange = 'added' | 'removed';

/** Above this, the text is shown as replaced. */
const maxEdits = 4000;
/** Timeout of one comparison, in milliseconds. */
const timeout = 200;

/**
 * Word diff of the inline nodes of two blocks, in one list; nodes of one side only carry `change`. Words match only
 * with the same marks and link, so changes never cross the border of a link, code or image.
 */
export function compareInline(base: readonly DocumentNode[], next: readonly DocumentNode[]): DocumentNode[] {
  const before = tokenize(base);
  const after = tokenize(next);
  const changes = diffArrays(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
    { maxEditLength: maxEdits, timeout },
  );
  if (!changes) return [...changed(before, 'removed'), ...changed(after, 'added')];
  let baseIndex = 0;
  let nextIndex = 0;
  const merged: Token[] = [];
  for (const { count, added, removed } of changes) {
    if (removed) merged.push(...marked(before.slice(baseIndex, (baseIndex += count)), 'removed'));
    else if (added) merged.push(...marked(after.slice(nextIndex, (nextIndex += count)), 'added'));
    else {
      merged.push(...after.slice(nextIndex, (nextIndex += count)));
      baseIndex += count;
    }
  }
  return assemble(merged, 0);
}

function changed(tokens: readonly Token[], change: NodeChange): DocumentNode[] {
  return assemble(marked(tokens, change), 0);
}

function marked(tokens: readonly Token[], change: NodeChange): Token[] {
  return tokens.map((token) => ({ ...token, node: { ...token.node, change } }));
}

function tokenize(nodes: readonly DocumentNode[], parents: readonly DocumentNode[] = []): Token[] {
  return nodes.flatMap((node): Token[] => {
    const { nodes: children, text, ...fields } = node;
    if (children !== undefined && children.length > 0) return tokenize(children, [...parents, fields]);
    const formatKey = JSON.stringify([parents, fields]);
    if (node.type !== 'text') return [{ node, parents, key: formatKey + (text ?? '') }];
    return wordsWithSpaceDiff
      .tokenize(text ?? '')
      .map((word) => ({ node: { ...fields, text: word }, parents, key: formatKey + word }));
  });
}

/** Builds nodes from tokens: neighbors in the same link share it, words with the same format become one text. */
function assemble(tokens: readonly Token[], depth: number): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  for (let start = 0; start < tokens.length;) {
    const first = tokens[start];
    if (!first) break;
    const parent = first.parents[depth];
    const end = groupEnd(tokens, start, depth);
    const group = tokens.slice(start, end);
    if (parent) nodes.push({ ...parent, nodes: assemble(group, depth + 1) });
    else nodes.push({ ...first.node, ...(end - start > 1 && { text: group.map(textOf).join('') }) });
    start = end;
  }
  return nodes;
}

function groupEnd(tokens: readonly Token[], start: number, depth: number): number {
  const name = groupOf(tokens[start], depth);
  if (name === undefined) return start + 1;
  const end = tokens.findIndex((token, index) => index > start && groupOf(token, depth) !== name);
  return end < 0 ? tokens.length : end;
}

const textOf = ({ node }: Token): string => node.text ?? '';

/** Equal for neighbors that belong in one node; undefined for a separate node. */
function groupOf(token: Token | undefined, depth: number): string | undefined {
  const parent = token?.parents[depth];
  if (parent) return `in ${JSON.stringify(parent)}`;
  if (token?.node.type !== 'text') return undefined;
  const { text: _words, ...format } = token.node;
  return JSON.stringify(format);
}

/** A column of either table: its index on each side; omitted where that side does not have it. */
interface ColumnStep {
  base?: number;
  next?: number;
}

/** Cell texts of a row that both tables have. */
interface RowPair {
  base: readonly string[];
  next: readonly string[];
}

/** Above this, comparing takes too long: columns are paired by index. */
const maxComparisons = 2_000_000;
/** Columns with a lower score don't match. */
const minScore = 0.5;

/**
 * Matches the columns of two tables: first those with the same head or mostly equal cells, in order; then the rest by
 * index where both sides have equally many.
 */
function alignColumns(pairs: readonly RowPair[], baseWidth: number, nextWidth: number): ColumnStep[] {
  if (pairs.length === 0 || pairs.length * baseWidth * nextWidth > maxComparisons) {
    return fillGap(range(0, baseWidth), range(0, nextWidth), true);
  }
  const matched = bestMatches(scoreColumns(pairs, baseWidth, nextWidth));
  const columns: ColumnStep[] = [];
  let base = 0;
  let next = 0;
  for (const match of [...matched, { base: baseWidth, next: nextWidth }]) {
    columns.push(...fillGap(range(base, match.base), range(next, match.next), false));
    if (match.base < baseWidth) columns.push(match);
    base = match.base + 1;
    next = match.next + 1;
  }
  return columns;
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(end - start, 0) }, (_, index) => start + index);

/** Unmatched columns: paired if both sides have equally many (or if forced), otherwise listed per side. */
function fillGap(base: readonly number[], next: readonly number[], force: boolean): ColumnStep[] {
  const paired = force || base.length === next.length ? Math.min(base.length, next.length) : 0;
  return [
    ...base.slice(0, paired).map((column, index) => ({ base: column, next: next[index] ?? column })),
    ...base.slice(paired).map((column) => ({ base: column })),
    ...next.slice(paired).map((column) => ({ next: column })),
  ];
}

/** Share of equal cells for each pair of columns, plus 1 if their heads are equal. */
function scoreColumns(pairs: readonly RowPair[], baseWidth: number, nextWidth: number): number[][] {
  const isEqual = ({ base, next }: RowPair, i: number, j: number) =>
    base[i] !== undefined && base[i] === next[j];
  return range(0, baseWidth).map((i) =>
    range(0, nextWidth).map((j) => {
      const equal = pairs.filter((pair) => isEqual(pair, i, j)).length;
      const [head] = pairs;
      return equal / pairs.length + (head && head.base[i]?.trim() && isEqual(head, i, j) ? 1 : 0);
    }),
  );
}

/** The matches with the highest total score that keep the order of both sides. */
function bestMatches(scores: readonly (readonly number[])[]): { base: number; next: number }[] {
  const scoreOf = (base: number, next: number) => scores[base]?.[next] ?? 0;
  const height = scores.length;
  const width = scores[0]?.length ?? 0;
  // best[i][j]: the highest sum for the columns from i and from j on.
  const best = Array.from({ length: height + 1 }, () => Array.from({ length: width + 1 }, () => 0));
  const sumAt = (i: number, j: number) => best[i]?.[j] ?? 0;
  const together = (i: number, j: number) =>
    scoreOf(i, j) < minScore ? -1 : scoreOf(i, j) + sumAt(i + 1, j + 1);
  for (let i = height - 1; i >= 0; i -= 1) {
    const row = best[i] ?? [];
    for (let j = width - 1; j >= 0; j -= 1) {
      row[j] = Math.max(together(i, j), sumAt(i + 1, j), sumAt(i, j + 1));
    }
  }
  const matches: { base: number; next: number }[] = [];
  for (let i = 0, j = 0; i < height && j < width;) {
    if (together(i, j) === sumAt(i, j)) matches.push({ base: i++, next: j++ });
    else if (sumAt(i + 1, j) === sumAt(i, j)) i += 1;
    else j += 1;
  }
  return matches;
}

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
