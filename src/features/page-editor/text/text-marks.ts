import type { TextEdit, TextOperation, TextRange } from './text-edit.ts';

/** Marks around words: `**bold**`, `_italic_`, `` `code` ``. */
export type Mark = '**' | '_' | '`' | '~~';

/** The word at an empty selection, or the selection without blanks at its ends. */
function wordsIn(text: string, { from, to }: TextRange): TextRange {
  if (from === to) {
    const before = /[\p{L}\p{N}\p{M}'’-]*$/u.exec(text.slice(Math.max(0, from - 200), from))?.[0].length ?? 0;
    const after = /^[\p{L}\p{N}\p{M}'’-]*/u.exec(text.slice(to, to + 200))?.[0].length ?? 0;
    // At the edge of a word nothing is marked but what is typed next.
    return before > 0 && after > 0 ? { from: from - before, to: to + after } : { from, to };
  }
  const selected = text.slice(from, to);
  const start = selected.length - selected.trimStart().length;
  const end = selected.length - selected.trimEnd().length;
  return start === selected.length ? { from, to } : { from: from + start, to: to - end };
}

/** Puts a mark around what is selected, or removes it. */
export function toggleMark(mark: Mark): TextOperation {
  return (text, selected) => {
    const { from, to } = wordsIn(text, selected);
    const inner = text.slice(from, to);
    const size = mark.length;
    const isMarkedOutside = text.slice(from - size, from) === mark && text.slice(to, to + size) === mark;
    if (isMarkedOutside && from >= size) {
      return {
        from: from - size,
        to: to + size,
        insert: inner,
        selection: { from: from - size, to: to - size },
      };
    }
    if (inner.length >= size * 2 && inner.startsWith(mark) && inner.endsWith(mark)) {
      const insert = inner.slice(size, -size);
      return { from, to, insert, selection: { from, to: from + insert.length } };
    }
    return {
      from,
      to,
      insert: mark + inner + mark,
      selection: { from: from + size, to: to + size },
    };
  };
}

const looksLikeAddress = (text: string): boolean => /^(https?:\/\/|mailto:)\S+$/i.test(text.trim());

/** Makes a link of what is selected; its text or its address is selected next, whichever is missing. */
export const insertLink: TextOperation = (text, selected) => {
  const { from, to } = wordsIn(text, selected);
  const inner = text.slice(from, to);
  if (looksLikeAddress(inner)) {
    return { from, to, insert: `[](${inner.trim()})`, selection: { from: from + 1, to: from + 1 } };
  }
  const insert = `[${inner}](url)`;
  const at = inner === '' ? from + 1 : from + insert.length - 4;
  return { from, to, insert, selection: { from: at, to: inner === '' ? at : at + 3 } };
};

/** The link that pasting an address over a selection makes; undefined if either is not meant so. */
export function linkOverSelection(
  text: string,
  { from, to }: TextRange,
  pasted: string,
): TextEdit | undefined {
  const inner = text.slice(from, to);
  if (inner.trim() === '' || inner.includes('\n') || !looksLikeAddress(pasted) || looksLikeAddress(inner))
    return undefined;
  const insert = `[${inner}](${pasted.trim()})`;
  const at = from + insert.length;
  return { from, to, insert, selection: { from: at, to: at } };
}
