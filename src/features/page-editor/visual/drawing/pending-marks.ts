/** Bold and other marks for what is typed next: signs around nothing would be seen. */
import {
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const setPending = StateEffect.define<string>();

/** The sign that goes around what is typed next; empty for none. */
const pendingMark = StateField.define<string>({
  create: () => '',
  update(mark, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(setPending)) return effect.value;
    return docChanged || selection ? '' : mark;
  },
});

const emptyMarks = /^(\*\*|_|`|~~)\1$/;

/** Signs around nothing are not written yet. */
const waitForWords = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent('input') || transaction.isUserEvent('input.type'))
    return transaction;
  let mark: string | undefined;
  let count = 0;
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    count += 1;
    if (from === to) mark = emptyMarks.exec(inserted.toString())?.[1];
  });
  if (mark === undefined || count > 1) return transaction;
  const isSame = transaction.startState.field(pendingMark) === mark;
  const spec: TransactionSpec = { effects: setPending.of(isSame ? '' : mark) };
  return spec;
});

const markTyped = EditorView.inputHandler.of((view, from, to, text) => {
  const mark = view.state.field(pendingMark);
  if (mark === '' || from !== to || text.trim() === '' || view.composing) return false;
  const at = from + mark.length + text.length;
  view.dispatch({
    ...{ changes: { from, to, insert: mark + text + mark }, selection: { anchor: at } },
    ...{ userEvent: 'input', scrollIntoView: true },
  });
  return true;
});

export const pendingMarks: Extension = [pendingMark, waitForWords, markTyped];
