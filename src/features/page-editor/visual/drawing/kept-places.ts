/** Commands of the view as transactions, and what it makes of selections and changes that others make. */
import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { balanceChange } from '../commands/balanced-changes.ts';
import type { VisualCommand } from '../commands/visual-command.ts';
import type { RangeChange } from '../structure/paragraphs.ts';
import type { TextStructure } from '../structure/text-structure.ts';
import { structureOf } from './structure-field.ts';

/** Runs a command. A key that does nothing here must not reach the commands for source. */
export const runCommand =
  (command: VisualCommand, userEvent: string): Command =>
  (view) => {
    const { state } = view;
    const edit = command(structureOf(state), state.selection.main);
    if (!edit) return true;
    const { from, to, insert, selection } = edit;
    view.dispatch({
      ...(from < to || insert !== '' ? { changes: { from, to, insert } } : {}),
      selection: { anchor: selection.from, head: selection.to },
      userEvent,
      scrollIntoView: true,
      filter: false,
    });
    return true;
  };

/** The nearest place where the caret can stand. */
function placeFor(structure: TextStructure, position: number, before: number): number {
  const index = structure.lineAt(position);
  if (structure.isWritten(index)) {
    const { from, to } = structure.contentOf(index);
    return Math.max(from, Math.min(position, to));
  }
  const step = position >= before ? 1 : -1;
  const next = structure.nextWritten(index, step) ?? structure.nextWritten(index, step === 1 ? -1 : 1);
  if (next === undefined) return position;
  const { from, to } = structure.contentOf(next);
  return next > index ? from : to;
}

export const placeCaret = EditorState.transactionFilter.of((transaction) => {
  const { selection, docChanged, startState } = transaction;
  if (!selection || docChanged || !selection.main.empty) return transaction;
  const structure = structureOf(startState);
  const place = placeFor(structure, selection.main.head, startState.selection.main.head);
  if (place === selection.main.head) return transaction;
  return [transaction, { selection: EditorSelection.cursor(place) }];
});

/** What is typed, pasted, cut or deleted takes both signs of a pair, or neither. */
export const keepPairs = EditorState.transactionFilter.of((transaction) => {
  const isEdit = ['delete', 'input.type', 'input.paste', 'move.drop'].some((event) =>
    transaction.isUserEvent(event),
  );
  if (!transaction.docChanged || !isEdit || transaction.isUserEvent('input.type.compose')) return transaction;
  const structure = structureOf(transaction.startState);
  const changes: RangeChange[] = [];
  let isBalanced = true;
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const change = { from, to, insert: inserted.toString() };
    const balanced = balanceChange(structure, change);
    if (balanced.insert !== change.insert || balanced.from !== from || balanced.to !== to) isBalanced = false;
    changes.push(balanced);
  });
  const [change] = changes;
  if (isBalanced || !change || changes.length > 1) return transaction;
  const typed = transaction.newSelection.main.head - change.from;
  const caret = change.from + Math.max(0, Math.min(typed, change.insert.length));
  const spec: TransactionSpec = { changes: change, selection: { anchor: caret }, scrollIntoView: true };
  return spec;
});
