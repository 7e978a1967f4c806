/** List items in one another, and lists that become steps. */
import { blankLinesAfter, blankLinesBefore } from '../../text/text-blocks.ts';
import type { TextEdit } from '../../text/text-edit.ts';
import { blockAt } from '../structure/block-ranges.ts';
import { type LineRange, paragraphAt } from '../structure/paragraphs.ts';
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

/** Makes steps of a list, one of each of its items; of another block one step. */
export const turnIntoSteps: VisualCommand = (structure, { from }) => {
  const caretLine = structure.lineAt(from);
  const { first, last } = listAt(structure, caretLine) ?? blockAt(structure, caretLine);
  // The tags would be in the quote, or in the code that nothing ends.
  if (structure.lineOf(first).quote > 0 || structure.lineOf(last).after.inside !== '') return undefined;
  const start = structure.startOf(first);
  const end = structure.endOf(last);
  const steps: string[][] = [];
  let column = 0;
  let caret = { step: 0, line: 0, at: 0 };
  for (let index = first; index <= last; index += 1) {
    const text = structure.textOf(index);
    const isItem = isItemOf(structure, index, 1);
    if (isItem) column = structure.lineOf(index).after.items[0] ?? 0;
    const blanks = /^[ ]*/.exec(text)?.[0].length ?? 0;
    const taken = isItem ? structure.lineOf(index).mark : Math.min(blanks, column);
    if (isItem || index === first) steps.push([]);
    const lines = steps.at(-1) ?? [];
    lines.push(text.slice(taken));
    if (index !== caretLine) continue;
    const at = Math.max(0, from - structure.startOf(index) - taken);
    caret = { step: steps.length - 1, line: lines.length - 1, at };
  }
  const before = blankLinesBefore(structure.doc.sliceString(0, start));
  let insert = `${before}{% stepper %}\n`;
  let selected = start;
  for (const [number, lines] of steps.entries()) {
    const words = lines.join('\n').trimEnd();
    insert += '{% step %}\n';
    if (number === caret.step) {
      const above = lines.slice(0, caret.line).reduce((length, line) => length + line.length + 1, 0);
      selected = start + insert.length + Math.min(above + caret.at, words.length);
    }
    insert += `${words}\n{% endstep %}\n${number < steps.length - 1 ? '\n' : ''}`;
  }
  const after = blankLinesAfter(structure.doc.sliceString(end, structure.doc.length));
  insert += `{% endstepper %}${after}`;
  return { from: start, to: end, insert, selection: { from: selected, to: selected } };
};

/** The lines of the outermost list around a line, which tags end. */
function listAt(structure: TextStructure, index: number): LineRange | undefined {
  if (!isListLine(structure, index)) return undefined;
  let first = index;
  let last = index;
  for (let at = index; isListLine(structure, at); at -= 1) if (isItemOf(structure, at, 1)) first = at;
  for (let at = index; isListLine(structure, at); at += 1)
    if (structure.lineOf(at).kind !== 'blank') last = at;
  last = paragraphAt(structure, last)?.last ?? last;
  return isItemOf(structure, first, 1) ? { first, last } : undefined;
}

function isListLine(structure: TextStructure, index: number): boolean {
  const line = structure.lines[index];
  if (!line || line.tags.length > 0) return false;
  return line.kind === 'blank' || isInList(structure, index);
}
