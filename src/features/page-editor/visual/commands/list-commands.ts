/** List items in one another. */
import type { TextEdit } from '../../text/text-edit.ts';
import { blockAt } from '../structure/block-ranges.ts';
import type { TextStructure } from '../structure/text-structure.ts';
import type { VisualCommand } from './visual-command.ts';

/** Puts a list item, with what is in it, into the one before it. */
export const indentItem: VisualCommand = (structure, { from }) => {
  const index = structure.lineAt(from);
  const { kind, level } = structure.lineOf(index);
  if (kind !== 'item') return undefined;
  let before = index - 1;
  while (before >= 0 && isInList(structure, before) && !isItemOf(structure, before, level)) before -= 1;
  if (!isItemOf(structure, before, level)) return undefined;
  const column = structure.lineOf(before).after.items.at(-1) ?? 2;
  const outer = structure.lineOf(index).after.items.at(-2) ?? 0;
  return shiftLines(structure, index, column - Math.max(outer, indentOf(structure, index)), from);
};

/** Takes a list item out of the one that it is in. */
export const outdentItem: VisualCommand = (structure, { from }) => {
  const index = structure.lineAt(from);
  const { kind, level } = structure.lineOf(index);
  if (kind !== 'item' || level < 2) return undefined;
  let parent = index - 1;
  while (parent >= 0 && !isItemOf(structure, parent, level - 1)) parent -= 1;
  return parent < 0
    ? undefined
    : shiftLines(structure, index, indentOf(structure, parent) - indentOf(structure, index), from);
};

const isItemOf = (structure: TextStructure, index: number, level: number): boolean =>
  structure.lines[index]?.kind === 'item' && structure.lines[index].level === level;

const isInList = (structure: TextStructure, index: number): boolean =>
  structure.lineOf(index).level > 0 && structure.lineOf(index).kind !== 'heading';

const indentOf = (structure: TextStructure, index: number): number =>
  /^[ \t]*/.exec(structure.textOf(index))?.[0].length ?? 0;

/** Moves the lines of an item to the side. */
function shiftLines(
  structure: TextStructure,
  index: number,
  columns: number,
  caret: number,
): TextEdit | undefined {
  const { first, last } = blockAt(structure, index);
  if (columns === 0 || structure.lineOf(index).quote > 0) return undefined;
  const lines: string[] = [];
  for (let at = first; at <= last; at += 1) {
    const text = structure.textOf(at);
    const indent = /^[ ]*/.exec(text)?.[0].length ?? 0;
    lines.push(
      columns > 0 ? (text === '' ? '' : ' '.repeat(columns) + text) : text.slice(Math.min(indent, -columns)),
    );
  }
  const moved = Math.max(structure.startOf(first), caret + columns);
  return {
    ...{ from: structure.startOf(first), to: structure.endOf(last), insert: lines.join('\n') },
    selection: { from: moved, to: moved },
  };
}
