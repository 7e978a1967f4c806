/** What drawn blocks need to know of comments on words; the code for these is loaded later than the blocks. */
import { type EditorState, Facet } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import type { TextRange } from '../text/text-edit.ts';

/** Words that a comment is about. */
export interface MarkedWords extends TextRange {
  id: string;
  /** Whether the comment is open in the text. */
  isOpen: boolean;
  /** A part of them where nobody writes; a press on it opens the comment. */
  draw: (text: Node) => HTMLElement;
}

/** A cell of a table that is a field. */
export interface OpenedCell {
  field: EditorView;
  /** What is selected in it, in the text; undefined where the text has no such cell. */
  selected: () => TextRange | undefined;
}

export interface WordsLayer {
  /** Whether nothing is marked in another place than before. */
  isSame: (update: ViewUpdate) => boolean;
  /** The marked words of a range of the text. */
  wordsIn: (state: EditorState, range: TextRange) => MarkedWords[];
  /** Marks words in a cell, and has those that are selected there commented on. */
  showIn: (cell: OpenedCell, words: readonly MarkedWords[]) => void;
  /** What is selected in the cell with the focus, in the text; undefined where none has it. */
  selectedInCell: () => TextRange | undefined;
  /** Comments on what is selected; undefined where the person may not. */
  comment: (() => void) | undefined;
}

/** Absent until it is loaded, and where there are no comments. */
export const wordsLayer = Facet.define<WordsLayer, WordsLayer | undefined>({
  combine: ([layer]) => layer,
});
