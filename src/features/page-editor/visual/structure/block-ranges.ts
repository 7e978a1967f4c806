import { paragraphAt, type LineRange } from './paragraphs.ts';
import type { TextStructure } from './text-structure.ts';

/** The lines of the block that a line belongs to: a paragraph, a list item with what is in it, code, a container. */
export function blockAt(structure: TextStructure, index: number): LineRange {
  const whole = structure.drawnWhole(index) ?? structure.containerOf(index);
  if (whole) return { first: whole.from, last: whole.to };
  const { kind, level, quote } = structure.lineOf(index);
  const isSame = (at: number, kinds: readonly string[]) => {
    const line = structure.findLine(at);
    return line !== undefined && line.quote === quote && kinds.includes(line.kind);
  };
  const runOf = (kinds: readonly string[]): LineRange => {
    let [first, last] = [index, index];
    while (isSame(first - 1, kinds)) first -= 1;
    while (isSame(last + 1, kinds)) last += 1;
    return { first, last };
  };
  switch (kind) {
    case 'table':
    case 'html-table':
    case 'source':
      return runOf([kind]);
    case 'code':
    case 'fence':
    case 'fence-end':
      return codeAt(structure, index);
    case 'item':
      return { first: index, last: endOfItem(structure, index, level) };
    case 'underline':
      return { first: index - 1, last: index };
    case 'heading':
      return { first: index, last: structure.findLine(index + 1)?.kind === 'underline' ? index + 1 : index };
    default:
      return paragraphAt(structure, index) ?? { first: index, last: index };
  }
}

/** The lines of code with its fences. */
function codeAt(structure: TextStructure, index: number): LineRange {
  let [first, last] = [index, index];
  while (structure.findLine(first)?.kind !== 'fence' && isCodeLine(structure, first - 1)) first -= 1;
  if (structure.findLine(first)?.kind !== 'fence' && structure.findLine(first - 1)?.kind === 'fence')
    first -= 1;
  while (structure.findLine(last)?.kind !== 'fence-end' && isCodeLine(structure, last + 1)) last += 1;
  if (structure.findLine(last)?.kind !== 'fence-end' && structure.findLine(last + 1)?.kind === 'fence-end')
    last += 1;
  return { first, last };
}

const isCodeLine = (structure: TextStructure, index: number): boolean =>
  structure.findLine(index)?.kind === 'code';

/** The last line of a list item, with the items in it. */
function endOfItem(structure: TextStructure, index: number, level: number): number {
  let last = index;
  for (let at = index + 1; at < structure.doc.lines; at += 1) {
    const line = structure.lineOf(at);
    if (line.kind === 'blank') continue;
    if (line.kind === 'heading' || line.tags.length > 0 || line.quote !== structure.lineOf(index).quote)
      break;
    const isInner = line.kind === 'item' ? line.level > level : line.level >= level;
    if (!isInner) break;
    last = at;
  }
  return last;
}
