/** A selection across cells of a table: whole cells, by keys and by the pointer. */
import { announce } from '#src/ui/browser/live-region.tsx';
import { element } from '../drawing/draw-nodes.ts';
import { type CellRange, type Place, rangeBetween, writeCopied } from './table-text.ts';

const steps: ReadonlyMap<string, Place> = new Map([
  ['ArrowUp', { row: -1, column: 0 }],
  ['ArrowDown', { row: 1, column: 0 }],
  ['ArrowLeft', { row: 0, column: -1 }],
  ['ArrowRight', { row: 0, column: 1 }],
]);

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** What the selection needs of its table. */
interface SelectedTable {
  dom: HTMLElement;
  /** The rows on the screen. */
  grid: () => HTMLTableElement;
  /** The cell with the field. */
  place: () => Place | undefined;
  /** Whether the caret is at the edge of the cell in a direction. */
  isAtEdge: (step: Place) => boolean;
  texts: (range: CellRange) => string[][];
  clear: (range: CellRange) => void;
}

export class CellSelection {
  readonly #table: SelectedTable;
  /** The corner that keys move; the other one is the cell with the field. */
  #corner: Place | undefined;

  constructor(table: SelectedTable) {
    this.#table = table;
  }

  get range(): CellRange | undefined {
    const place = this.#table.place();
    return place && this.#corner && rangeBetween(place, this.#corner);
  }

  end(): void {
    if (this.#corner) this.#select(undefined);
  }

  /** Selects from the cell with the field to another one. */
  reach(corner: Place): void {
    const reached = this.#corner ?? this.#table.place();
    // The pointer moves many times in one cell.
    if (reached && (reached.row !== corner.row || reached.column !== corner.column)) this.#select(corner);
  }

  readonly key = (event: KeyboardEvent): boolean => {
    const step = steps.get(event.key);
    const isShifted = event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    const from = this.#corner ?? this.#table.place();
    if (step && isShifted && from && (this.#corner || this.#table.isAtEdge(step))) {
      const { rows } = this.#table.grid();
      this.#select({
        row: Math.max(0, Math.min(rows.length - 1, from.row + step.row)),
        column: Math.max(0, Math.min((rows[0]?.cells.length ?? 1) - 1, from.column + step.column)),
      });
      return true;
    }
    if (!this.range || modifiers.has(event.key)) return false;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      this.#table.clear(this.range);
      return true;
    }
    if ((event.ctrlKey || event.metaKey) && /^[cxv]$/i.test(event.key)) return false;
    this.#select(undefined);
    return event.key === 'Escape';
  };

  readonly copy = (event: ClipboardEvent): boolean => {
    const { range } = this;
    if (!range || !event.clipboardData) return false;
    const cells = this.#table.texts(range);
    const table = element(
      'table',
      '',
      ...cells.map((row) => element('tr', '', ...row.map((text) => element('td', '', text)))),
    );
    event.clipboardData.setData('text/plain', writeCopied(cells));
    event.clipboardData.setData('text/html', table.outerHTML);
    if (event.type === 'cut') this.#table.clear(range);
    event.preventDefault();
    return true;
  };

  /** The pointer was pressed in a cell: where it goes with the button down, cells are selected. */
  follow(): void {
    const root = this.#table.dom.getRootNode();
    const move = (event: MouseEvent) => {
      if (event.buttons === 0) return stop();
      if (!(root instanceof ShadowRoot || root instanceof Document)) return;
      const box = root.elementFromPoint(event.clientX, event.clientY)?.closest('th, td');
      const grid = this.#table.grid();
      if (box instanceof HTMLTableCellElement && grid.contains(box))
        this.reach({ row: [...grid.rows].findIndex((row) => row.contains(box)), column: box.cellIndex });
    };
    const stop = () => {
      document.removeEventListener('mousemove', move);
      document.removeEventListener('mouseup', stop);
    };
    document.addEventListener('mousemove', move);
    document.addEventListener('mouseup', stop);
  }

  #select(corner: Place | undefined): void {
    this.#corner = corner;
    const { range } = this;
    for (const [row, line] of [...this.#table.grid().rows].entries())
      for (const [column, box] of [...line.cells].entries())
        box.classList.toggle('cm-cell-selected', range !== undefined && isIn({ row, column }, range));
    this.#table.dom.classList.toggle('cm-has-cells', range !== undefined);
    if (!range) return announce('No cells selected');
    const [rows, columns] = [
      range.last.row - range.first.row + 1,
      range.last.column - range.first.column + 1,
    ];
    announce(`Selected ${rows * columns === 1 ? '1 cell' : `${rows * columns} cells`}`);
  }
}

const isIn = ({ row, column }: Place, { first, last }: CellRange): boolean =>
  row >= first.row && row <= last.row && column >= first.column && column <= last.column;
