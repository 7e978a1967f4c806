/** A table on the screen. The cell with the focus is a field, whose changes are changes of the text. */
import { redo, undo } from '@codemirror/commands';
import type { EditorView, KeyBinding } from '@codemirror/view';
import { announce } from '#src/ui/browser/live-region.tsx';
import type { TextOperation, TextRange } from '../../text/text-edit.ts';
import { addLines, selectDrawn, type VisualContext } from '../drawing/block-drawing.ts';
import { drawWords, element } from '../drawing/draw-nodes.ts';
import { structureOf } from '../drawing/structure-field.ts';
import { blockAt } from '../structure/block-ranges.ts';
import { inlineMarksOf } from '../structure/inline-marks.ts';
import { wordsLayer } from '../words-layer.ts';
import {
  createCell,
  insertBreak,
  isAtEdge,
  isAtSide,
  labelOfCell,
  selectNear,
  showInCell,
} from './cell-field.ts';
import { CellSelection } from './cell-selection.ts';
import { type WordsInCell, wordsInCells, wordsInTable } from './cell-words.ts';
import { rememberLeftCell } from './left-cell.ts';
import { columnAfter, columnMoved, type Reshape, rowAfter, rowMoved, withoutRow } from './table-shapes.ts';
import {
  alignmentsOf,
  cellsIn,
  changedPart,
  clearCells,
  pasteCells,
  type Place,
  readCopied,
  readRows,
  setCell,
  sizeOf,
  type TableLines,
} from './table-text.ts';
import { drawTools } from './table-tools.ts';

const tables = new WeakMap<HTMLElement, TableField>();

/** What a table is drawn of. */
interface TableLook {
  context: VisualContext;
  frames: string;
  lines: TableLines;
  /** Whether the names of emoji are known. */
  readsEmoji: boolean;
}

/** The table on the screen. */
export class TableField {
  readonly #view: EditorView;
  readonly dom = element('div', '');
  #drawing: TableLook;
  #field: { view: EditorView; place: Place; box: HTMLElement } | undefined;
  #grid = element('table', '');
  #words: readonly WordsInCell[] = [];
  readonly #cells = new CellSelection({
    dom: this.dom,
    grid: () => this.#grid,
    place: () => this.#field?.place,
    isAtEdge: ({ row, column }) => row !== 0 || !this.#field || isAtEdge(this.#field.view, column < 0),
    texts: (range) => cellsIn(this.#drawing.lines, range),
    clear: (range) => this.#write(clearCells(this.#drawing.lines, range)),
  });

  constructor(view: EditorView, drawing: TableLook) {
    this.#view = view;
    this.#drawing = drawing;
    tables.set(this.dom, this);
    this.dom.setAttribute('role', 'group');
    this.dom.ariaLabel = 'Table';
    this.dom.addEventListener('mousedown', (event) => this.#press(event));
    this.#draw();
  }

  /** The field of a drawn table. */
  static of(dom: HTMLElement): TableField | undefined {
    return tables.get(dom);
  }

  update(drawing: TableLook): void {
    const isAlike =
      sizeOf(drawing.lines) === sizeOf(this.#drawing.lines) && drawing.frames === this.#drawing.frames;
    const isNewlyRead = drawing.readsEmoji !== this.#drawing.readsEmoji;
    const before = readRows(this.#drawing.lines);
    const alignments = alignmentsOf(this.#drawing.lines).join();
    this.#drawing = drawing;
    // The field goes with its row or column.
    const isMoved = this.#field !== undefined && this.#field.box !== this.#boxAt(this.#field.place);
    if (!isAlike || isMoved || alignments !== alignmentsOf(drawing.lines).join()) return this.#draw();
    for (const [row, cells] of readRows(drawing.lines).entries())
      for (const [column, text] of cells.entries()) {
        const isField = this.#field?.place.row === row && this.#field.place.column === column;
        if (isField && this.#field) showInCell(this.#field.view, text);
        else if (isNewlyRead || before[row]?.[column] !== text)
          this.#fill({ row, column }, this.#boxAt({ row, column }), text);
      }
  }

  /** Marks the words that comments are about, once its place in the text is known. */
  showWords(): void {
    const before = this.#words;
    const { lines } = this.#drawing;
    const [from, layer] = [this.#view.posAtDOM(this.dom), this.#view.state.facet(wordsLayer)];
    const words = layer?.wordsIn(this.#view.state, { from, to: from + lines.join('\n').length }) ?? [];
    this.#words = wordsInCells(lines, from, words);
    for (const place of [...before, ...this.#words])
      if (this.#field?.box !== this.#boxAt(place)) this.#fill(place);
    this.#markField();
  }

  /** What is selected in the cell with the field, in the text. */
  #selected(): TextRange | undefined {
    if (!this.#field) return undefined;
    const { place, view } = this.#field;
    const { doc, selection } = view.state;
    const range = wordsInTable(this.#drawing.lines, place, doc.toString(), selection.main);
    const start = this.#view.posAtDOM(this.dom);
    return range && { from: start + range.from, to: start + range.to };
  }

  #markField(): void {
    if (!this.#field) return;
    const { view, place } = this.#field;
    const cell = { field: view, selected: () => this.#selected() };
    this.#view.state.facet(wordsLayer)?.showIn(cell, this.#wordsAt(place));
  }

  enter(step: 1 | -1): void {
    this.#open({ row: step === 1 ? 0 : readRows(this.#drawing.lines).length - 1, column: 0 });
  }

  /** Selects all of the cell with the field. */
  selectWords(): void {
    this.#field?.view.dispatch({ selection: { anchor: 0, head: this.#field.view.state.doc.length } });
  }

  /** Edits the words of a cell, and goes there; false for blocks, which have no place in it. */
  #edit(place: Place, { from, to }: TextRange, operation: TextOperation): boolean {
    const text = this.#textOf(place);
    // Blanks at its end are gone once it is left.
    const [start, end] = [Math.min(from, text.length), Math.min(to, text.length)];
    const edit = operation(text, { from: start, to: end });
    if (edit.insert.includes('\n')) return false;
    this.#open(place);
    this.#field?.view.dispatch({
      changes: { from: edit.from, to: edit.to, insert: edit.insert },
      selection: { anchor: edit.selection.from, head: edit.selection.to },
      userEvent: 'input',
    });
    return true;
  }

  leave(): void {
    const field = this.#field;
    this.#cells.end();
    this.#field = undefined;
    if (!field) return;
    field.view.destroy();
    this.#fill(field.place, field.box);
    this.dom.querySelector('.cm-table-tools')?.remove();
  }

  /** Draws all cells; the field opens again where it was. */
  #draw(): void {
    const place = this.#field?.place;
    const hadFocus = this.#field?.view.hasFocus === true;
    this.leave();
    this.dom.className = `cm-block cm-drawn cm-table ${this.#drawing.frames}`;
    const alignments = alignmentsOf(this.#drawing.lines);
    const grid = element('table', '');
    for (const [row, cells] of readRows(this.#drawing.lines).entries()) {
      const line = grid.insertRow();
      for (const [column, text] of cells.entries()) {
        const box = element(row === 0 ? 'th' : 'td', '');
        box.dataset['align'] = alignments[column] ?? '';
        this.#fill({ row, column }, box, text);
        line.append(box);
      }
    }
    this.#grid.remove();
    this.dom.append((this.#grid = grid));
    if (place && hadFocus) this.#open(place);
  }

  #fill(place: Place, box = this.#boxAt(place), text = this.#textOf(place)): void {
    const { targets } = this.#drawing.context;
    box?.replaceChildren(...drawWords(text, inlineMarksOf(text), targets, this.#wordsAt(place)));
  }

  #wordsAt({ row, column }: Place): WordsInCell[] {
    return this.#words.filter((one) => one.row === row && one.column === column);
  }

  #textOf({ row, column }: Place): string {
    return readRows(this.#drawing.lines)[row]?.[column] ?? '';
  }

  #boxAt({ row, column }: Place): HTMLElement | undefined {
    return this.#grid.rows[row]?.cells[column];
  }

  #press(event: MouseEvent): void {
    const box = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>('th, td') : null;
    const row = [...this.#grid.rows].findIndex((line) => box !== null && line.contains(box));
    if (box && event.shiftKey && this.#field) {
      event.preventDefault();
      this.#cells.reach({ row, column: box.cellIndex });
    } else if (box && !box.querySelector('.cm-editor')) {
      event.preventDefault();
      this.#open({ row, column: box.cellIndex });
      this.#cells.follow();
    } else if (box) {
      this.#cells.end();
      if (event.target === box && this.#field) selectNear(this.#field.view, event);
      this.#cells.follow();
    } else if (event.target instanceof Element && !event.target.closest('.cm-table-tools')) {
      event.preventDefault();
      selectDrawn(this.#view, this.dom);
    }
  }

  /** Makes a field of a cell. */
  #open(place: Place): void {
    this.leave();
    const rows = readRows(this.#drawing.lines);
    const row = Math.max(0, Math.min(place.row, rows.length - 1));
    const column = Math.max(0, Math.min(place.column, (rows[0]?.length ?? 1) - 1));
    const box = this.#boxAt({ row, column });
    if (!box) return;
    box.replaceChildren();
    const view = createCell({
      parent: box,
      text: rows[row]?.[column] ?? '',
      label: labelOfCell(row, column, rows[0]?.[column] ?? ''),
      context: this.#drawing.context,
      keys: this.#keys,
      onChange: (text) => {
        const { place: at } = this.#field ?? { place: { row, column } };
        this.#write(setCell(this.#drawing.lines, at.row, at.column, text));
      },
      onKey: this.#cells.key,
      onCopy: this.#cells.copy,
      onPaste: (text) => this.#paste(text),
      onBlur: () => setTimeout(() => this.#leaveIfLeft()),
    });
    this.#field = { view, place: { row, column }, box };
    this.#markField();
    this.dom.prepend(this.#tools());
    view.focus();
  }

  #leaveIfLeft(): void {
    const root = this.dom.getRootNode();
    const active = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
    if (!document.hasFocus() || this.dom.contains(active)) return;
    if (this.#field) {
      const { place, view } = this.#field;
      const selected = view.state.selection.main;
      rememberLeftCell(this.#view, (operation) => this.#edit(place, selected, operation));
    }
    this.leave();
  }

  /** Writes what is different only: marks of all else stay where they are. */
  #write(lines: readonly string[], place?: Place): void {
    const [before, after] = [this.#drawing.lines.join('\n'), lines.join('\n')];
    if (before === after) return;
    const { start, end } = changedPart(before, after);
    if (place && this.#field) this.#field.place = place;
    const from = this.#view.posAtDOM(this.dom);
    this.#view.dispatch({
      changes: {
        from: from + start,
        to: from + before.length - end,
        insert: after.slice(start, after.length - end),
      },
      userEvent: 'input.cell',
      filter: false,
    });
  }

  #paste(text: string): boolean {
    const place = this.#cells.range?.first ?? this.#field?.place;
    // One copied cell takes the place of selected ones, too.
    const copied = readCopied(text) ?? (this.#cells.range ? [[text]] : undefined);
    if (!place || !copied) return false;
    this.#cells.end();
    this.#write(pasteCells(this.#drawing.lines, place.row, place.column, copied));
    announce(`Pasted ${copied.length} rows`);
    return true;
  }

  /** Goes to another cell; past the edge it goes to the text. */
  #go(rows: number, columns: number): boolean {
    const place = this.#field?.place;
    if (!place) return false;
    const all = readRows(this.#drawing.lines);
    const width = all[0]?.length ?? 1;
    const next = { row: place.row + rows, column: place.column + columns };
    if (columns !== 0 && (next.column < 0 || next.column >= width))
      Object.assign(next, { row: place.row + columns, column: columns > 0 ? 0 : width - 1 });
    if (next.row < 0 || next.row >= all.length) return this.#leaveTo(next.row < 0 ? -1 : 1);
    this.#open(next);
    return true;
  }

  /** Its words are selected, as in other tables of words: what is typed takes their place. */
  #tab(step: 1 | -1): boolean {
    this.#go(0, step);
    this.selectWords();
    return true;
  }

  #leaveTo(step: 1 | -1): boolean {
    const structure = structureOf(this.#view.state);
    const { first, last } = blockAt(structure, structure.lineAt(this.#view.posAtDOM(this.dom)));
    this.leave();
    const next = structure.nextWritten(step === 1 ? last : first, step);
    const place = next === undefined ? undefined : structure.contentOf(next);
    if (place)
      this.#view.dispatch({
        selection: { anchor: step === 1 ? place.from : place.to },
        scrollIntoView: true,
      });
    else if (step === 1) addLines(this.#view, structure.endOf(last), '\n\n');
    else selectDrawn(this.#view, this.dom);
    this.#view.focus();
    return true;
  }

  /** Changes rows or columns around the cell. */
  #reshape(reshape: Reshape): boolean {
    if (!this.#field) return false;
    const { lines, place } = reshape(this.#drawing.lines, this.#field.place);
    this.#write(lines, place);
    return true;
  }

  readonly #keys: readonly KeyBinding[] = [
    {
      key: 'Tab',
      run: () => (this.#isLast() && this.#reshape(rowAfter)) || this.#tab(1),
      shift: () => this.#tab(-1),
    },
    { key: 'Enter', run: () => this.#go(1, 0), shift: (cell) => insertBreak(cell) },
    { key: 'Escape', run: () => this.#leaveTo(1) },
    { key: 'Mod-Enter', run: () => this.#reshape(rowAfter) },
    { key: 'Mod-Shift-Enter', run: () => this.#reshape(columnAfter) },
    { key: 'Mod-Shift-Backspace', run: () => this.#reshape(withoutRow) },
    { key: 'Alt-ArrowUp', run: () => this.#reshape(rowMoved(-1)) },
    { key: 'Alt-ArrowDown', run: () => this.#reshape(rowMoved(1)) },
    { key: 'Alt-ArrowLeft', run: () => this.#reshape(columnMoved(-1)) },
    { key: 'Alt-ArrowRight', run: () => this.#reshape(columnMoved(1)) },
    { key: 'ArrowUp', run: () => this.#go(-1, 0) },
    { key: 'ArrowDown', run: () => this.#go(1, 0) },
    { key: 'ArrowLeft', run: (cell) => isAtSide(cell, -1) && this.#go(0, -1) },
    { key: 'ArrowRight', run: (cell) => isAtSide(cell, 1) && this.#go(0, 1) },
    { key: 'Mod-z', run: () => undo(this.#view), shift: () => redo(this.#view) },
    { key: 'Mod-y', run: () => redo(this.#view) },
  ];

  #isLast(): boolean {
    const rows = readRows(this.#drawing.lines);
    const { row, column } = this.#field?.place ?? { row: 0, column: 0 };
    return row === rows.length - 1 && column === (rows[0]?.length ?? 1) - 1;
  }

  #tools(): HTMLElement {
    const alignment = alignmentsOf(this.#drawing.lines)[this.#field?.place.column ?? 0] ?? '';
    return drawTools(alignment, (reshape) => {
      this.#reshape(reshape);
      this.#field?.view.focus();
    });
  }
}
