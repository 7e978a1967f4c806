import { linesAround, type TextEdit, type TextOperation, type TextRange } from './text-edit.ts';

const lineOperations = new WeakSet<TextOperation>();

/** Whether an operation turns whole lines into something else. */
export const isLineOperation = (operation: TextOperation): boolean => lineOperations.has(operation);

function onLines(operation: TextOperation): TextOperation {
  lineOperations.add(operation);
  return operation;
}

/** The mark at the start of a line. */
export type LineKind = 'bullets' | 'numbers' | 'tasks' | 'quote';

const prefixes: Record<LineKind, { pattern: RegExp; prefix: (index: number) => string }> = {
  bullets: { pattern: /^(\s*)[-*+] (?!\[[ xX]\] )/, prefix: () => '- ' },
  numbers: { pattern: /^(\s*)\d{1,9}[.)] /, prefix: (index) => `${index + 1}. ` },
  tasks: { pattern: /^(\s*)[-*+] \[[ xX]\] /, prefix: () => '- [ ] ' },
  quote: { pattern: /^(\s*)> ?/, prefix: () => '> ' },
};

const anyListMark = /^(\s*)(?:[-*+] (?:\[[ xX]\] )?|\d{1,9}[.)] )/;

/** Turns the selected lines into a list or quotation, or back into paragraphs. */
export function toggleLines(kind: LineKind): TextOperation {
  return onLines((text, selected) => {
    const range = linesAround(text, selected);
    const lines = text.slice(range.from, range.to).split('\n');
    const { pattern, prefix } = prefixes[kind];
    const isOff = (line: string) => line.trim() !== '' && !pattern.test(line);
    const turnsOn = lines.length === 1 ? !pattern.test(lines[0] ?? '') : lines.some(isOff);
    let index = -1;
    const changed = lines.map((line) => {
      if (line.trim() === '' && lines.length > 1 && kind !== 'quote') return line;
      if (!turnsOn) return line.replace(pattern, '$1');
      index += 1;
      if (kind === 'quote')
        return `> ${line}`.trimEnd() + (line.trim() === '' && lines.length === 1 ? ' ' : '');
      const [, indent = /^\s*/.exec(line)?.[0] ?? ''] = anyListMark.exec(line) ?? [];
      const rest = line.replace(anyListMark, '$1').slice(indent.length);
      return indent + prefix(index) + rest;
    });
    return replaceLines(range, lines, changed, selected);
  });
}

/** Makes headings of a level of the selected lines; of headings of that level, paragraphs. */
export function toggleHeading(level: 1 | 2 | 3): TextOperation {
  return onLines((text, selected) => {
    const range = linesAround(text, selected);
    const lines = text.slice(range.from, range.to).split('\n');
    const marks = `${'#'.repeat(level)} `;
    const isHeading = lines.every(
      (line) => line.startsWith(marks) || (line.trim() === '' && lines.length > 1),
    );
    const changed = lines.map((line) => {
      if (line.trim() === '' && lines.length > 1) return line;
      const title = line.replace(/^ {0,3}#{1,6}(?:[ \t]+|$)/, '');
      return isHeading ? title : marks + title;
    });
    return replaceLines(range, lines, changed, selected);
  });
}

/** One line keeps its caret at the same letter; several are selected. */
function replaceLines(
  { from, to }: TextRange,
  before: readonly string[],
  after: readonly string[],
  selected: TextRange,
): TextEdit {
  const insert = after.join('\n');
  if (before.length > 1) return { from, to, insert, selection: { from, to: from + insert.length } };
  const shift = insert.length - (to - from);
  const move = (at: number) => Math.max(from, Math.min(at + shift, from + insert.length));
  return { from, to, insert, selection: { from: move(selected.from), to: move(selected.to) } };
}
