/** Whole lines that go to another place of their text, or out of it. */
import { changeBetween } from '#src/lib/compare/line-hunks.ts';
import { linesAround, type TextOperation, type TextRange } from './text-edit.ts';

/** Lines as they are without the lists and quotes around them. */
export function looseLines(block: string): string {
  const [around = ''] = /^(?:[ \t]*>)*[ \t]*/.exec(block) ?? [];
  if (around === '') return block;
  const isInside = (line: string) =>
    line.startsWith(around) || line.trim() === '' || line === around.trimEnd();
  const lines = block.split('\n');
  return lines.every(isInside) ? lines.map((line) => line.slice(around.length)).join('\n') : block;
}

/** A text with lines at its end, a blank line before them. */
export const withLinesAtEnd = (text: string, block: string): string => {
  const kept = text.trimEnd();
  return `${kept}${kept === '' ? '' : '\n\n'}${block}\n`;
};

const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === '';

/** The numbers of the selected lines, and of those that go with them: the distance to the next ones or, at the end, to those before. */
function takenLines(text: string, selected: TextRange) {
  const lines = text.split('\n');
  const { from, to } = linesAround(text, selected);
  const first = text.slice(0, from).split('\n').length - 1;
  const last = first + text.slice(from, to).split('\n').length - 1;
  let [start, end] = [first, last + 1];
  while (isBlank(lines[end])) end += 1;
  // The line end of the text stays.
  if (end >= lines.length) {
    end = last + 1;
    while (isBlank(lines[start - 1])) start -= 1;
  }
  return { lines, first, last, start, end };
}

/** Takes the selected lines away. */
export const removeLines: TextOperation = (text, selected) => {
  const { lines, start, end } = takenLines(text, selected);
  const edit = changeBetween(text, [...lines.slice(0, start), ...lines.slice(end)].join('\n'));
  return { ...edit, selection: { from: edit.from, to: edit.from } };
};

/** Puts the selected lines before another line, counted from 0. After the last one they are the end of the text. */
export const moveLinesTo =
  (line: number): TextOperation =>
  (text, selected) => {
    const { lines, first, last, start, end } = takenLines(text, selected);
    const block = lines.slice(first, last + 1);
    const stays = { ...linesAround(text, selected), insert: block.join('\n') };
    if (line >= start && line <= end) return { ...stays, selection: { from: stays.from, to: stays.to } };
    const rest = [...lines.slice(0, start), ...lines.slice(end)];
    let at = line <= start ? line : Math.min(line, lines.length) - (end - start);
    if (at >= rest.length) while (at > 0 && isBlank(rest[at - 1])) at -= 1;
    const above = rest.slice(0, at);
    if (at > 0 && !isBlank(rest[at - 1])) above.push('');
    const moved = looseLines(block.join('\n')).split('\n');
    const below = rest.slice(at);
    if (below.length > 0 && !isBlank(below[0])) below.unshift('');
    const edit = changeBetween(text, [...above, ...moved, ...below].join('\n'));
    const from = above.reduce((sum, one) => sum + one.length + 1, 0);
    return { ...edit, selection: { from, to: from + moved.join('\n').length } };
  };
