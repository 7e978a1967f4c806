import { defaultKeymap } from '@codemirror/commands';
/** The field in a cell of a table: the words of the cell, with the keys and marks of the text around it. */
import { EditorState, Prec, Transaction } from '@codemirror/state';
import { Direction, EditorView, keymap, type KeyBinding, tooltips } from '@codemirror/view';
import { operationKeys } from '../../text/keys.ts';
import { deleteAfter, deleteBefore } from '../commands/edit-commands.ts';
import type { VisualContext } from '../drawing/block-drawing.ts';
import { keepPairs, placeCaret, runCommand } from '../drawing/kept-places.ts';
import { lineDrawings } from '../drawing/line-drawings.ts';
import { pendingMarks } from '../drawing/pending-marks.ts';
import { structureField } from '../drawing/structure-field.ts';
import { TextStructure } from '../structure/text-structure.ts';

interface CellOptions {
  parent: HTMLElement;
  text: string;
  label: string;
  context: VisualContext;
  keys: readonly KeyBinding[];
  onChange: (text: string) => void;
  /** Takes a key on selected cells; false for those of the text. */
  onKey: (event: KeyboardEvent) => boolean;
  /** Puts selected cells into the clipboard; false without any. */
  onCopy: (event: ClipboardEvent) => boolean;
  /** Takes a copied range of cells; false for other texts. */
  onPaste: (text: string) => boolean;
  onBlur: () => void;
}

/** A cell has one line: what is written over several has signs for their ends. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replaceAll(/\s*\n\s*/g, ' ');
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: text },
    selection: { anchor: text.length },
  };
});

const markKeys: readonly KeyBinding[] = operationKeys
  .filter(({ key }) => /^Mod-[bie]$/.test(key))
  .map(({ key, operation }) => ({
    key,
    preventDefault: true,
    run(view) {
      const { from, to, insert, selection } = operation(view.state.doc.toString(), view.state.selection.main);
      view.dispatch({
        ...{ changes: { from, to, insert }, selection: { anchor: selection.from, head: selection.to } },
        userEvent: 'input',
      });
      return true;
    },
  }));

export function createCell({
  parent,
  text,
  label,
  context,
  keys,
  onChange,
  onKey,
  onCopy,
  onPaste,
  onBlur,
}: CellOptions): EditorView {
  const root = parent.getRootNode();
  return new EditorView({
    parent,
    ...(root instanceof ShadowRoot && { root }),
    doc: text,
    selection: { anchor: text.length },
    extensions: [
      structureField.init(({ doc }) => TextStructure.words(doc)),
      lineDrawings(context),
      pendingMarks,
      placeCaret,
      keepPairs,
      oneLine,
      context.inCells,
      // Above all of the field: within the text, its toolbar would cover them.
      tooltips({ parent: parent.closest<HTMLElement>('.cm-scroller')?.parentElement ?? parent }),
      EditorView.lineWrapping,
      Prec.highest(EditorView.domEventHandlers({ keydown: onKey, copy: onCopy, cut: onCopy })),
      Prec.high(
        keymap.of([
          ...keys,
          ...markKeys,
          { key: 'Backspace', run: runCommand(deleteBefore, 'delete.backward') },
          { key: 'Delete', run: runCommand(deleteAfter, 'delete.forward') },
        ]),
      ),
      keymap.of(defaultKeymap),
      EditorView.contentAttributes.of({
        'aria-label': label,
        spellcheck: 'true',
        autocapitalize: 'sentences',
      }),
      EditorView.domEventHandlers({
        paste(event) {
          const copied = event.clipboardData?.getData('text/plain') ?? '';
          if (!onPaste(copied)) return false;
          event.preventDefault();
          return true;
        },
        blur() {
          onBlur();
          return false;
        },
      }),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        const isTyped = transactions.some((one) => one.annotation(Transaction.remote) !== true);
        if (docChanged && isTyped) onChange(state.doc.toString());
      }),
    ],
  });
}

/** The name of the field in a cell, with the words at the head of its column. */
export const labelOfCell = (row: number, column: number, head: string): string =>
  `${row === 0 ? 'Head' : `Row ${row}`}, ${head === '' || row === 0 ? `column ${column + 1}` : head}`;

/** Shows what undo or another person made of the cell. */
export function showInCell(cell: EditorView, text: string): void {
  const before = cell.state.doc.toString();
  if (before.trim() === text) return;
  cell.dispatch({
    changes: { from: 0, to: before.length, insert: text },
    annotations: Transaction.remote.of(true),
  });
}

const isRightToLeft = (cell: EditorView): boolean => cell.textDirectionAt(0) === Direction.RTL;

/** Whether the caret is where the words end on a side: those from right to left begin on the right. */
export function isAtSide(cell: EditorView, side: -1 | 1): boolean {
  const { main } = cell.state.selection;
  return main.empty && cell.moveByChar(main, (side === 1) !== isRightToLeft(cell)).eq(main, true);
}

/** Whether nothing is between the caret and a side but signs at the end, which nobody sees: they are no way to go. */
export function isAtEdge(cell: EditorView, isLeft: boolean): boolean {
  const { doc, selection } = cell.state;
  const [from, to] =
    isRightToLeft(cell) === isLeft ? [selection.main.head, doc.length] : [0, selection.main.head];
  return /^[*_`~]*$/.test(doc.sliceString(from, to));
}

/** A line of its own in the cell. */
export function insertBreak(cell: EditorView): boolean {
  cell.dispatch(cell.state.replaceSelection('<br>'), { userEvent: 'input', scrollIntoView: true });
  return true;
}

/** After a press beside the words of a cell: its field keeps the focus, and the closest place or word is meant. */
export function selectNear(view: EditorView, event: MouseEvent): void {
  event.preventDefault();
  const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
  const word = event.detail > 1 ? view.state.wordAt(at) : null;
  view.dispatch({ selection: word ?? { anchor: at } });
  view.focus();
}
