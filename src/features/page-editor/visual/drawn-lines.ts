/** Which lines a view draws as one, for what stands below lines. */
import { type EditorState, Facet } from '@codemirror/state';

/** The last one of the lines that are drawn as one with a line; the line itself where it is drawn alone. Counted from 1. */
type LastDrawnLine = (state: EditorState, line: number) => number;

/** Absent where each line is drawn as it is. */
export const lastDrawnLine = Facet.define<LastDrawnLine, LastDrawnLine | undefined>({
  combine: ([last]) => last,
});
