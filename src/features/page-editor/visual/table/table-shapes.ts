/** Changes of rows and columns around a cell, and where the cell is then. */
import {
  addColumn,
  addRow,
  alignColumn,
  type Alignment,
  moveColumn,
  moveRow,
  type Place,
  removeColumn,
  removeRow,
  type TableLines,
} from './table-text.ts';

interface Reshaped {
  lines: string[];
  place: Place;
}

export type Reshape = (lines: TableLines, place: Place) => Reshaped;

export const rowAfter: Reshape = (lines, { row }) => ({
  lines: addRow(lines, row),
  place: { row: row + 1, column: 0 },
});

export const columnAfter: Reshape = (lines, { row, column }) => ({
  lines: addColumn(lines, column),
  place: { row, column: column + 1 },
});

export const withoutRow: Reshape = (lines, place) => ({ lines: removeRow(lines, place.row), place });

export const withoutColumn: Reshape = (lines, place) => ({ lines: removeColumn(lines, place.column), place });

/** The head stays where it is. */
export const rowMoved =
  (step: 1 | -1): Reshape =>
  (lines, { row, column }) => ({
    lines: moveRow(lines, row, step),
    place: { row: row === 0 ? 0 : Math.max(1, row + step), column },
  });

export const columnMoved =
  (step: 1 | -1): Reshape =>
  (lines, { row, column }) => ({
    lines: moveColumn(lines, column, step),
    place: { row, column: column + step },
  });

export const columnAligned =
  (alignment: Alignment): Reshape =>
  (lines, place) => ({ lines: alignColumn(lines, place.column, alignment), place });
