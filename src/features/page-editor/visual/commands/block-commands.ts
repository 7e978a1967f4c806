/** Blocks as a whole: moved, copied, deleted. */
import type { TextEdit, TextRange } from '../../text/text-edit.ts';
import type { BlockLine } from '../structure/block-lines.ts';
import { blockAt } from '../structure/block-ranges.ts';
import type { LineRange } from '../structure/paragraphs.ts';
import type { TextStructure } from '../structure/text-structure.ts';
import type { VisualCommand } from './visual-command.ts';

/** The number of lists that a line is in. */
const listLevel = ({ kind, level }: BlockLine): number => (kind === 'heading' ? 0 : level);

/**
 * The block of the same list or container on a side of some lines; undefined at the edge.
 *
 * @param of a line of the block that it is beside
 */
function siblingOf(
  structure: TextStructure,
  { first, last }: LineRange,
  step: 1 | -1,
  of = first,
): LineRange | undefined {
  let at = step === 1 ? last + 1 : first - 1;
  while (structure.lines[at]?.kind === 'blank') at += step;
  const line = structure.lines[at];
  if (!line) return undefined;
  const around = structure.around(of).at(-1);
  // The tags of the container around it, and signs that part it.
  if (around && (at <= around.from || (around.hasEnd && at >= around.to))) return undefined;
  if (line.tags.some(({ name }) => /^(?:elif|elsif|elseif|else)$/.test(name))) return undefined;
  const { kind, quote } = structure.lineOf(of);
  const level = listLevel(structure.lineOf(of));
  if (line.kind === 'summary' || line.quote !== quote) return undefined;
  if (kind !== 'item')
    return level > 0 && listLevel(line) !== level ? undefined : outermost(structure, at, of);
  // Items move among those of their list.
  for (let item = at; item >= 0; item -= 1) {
    const other = structure.lineOf(item);
    if (other.kind === 'item' && other.level === level) return blockAt(structure, item);
    if (step === 1 || (listLevel(other) < level && other.kind !== 'blank')) return undefined;
  }
  return undefined;
}

/** The block at a line that is beside another one, and not in a list or container that is. */
function outermost(structure: TextStructure, index: number, beside: number): LineRange {
  const depth = structure.around(beside).length;
  const container = structure.around(index)[depth] ?? structure.containerOf(index);
  if (container) return { first: container.from, last: container.to };
  let block = blockAt(structure, index);
  const level = listLevel(structure.lineOf(beside));
  for (let at = block.first; at >= 0 && listLevel(structure.lineOf(at)) > level; at -= 1) {
    if (structure.lineOf(at).kind !== 'item') continue;
    block = { first: at, last: Math.max(block.last, blockAt(structure, at).last) };
  }
  return block;
}

/** Changes places with the block before or after. */
export const moveBlock =
  (step: 1 | -1): VisualCommand =>
  (structure, selected) => {
    const block = blockAt(structure, structure.lineAt(selected.from));
    const sibling = siblingOf(structure, block, step);
    return sibling && exchange(structure, block, sibling, selected);
  };

/** The blocks of the same list or container from the one beside a block to that of a line, or as near to it as there are any. */
export function blocksUntil(structure: TextStructure, block: LineRange, line: number): LineRange | undefined {
  const step = line > block.last ? 1 : -1;
  let reached: LineRange | undefined;
  const { first } = block;
  for (let next = siblingOf(structure, block, step); next; next = siblingOf(structure, next, step, first)) {
    if (step === 1 ? next.first > line : next.last < line) break;
    reached = {
      first: Math.min(next.first, reached?.first ?? next.first),
      last: Math.max(next.last, reached?.last ?? next.last),
    };
  }
  return reached;
}

/** Moves the block of the selection past those up to a line. */
export const moveBlockTo =
  (line: number): VisualCommand =>
  (structure, selected) => {
    const block = blockAt(structure, structure.lineAt(selected.from));
    if (line >= block.first && line <= block.last) return undefined;
    const passed = blocksUntil(structure, block, line);
    return passed && exchange(structure, block, passed, selected);
  };

/** Puts a block and others beside it in each other's place; what is between them stays there. */
function exchange(
  structure: TextStructure,
  block: LineRange,
  others: LineRange,
  { from, to }: TextRange,
): TextEdit | undefined {
  const isDown = others.first > block.first;
  const [upper, lower] = isDown ? [block, others] : [others, block];
  if (upper.last >= lower.first) return undefined;
  const [start, middle] = [structure.startOf(upper.first), structure.endOf(upper.last)];
  const [next, end] = [structure.startOf(lower.first), structure.endOf(lower.last)];
  const { doc } = structure;
  const insert = doc.sliceString(next, end) + doc.sliceString(middle, next) + doc.sliceString(start, middle);
  const shift = isDown ? end - middle : start - next;
  const clamp = (at: number) => Math.max(start, Math.min(end, at + shift));
  return { from: start, to: end, insert, selection: { from: clamp(from), to: clamp(to) } };
}

/** Puts a copy of the block below it. */
export const duplicateBlock: VisualCommand = (structure, { from, to }) => {
  const { first, last } = blockAt(structure, structure.lineAt(from));
  const [start, end] = [structure.startOf(first), structure.endOf(last)];
  const { kind, quote } = structure.lineOf(first);
  const blank = quote > 0 ? `${'> '.repeat(quote).trimEnd()}\n` : '\n';
  const insert = `\n${kind === 'item' ? '' : blank}${structure.doc.sliceString(start, end)}`;
  const shift = insert.length;
  return { from: end, to: end, insert, selection: { from: from + shift, to: Math.min(to, end) + shift } };
};

/** Deletes the block and the distance to the next one. */
export const deleteBlock: VisualCommand = (structure, { from }) => {
  let { first, last } = onlyPart(structure, blockAt(structure, structure.lineAt(from)));
  while (structure.lines[last + 1]?.kind === 'blank') last += 1;
  const start = structure.startOf(first);
  if (last < structure.lines.length - 1)
    return {
      from: start,
      to: structure.startOf(last + 1),
      insert: '',
      selection: { from: start, to: start },
    };
  while (first > 0 && structure.lines[first - 1]?.kind === 'blank') first -= 1;
  const end = first === 0 ? 0 : structure.endOf(first - 1);
  return { from: end, to: structure.endOf(last), insert: '', selection: { from: end, to: end } };
};

/** A container without parts is nothing: with its last part it goes, too. */
function onlyPart(structure: TextStructure, block: LineRange): LineRange {
  const inner = structure.containerOf(block.first);
  const outer = structure.around(block.first).at(-1);
  if (!inner?.part || !outer) return block;
  const parts = structure.containers.filter(
    (one) => one.part > 0 && one.depth === inner.depth && one.from > outer.from && one.to <= outer.to,
  );
  return parts.length === 1 ? { first: outer.from, last: outer.to } : block;
}
