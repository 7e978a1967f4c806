/** Ways from the text into a drawn table. */
import type { EditorView } from '@codemirror/view';
import { structureOf } from '../drawing/structure-field.ts';
import { blockAt } from '../structure/block-ranges.ts';
import { TableField } from './table-field.ts';

function tableAt(view: EditorView, position: number): TableField | undefined {
  const drawn = [...view.contentDOM.querySelectorAll<HTMLElement>('.cm-table')];
  const dom = drawn.find((one) => view.posAtDOM(one) === position);
  return dom && TableField.of(dom);
}

/** Puts the caret into the first or last row of a drawn table; false for other blocks. */
export function enterTable(view: EditorView, position: number, step: 1 | -1): boolean {
  const table = tableAt(view, position);
  table?.enter(step);
  return table !== undefined;
}

/** Nothing is typed among the lines of a table, where the caret is after it was inserted: that goes to its first words. */
export function enterAtCaret(view: EditorView): void {
  const structure = structureOf(view.state);
  const { from } = view.state.selection.main;
  const line = structure.lineAt(from);
  if (structure.lineOf(line).kind !== 'table') return;
  const start = structure.startOf(blockAt(structure, line).first);
  const table = from > start ? tableAt(view, start) : undefined;
  if (!table) return;
  view.dispatch({ selection: { anchor: start }, filter: false });
  table.enter(1);
  table.selectWords();
}
