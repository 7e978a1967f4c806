/** What may be deleted without leaving half of a pair: of tags, of fences, of signs around words. */
import type { InlineMark } from '../structure/inline-marks.ts';
import { inlineAt, type RangeChange } from '../structure/paragraphs.ts';
import type { TextStructure } from '../structure/text-structure.ts';

/** The same change with both signs of each pair, or with neither. */
export function balanceChange(structure: TextStructure, change: RangeChange): RangeChange {
  const { from, to } = change;
  if (from === to) return change;
  const [first, last] = [structure.lineAt(from), structure.lineAt(to)];
  const words = keepMarks(structure, change);
  const kept = first === last ? [] : unpairedLines(structure, from, to);
  if (kept.length === 0) return words;
  // What follows stays a block of its own, with its signs.
  const lineStart = structure.startOf(last);
  const isLineKept = kept.includes(last);
  const rest =
    isLineKept || to === lineStart ? '' : structure.textOf(last).slice(0, structure.lineOf(last).mark);
  const lines = kept.map((index) => structure.textOf(index)).join('\n');
  const isAtStart = from === structure.startOf(first) && words.insert === '';
  const end = isLineKept && to === structure.endOf(last) ? '' : `\n${rest}`;
  return { ...words, insert: `${words.insert}${isAtStart ? '' : '\n'}${lines}${end}` };
}

/** The whole lines of a range that are half of a pair, of which the other half is not in it. */
function unpairedLines(structure: TextStructure, from: number, to: number): number[] {
  const [first, last] = [structure.lineAt(from), structure.lineAt(to)];
  const isIn = (index: number) => structure.startOf(index) >= from && structure.endOf(index) <= to;
  const kept = new Set<number>();
  for (const container of structure.containers) {
    const isStartIn = isIn(container.from);
    if (container.from > last || container.to < first || !container.hasEnd) {
      // A part without an end tag goes on until the next one.
      if (!container.hasEnd && isStartIn && container.to > container.from && !isIn(container.to))
        kept.add(container.from);
      continue;
    }
    const isEndIn = isIn(container.to);
    if (isStartIn && !isEndIn) kept.add(container.from);
    if (isEndIn && !isStartIn) kept.add(container.to);
  }
  for (let index = first; index <= last; index += 1) {
    const { kind } = structure.lineOf(index);
    if (kind !== 'fence' && kind !== 'fence-end') continue;
    if (!isIn(index)) continue;
    const other = fencePair(structure, index);
    if (other !== undefined && !isIn(other)) kept.add(index);
  }
  return [...kept].toSorted((a, b) => a - b);
}

/** The line of the other fence around code; undefined for code without an end. */
function fencePair(structure: TextStructure, index: number): number | undefined {
  const step = structure.lineOf(index).kind === 'fence' ? 1 : -1;
  for (let at = index + step; ; at += step) {
    const kind = structure.lines[at]?.kind;
    if (kind === undefined) return undefined;
    if (kind !== 'code') return kind === (step === 1 ? 'fence-end' : 'fence') ? at : undefined;
  }
}

/** Keeps the signs of words that stay, and takes those of words that are gone. */
function keepMarks(structure: TextStructure, change: RangeChange): RangeChange {
  let { from, to } = change;
  const { doc } = structure;
  const marks = [...inlineAt(structure, from).marks, ...inlineAt(structure, to).marks].filter(
    (mark, index, all) =>
      all.findIndex((other) => other.from === mark.from && other.to === mark.to) === index,
  );
  if (change.insert === '')
    for (const mark of marks.toReversed()) {
      const isEmptied = mark.contentFrom < mark.contentTo && from <= mark.contentFrom && to >= mark.contentTo;
      if (isEmptied) [from, to] = [Math.min(from, mark.from), Math.max(to, mark.to)];
    }
  const hasStart = (mark: InlineMark) => from <= mark.from && to >= mark.contentFrom;
  const hasEnd = (mark: InlineMark) => from <= mark.contentTo && to >= mark.to;
  const partly = marks.filter((mark) => mark.from < to && from < mark.to && hasStart(mark) !== hasEnd(mark));
  const closing = partly
    .filter(hasEnd)
    .toSorted((a, b) => a.to - b.to)
    .map((mark) => doc.sliceString(mark.contentTo, mark.to));
  const opening = partly
    .filter(hasStart)
    .toSorted((a, b) => a.from - b.from)
    .map((mark) => doc.sliceString(mark.from, mark.contentFrom));
  return { from, to, insert: closing.join('') + change.insert + opening.join('') };
}
