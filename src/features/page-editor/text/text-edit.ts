/** A range of a text; `from` is its start. */
export interface TextRange {
  from: number;
  to: number;
}

/** Replaces a range of a text, and selects a range of the result. */
export interface TextEdit extends TextRange {
  insert: string;
  selection: TextRange;
}

/** Makes an edit of a text and what is selected in it. */
export type TextOperation = (text: string, selected: TextRange) => TextEdit;

/** Leaves text and selection as they are: goes back to where they are typed. */
export const insertNothing: TextOperation = (_text, { from, to }) => ({
  ...{ from: to, to, insert: '' },
  selection: { from, to },
});

/** The whole lines that a range touches. A range that ends at the start of a line does not touch it. */
export function linesAround(text: string, { from, to }: TextRange): TextRange {
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to;
  const end = text.indexOf('\n', last);
  // A search from before the start would find a line break there.
  const start = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
  return { from: start, to: end === -1 ? text.length : end };
}
