import { type EditorState, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { TextStructure } from '../structure/text-structure.ts';

/** The blocks of the text as a part of the editor's state. */
export const structureField = StateField.define<TextStructure>({
  create: ({ doc }) => TextStructure.of(doc),
  update: (structure, { docChanged, changes, newDoc }) =>
    docChanged ? structure.change(changes, newDoc) : structure,
});

/** Enough lines for each screen. */
const firstLines = 500;

/** The same where the text is shown from its caret on: what is far from it is read and drawn after that. */
export const structureAtCaret = structureField.init(({ doc, selection }) =>
  TextStructure.begin(doc, firstLines + doc.lineAt(selection.main.to).number),
);

/** For what runs later: the field may show the source by then, which has no blocks. */
export const isVisual = (state: EditorState): boolean => state.field(structureField, false) !== undefined;

export const structureOf = (state: EditorState): TextStructure => state.field(structureField);

/** Draws all blocks again: more is known of what links lead to, or a composition has ended. */
export const redraw = StateEffect.define();

export const isRedrawn = ({ effects }: Pick<Transaction, 'effects'>): boolean =>
  effects.some((effect) => effect.is(redraw));
