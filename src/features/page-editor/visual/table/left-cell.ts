/** The cell that the focus left for a button or a dialog: what is chosen there is meant for it. */
import type { EditorSelection, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { TextOperation } from '../../text/text-edit.ts';
import { isLineOperation } from '../../text/text-lines.ts';

/** Edits the cell and goes back there; false for what has no place in a cell. */
type EditCell = (operation: TextOperation) => boolean;

interface LeftCell {
  edit: EditCell;
  /** Of the text around it: what changes these belongs to the text. */
  doc: Text;
  selection: EditorSelection;
}

const leftCells = new WeakMap<EditorView, LeftCell>();

export function rememberLeftCell(view: EditorView, edit: EditCell): void {
  const { doc, selection } = view.state;
  if (!view.hasFocus) leftCells.set(view, { edit, doc, selection });
}

/** The person goes on in the text. */
export const forgetLeftCell = (view: EditorView): void => void leftCells.delete(view);

/** Edits the cell that was left for what is done now; false where that is meant for the text. */
export function editLeftCell(view: EditorView, operation: TextOperation): boolean {
  const left = leftCells.get(view);
  leftCells.delete(view);
  const isThere = left?.doc === view.state.doc && left.selection.eq(view.state.selection);
  return isThere && !isLineOperation(operation) && left.edit(operation);
}
