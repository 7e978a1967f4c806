/** What keys do in the visual view: functions from a text and its selection to one edit. */
import { findClusterBreak } from '@codemirror/state';
import type { TextEdit, TextRange } from '../../text/text-edit.ts';
import { blockAt } from '../structure/block-ranges.ts';
import { inlineAt, isJoined, joinOf, type RangeChange } from '../structure/paragraphs.ts';
import { isDrawnWhole, type TextStructure } from '../structure/text-structure.ts';
import { balanceChange } from './balanced-changes.ts';
import { outdentItem } from './list-commands.ts';
import type { VisualCommand } from './visual-command.ts';

/** A change with the caret at its end. */
const caretAfter = ({ from, to, insert }: RangeChange): TextEdit => ({
  ...{ from, to, insert },
  selection: { from: from + insert.length, to: from + insert.length },
});

const select = (from: number, to: number): TextEdit => ({
  from,
  to: from,
  insert: '',
  selection: { from, to },
});

/** The signs before the words of a line, with blanks in place of that of a list item. */
function startOfLine(structure: TextStructure, index: number): string {
  const { kind, mark } = structure.lineOf(index);
  const signs = structure.textOf(index).slice(0, mark);
  if (kind === 'item')
    return signs.replace(/(?:[-*+]|\d{1,9}[.)])[ \t]*(?:\[[ xX]\][ \t]*)?$/, (sign) =>
      ' '.repeat(/^\S+[ \t]?/.exec(sign)?.[0].length ?? 2),
    );
  return kind === 'heading' || kind === 'summary' ? signs.replace(/[#<].*$/, '') : signs;
}

/** Enter: a new paragraph, list item or line of code. */
export const breakBlock: VisualCommand = (structure, { from, to }) => {
  const drawn =
    from < to ? drawnBetween(structure, structure.lineAt(from) - 1, structure.lines.length, 1) : undefined;
  // A drawn block that is selected stays; the paragraph comes after it.
  if (drawn?.from === from && drawn.to === to) return caretAfter({ from: to, to, insert: '\n\n' });
  const index = structure.lineAt(from);
  const { kind, mark, sign, quote } = structure.lineOf(index);
  const text = structure.textOf(index);
  const content = structure.contentOf(index);
  const start = startOfLine(structure, index);
  if (kind === 'code' || kind === 'source') {
    const [indent = ''] = /^[ \t]*/.exec(text.slice(mark)) ?? [];
    return caretAfter({
      from,
      to,
      insert: `\n${text.slice(0, mark)}${from < content.from + indent.length ? '' : indent}`,
    });
  }
  if (kind === 'blank') {
    if (quote > 0)
      return caretAfter({ from: structure.startOf(index), to: structure.endOf(index), insert: '' });
    return caretAfter({ from, to, insert: '\n' });
  }
  // Lines that are shown as one are parted where the end of the first one is.
  const join = from === to ? (joinAfter(structure, from) ?? joinBehind(structure, from)) : undefined;
  if (join) return breakBlock(structure, join);
  const isEmpty = content.from === content.to;
  if (kind === 'item' && isEmpty) return outdentItem(structure, { from, to }) ?? takeKind(structure, index);
  if (from === to && from === content.from && !isEmpty && kind !== 'summary') {
    const blank = kind === 'item' ? text.slice(0, mark) : start.trimEnd();
    const insert = kind === 'item' ? `${blank}\n` : `${blank}\n${start.trimEnd()}\n`;
    const at = structure.startOf(index);
    const caret = from + insert.length;
    return { from: at, to: at, insert, selection: { from: caret, to: caret } };
  }
  if (kind === 'summary') return breakTitle(structure, index, from);
  const between =
    kind === 'item' ? `\n${nextItem(text.slice(0, mark), sign)}` : `\n${start.trimEnd()}\n${start}`;
  return splitWords(structure, { from, to }, between);
};

/** What is between the line of a position at its end and the next one, where both are shown as one. */
function joinAfter(structure: TextStructure, position: number): TextRange | undefined {
  const next = structure.lineAt(position) + 1;
  const join = isJoined(structure, next) ? joinOf(structure, next) : undefined;
  return join && position >= join.from ? join : undefined;
}

/** What is between the line of a position at its start and the one before. */
function joinBehind(structure: TextStructure, position: number): TextRange | undefined {
  const index = structure.lineAt(position);
  const isAtStart = position <= structure.contentOf(index).from;
  return isAtStart && isJoined(structure, index) ? joinOf(structure, index) : undefined;
}

/** Shift+Enter: a new line of the same paragraph. */
export const breakLine: VisualCommand = (structure, { from, to }) => {
  const index = structure.lineAt(from);
  const { kind } = structure.lineOf(index);
  if (kind !== 'text' && kind !== 'item') return breakBlock(structure, { from, to });
  return caretAfter({ from, to, insert: `\\\n${startOfLine(structure, index)}` });
};

/** Splits words so that both halves have their marks. */
function splitWords(structure: TextStructure, { from, to }: TextRange, between: string): TextEdit {
  const { doc } = structure;
  const index = structure.lineAt(from);
  const { marks } = inlineAt(structure, from);
  // At the edge of a mark the break is outside of it.
  const outside = (at: number): number => {
    const mark = marks.find(
      ({ contentFrom, contentTo, ...one }) =>
        (at === contentTo && at < one.to) || (at === contentFrom && at > one.from),
    );
    if (!mark) return at;
    return outside(at === mark.contentTo ? mark.to : mark.from);
  };
  const at = from === to ? outside(from) : from;
  let end = from === to ? at : to;
  const split = marks.filter(({ contentFrom, contentTo }) => contentFrom < at && end < contentTo);
  const line = structure.contentOf(index);
  const closing = split.toReversed().map((mark) => doc.sliceString(mark.contentTo, mark.to));
  const opening = split.map((mark) => doc.sliceString(mark.from, mark.contentFrom));
  const after = doc.lineAt(end);
  end += /^[ \t]*/.exec(after.text.slice(end - after.from))?.[0].length ?? 0;
  // Signs at the end of a heading go with its words.
  if (end >= line.to && end < structure.endOf(index)) end = structure.endOf(index);
  return caretAfter({ from: at, to: end, insert: closing.join('') + between + opening.join('') });
}

/** The words behind the caret in a title become the first paragraph below it. */
function breakTitle(structure: TextStructure, index: number, at: number): TextEdit {
  const { to } = structure.contentOf(index);
  const end = structure.endOf(index);
  const words = structure.doc.sliceString(at, to).trimStart();
  const insert = `${structure.doc.sliceString(to, end)}\n\n${words}`;
  const caret = at + insert.length - words.length;
  return { from: at, to: end, insert, selection: { from: caret, to: caret } };
}

/** The signs of the item after one with these signs. */
function nextItem(signs: string, sign: string): string {
  if (sign.startsWith('[')) return signs.replace(/\[[ xX]\]/, '[ ]');
  return signs.replace(/(\d{1,9})(?=[.)][ \t]*$)/, (number) => String(Number(number) + 1));
}

/** Backspace. */
export const deleteBefore: VisualCommand = (structure, { from, to }) => {
  if (from < to) return caretAtStart(balanceChange(structure, { from, to, insert: '' }));
  const index = structure.lineAt(from);
  if (!structure.isWritten(index)) return undefined;
  const content = structure.contentOf(index);
  const start = beforeMarks(structure, from);
  if (start > content.from) return deleteSign(structure, from, -1);
  const join = joinBehind(structure, start);
  if (join) return caretAtStart({ ...join, insert: '' });
  return takeKind(structure, index) ?? joinBefore(structure, index);
};

/** Where a position is without the marks that begin there. */
function beforeMarks(structure: TextStructure, position: number): number {
  const { marks } = inlineAt(structure, position);
  let at = position;
  for (const mark of marks.toReversed()) if (mark.contentFrom === at) at = mark.from;
  return at;
}

/** Delete. */
export const deleteAfter: VisualCommand = (structure, { from, to }) => {
  if (from < to) return deleteBefore(structure, { from, to });
  const join = joinAfter(structure, from);
  if (join) return caretAtStart({ ...join, insert: '' });
  const index = structure.lineAt(from);
  if (from < structure.contentOf(index).to) return deleteSign(structure, from, 1);
  const next = structure.nextWritten(index, 1);
  const drawn = drawnBetween(structure, index, next ?? structure.lines.length, 1);
  if (drawn) return select(drawn.from, drawn.to);
  if (next === undefined || hasTagBetween(structure, index, next)) return undefined;
  const { kind } = structure.lineOf(index);
  if (kind === 'blank') {
    const [from, to] = [structure.startOf(index), structure.startOf(next)];
    const caret = structure.contentOf(next).from - (to - from);
    return { from, to, insert: '', selection: { from: caret, to: caret } };
  }
  if (isCode(structure, index) !== isCode(structure, next)) return undefined;
  return joinLines(structure, index, next);
};

/** Puts the words of a line behind those of one before it; the signs at the end of that one stay at its end. */
function joinLines(structure: TextStructure, index: number, next: number): TextEdit {
  const { to } = structure.contentOf(index);
  const words = structure.contentOf(next);
  const signs = structure.doc.sliceString(to, structure.endOf(index));
  if (signs === '') return caretAtStart({ from: to, to: words.from, insert: '' });
  const insert = structure.doc.sliceString(words.from, words.to) + signs;
  return { from: to, to: structure.endOf(next), insert, selection: { from: to, to } };
}

/** A deletion with the caret where it begins. */
const caretAtStart = ({ from, to, insert }: RangeChange): TextEdit => ({
  ...{ from, to, insert },
  selection: { from, to: from },
});

const isCode = (structure: TextStructure, index: number): boolean =>
  structure.lineOf(index).kind === 'code' || structure.lineOf(index).kind === 'source';

/** Deletes the letter, or what is drawn as one sign, on a side of a position, through the edges of marks. */
function deleteSign(structure: TextStructure, position: number, side: -1 | 1): TextEdit | undefined {
  const { marks, signs } = inlineAt(structure, position);
  let at = position;
  for (;;) {
    const edge = marks.find(({ from, to, contentFrom, contentTo }) =>
      side === -1
        ? (to === at && contentTo < at) || (contentFrom === at && from < at)
        : (from === at && contentFrom > at) || (contentTo === at && to > at),
    );
    if (!edge) break;
    if (side === -1) at = edge.to === at ? edge.contentTo : edge.from;
    else at = edge.from === at ? edge.contentFrom : edge.to;
  }
  const sign = signs.find(({ from, to }) => (side === -1 ? to === at : from === at));
  const line = structure.doc.lineAt(at);
  const content = structure.contentOf(line.number - 1);
  let range: TextRange;
  if (sign && sign.kind !== 'hidden') range = { from: sign.from, to: sign.to };
  else {
    const start = sign && side === 1 ? sign.to : at;
    const next = line.from + findClusterBreak(line.text, start - line.from, side === 1);
    range = { from: Math.min(at, next), to: Math.max(at, next) };
    // The sign that makes a letter of the one that is gone.
    const hidden = signs.find(({ kind, to }) => kind === 'hidden' && to === range.from);
    if (hidden) range = { from: hidden.from, to: range.to };
  }
  range = { from: Math.max(range.from, content.from), to: Math.min(range.to, content.to) };
  if (range.from >= range.to) return undefined;
  return caretAtStart(balanceChange(structure, { ...range, insert: '' }));
}

/** Makes a paragraph of the line with the caret. */
export const takeKindAt: VisualCommand = (structure, { from }) => takeKind(structure, structure.lineAt(from));

/** Makes a paragraph of a heading, list item or quote; undefined for others. */
function takeKind(structure: TextStructure, index: number): TextEdit | undefined {
  const { kind, quote, level, end } = structure.lineOf(index);
  const start = structure.startOf(index);
  const content = structure.contentOf(index);
  if (kind === 'heading') {
    const isUnderlined = structure.lines[index + 1]?.kind === 'underline';
    const to = isUnderlined ? structure.endOf(index + 1) : structure.endOf(index);
    const words = structure.doc.sliceString(content.from, content.to);
    if (!isUnderlined && end === 0)
      return separated(structure, index, start, content.from, startOfLine(structure, index));
    const prefix = startOfLine(structure, index);
    return {
      from: start,
      to,
      insert: prefix + words,
      selection: { from: start + prefix.length, to: start + prefix.length },
    };
  }
  if (kind === 'item') {
    const prefix = structure.textOf(index).slice(0, structure.lineOf(index).mark);
    const outer = quote > 0 ? (/^(?:[ \t]*>[ \t]?)*/.exec(prefix)?.[0] ?? '') : '';
    if (level > 1) return outdentItem(structure, { from: content.from, to: content.from });
    return separated(structure, index, start, content.from, outer);
  }
  if (quote > 0 && (kind === 'text' || kind === 'blank') && structure.lineOf(index).level === 0) {
    const signs = structure
      .textOf(index)
      .slice(0, kind === 'blank' ? undefined : structure.lineOf(index).mark);
    return separated(structure, index, start, content.from, signs.replace(/[ \t]*>[ \t]?$/, ''));
  }
  return undefined;
}

/** Replaces the signs of a line, with blank lines around it where it would go on with its neighbors. */
function separated(
  structure: TextStructure,
  index: number,
  from: number,
  to: number,
  signs: string,
): TextEdit {
  const before = structure.lines[index - 1];
  const after = structure.lines[index + 1];
  const words: ReadonlySet<string | undefined> = new Set(['text', 'item']);
  const { quote } = structure.lineOf(index);
  const outer = signs.trimEnd();
  const needsBefore =
    words.has(before?.kind) || (before?.kind === 'blank' && before.quote >= quote && quote > 0);
  const isBeforeText = needsBefore && before?.kind !== 'blank' ? `${outer}\n` : '';
  const needsAfter = after?.kind === 'text' && after.quote >= quote && quote > 0;
  const insert = `${isBeforeText}${signs}`;
  const caret = from + insert.length;
  const line = structure.endOf(index);
  if (!needsAfter) return { from, to, insert, selection: { from: caret, to: caret } };
  const rest = structure.doc.sliceString(to, line);
  return { from, to: line, insert: `${insert}${rest}\n${outer}`, selection: { from: caret, to: caret } };
}

/** Joins a paragraph with the block before it. */
function joinBefore(structure: TextStructure, index: number): TextEdit | undefined {
  const previous = structure.nextWritten(index, -1);
  const drawn = drawnBetween(structure, index, previous ?? -1, -1);
  const { kind } = structure.lineOf(index);
  const content = structure.contentOf(index);
  const isEmpty = content.from === content.to;
  if (drawn && !(isEmpty && kind === 'blank')) return select(drawn.from, drawn.to);
  if (kind === 'code' && structure.lines[index - 1]?.kind !== 'code')
    return isEmpty ? emptyBlock(structure, index) : undefined;
  const opening = structure.around(index).at(-1);
  const isFirst = opening !== undefined && (previous === undefined || previous <= opening.from);
  if (isFirst) return unwrap(structure, index);
  if (kind === 'blank') {
    // Without this paragraph; the one before it gets the caret.
    const from =
      previous === undefined
        ? structure.startOf(index)
        : Math.max(structure.endOf(previous), structure.startOf(index) - 1);
    const to = structure.endOf(index);
    const isLast = index === structure.lines.length - 1;
    const caret = previous === undefined ? from : structure.contentOf(previous).to;
    const start =
      previous !== undefined && structure.lines[index - 1]?.kind === 'blank' && !isLast
        ? Math.max(structure.endOf(previous), structure.startOf(index - 1) - 1)
        : from;
    if (previous === undefined && !isLast)
      return caretAtStart({ from, to: structure.startOf(index + 1), insert: '' });
    return { from: start, to, insert: '', selection: { from: caret, to: caret } };
  }
  if (previous === undefined) return undefined;
  if (hasTagBetween(structure, previous, index) || isCode(structure, previous) !== isCode(structure, index)) {
    const at = structure.contentOf(previous).to;
    return select(at, at);
  }
  return joinLines(structure, previous, index);
}

function hasTagBetween(structure: TextStructure, from: number, to: number): boolean {
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1)
    if (structure.lineOf(index).tags.length > 0) return true;
  return false;
}

const drawnKinds: ReadonlySet<string> = new Set(['table', 'html-table', 'picture', 'divider']);

/** The first block between two lines that is drawn as one. */
export function drawnBetween(
  structure: TextStructure,
  from: number,
  to: number,
  step: 1 | -1,
): TextRange | undefined {
  for (let index = from + step; index !== to && index >= 0 && index < structure.lines.length; index += step) {
    const { kind } = structure.lineOf(index);
    const whole = structure.drawnWhole(index);
    if (whole || drawnKinds.has(kind)) {
      const { first, last } = whole ? { first: whole.from, last: whole.to } : blockAt(structure, index);
      return { from: structure.startOf(first), to: structure.endOf(last) };
    }
  }
  return undefined;
}

/** Takes the container of a line away, and keeps what is in it. */
function unwrap(structure: TextStructure, index: number): TextEdit | undefined {
  const container = structure.around(index).at(-1);
  if (!container?.hasEnd || container.part > 0 || isDrawnWhole(container)) return undefined;
  const { from, to } = container;
  const inner: number[] = [];
  for (let at = from + 1; at < to; at += 1) inner.push(at);
  if (
    inner.some((at) =>
      structure.lineOf(at).tags.some(({ name }) => /^(?:elif|elsif|elseif|else)$/.test(name)),
    )
  )
    return undefined;
  if (structure.lines[from]?.kind === 'summary' || structure.lines[from + 1]?.kind === 'summary')
    return undefined;
  const [start, end] = [structure.startOf(from), structure.endOf(to)];
  const text = inner
    .map((at) => structure.textOf(at))
    .join('\n')
    .replaceAll(/^\n+|\n+$/g, '');
  return caretAtStart({ from: start, to: end, insert: text });
}

/** Takes away code without a line. */
function emptyBlock(structure: TextStructure, index: number): TextEdit | undefined {
  const [open, close] = [structure.lines[index - 1], structure.lines[index + 1]];
  if (open?.kind !== 'fence' || close?.kind !== 'fence-end') return undefined;
  return caretAtStart({ from: structure.startOf(index - 1), to: structure.endOf(index + 1), insert: '' });
}
