/** The keys of the visual view. */
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { openBlockMenu } from './block-menu.ts';
import { deleteBlock, duplicateBlock, moveBlock } from './commands/block-commands.ts';
import { breakBlock, breakLine, deleteAfter, deleteBefore, drawnBetween } from './commands/edit-commands.ts';
import { indentItem, outdentItem } from './commands/list-commands.ts';
import type { VisualCommand } from './commands/visual-command.ts';
import { addLines } from './drawing/block-drawing.ts';
import { keepPairs, placeCaret, runCommand } from './drawing/kept-places.ts';
import { redraw, structureOf } from './drawing/structure-field.ts';
import { setShowsMarks, showsMarks } from './drawing/visual-choice.ts';
import type { TextStructure } from './structure/text-structure.ts';
import { enterTable } from './table/enter-table.ts';

const key = (name: string, command: VisualCommand, userEvent: string): KeyBinding => ({
  key: name,
  run: runCommand(command, userEvent),
});

const keys: readonly KeyBinding[] = [
  key('Enter', breakBlock, 'input'),
  key('Mod-Enter', breakBlock, 'input'),
  key('Shift-Enter', breakLine, 'input'),
  {
    ...key('Backspace', deleteBefore, 'delete.backward'),
    shift: runCommand(deleteBefore, 'delete.backward'),
  },
  key('Delete', deleteAfter, 'delete.forward'),
  key('Mod-]', indentItem, 'input'),
  key('Mod-[', outdentItem, 'input'),
  key('Alt-ArrowUp', moveBlock(-1), 'move.line'),
  key('Alt-ArrowDown', moveBlock(1), 'move.line'),
  key('Shift-Alt-ArrowDown', duplicateBlock, 'input'),
  key('Mod-Shift-Backspace', deleteBlock, 'delete'),
  { key: 'Mod-Alt-b', run: openBlockMenu },
  {
    key: 'Mod-Alt-m',
    run() {
      setShowsMarks(!showsMarks.get());
      return true;
    },
  },
  { key: 'ArrowDown', run: (view) => passDrawn(view, 1, true) },
  { key: 'ArrowUp', run: (view) => passDrawn(view, -1, true) },
  { key: 'ArrowRight', run: (view) => passDrawn(view, 1, false) },
  { key: 'ArrowLeft', run: (view) => passDrawn(view, -1, false) },
];

/** The drawn block that is selected, by its lines. */
function selectedDrawn(
  structure: TextStructure,
  state: EditorState,
): { first: number; last: number } | undefined {
  const { from, to } = state.selection.main;
  if (from === to) return undefined;
  const first = structure.lineAt(from);
  const drawn = drawnBetween(structure, first - 1, structure.lines.length, 1);
  return drawn?.from === from && drawn.to === to ? { first, last: structure.lineAt(to) } : undefined;
}

/** Arrows stop at a drawn block and select it; the next one leaves it. */
function passDrawn(view: EditorView, step: 1 | -1, isVertical: boolean): boolean {
  const structure = structureOf(view.state);
  const { main } = view.state.selection;
  const selected = selectedDrawn(structure, view.state);
  if (!main.empty && !selected) return false;
  const index = selected ? (step === 1 ? selected.last : selected.first) : structure.lineAt(main.head);
  const content = structure.contentOf(index);
  if (!selected && !isVertical && main.head !== (step === 1 ? content.to : content.from)) return false;
  if (!selected && isVertical && !isAtEdge(view, main.head, step === 1 ? content.to : content.from))
    return false;
  const next = structure.nextWritten(index, step);
  const drawn = drawnBetween(structure, index, next ?? (step === 1 ? structure.lines.length : -1), step);
  if (drawn) {
    if (enterTable(view, drawn.from, step)) return true;
    view.dispatch({ selection: { anchor: drawn.from, head: drawn.to }, scrollIntoView: true, filter: false });
    return true;
  }
  if (next === undefined) return step === 1 && addParagraph(view, structure);
  if (!selected) return false;
  const target = structure.contentOf(next);
  view.dispatch({ selection: { anchor: step === 1 ? target.from : target.to }, scrollIntoView: true });
  return true;
}

/** Whether a position is in the same row as the first or last letter of its line. */
function isAtEdge(view: EditorView, position: number, edge: number): boolean {
  const [row, edgeRow] = [view.coordsAtPos(position), view.coordsAtPos(edge)];
  return !row || !edgeRow || Math.abs(row.top - edgeRow.top) < 4;
}

/** Below a block at the end of a text a paragraph can be written. */
function addParagraph(view: EditorView, structure: TextStructure): boolean {
  const last = structure.lines.length - 1;
  if (structure.isWritten(last) || structure.lineOf(last).kind === 'blank') return false;
  addLines(view, structure.doc.length, '\n');
  return true;
}

/** Draws what was composed once it is there. */
const afterComposition = EditorView.domEventHandlers({
  compositionend(_event, view) {
    setTimeout(() => {
      if (!view.composing && view.dom.isConnected) view.dispatch({ effects: redraw.of(null) });
    }, 50);
    return false;
  },
});

export const visualKeys: Extension = [
  Prec.high(keymap.of([...keys])),
  placeCaret,
  keepPairs,
  afterComposition,
];
