import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { planLine, rejectedStep } from './matrix-file.ts';
import type { CellPosition } from './matrix-keys.ts';
import type { SpaceChange } from './value-changes.ts';

/** Pasted cells and the cell they start at. */
export interface PastedCells {
  cells: readonly (readonly string[])[];
  start: CellPosition;
}

/** Number of pasted cells. */
export const countCells = ({ cells }: PastedCells): number =>
  cells.reduce((count, line) => count + line.length, 0);

/**
 * Plans a paste, one step per row. Empty cells clear values, as in a spreadsheet; a row with an invalid value changes
 * nothing.
 *
 * @param rows the loaded spaces of the matrix, in order
 */
export function planPaste(
  { cells, start }: PastedCells,
  rows: readonly SpaceFieldValues[],
  fields: readonly CustomField[],
): PlannedStep<SpaceChange>[] {
  return cells.map((line, index) => {
    const row = rows[start.row + index];
    if (!row) return rejectedStep(index + 1, line.filter(Boolean)[0] ?? '', 'No space in this row.');
    const first = start.col - 1;
    const beyond = line.slice(fields.length - first).filter(Boolean).length;
    if (beyond > 0)
      return rejectedStep(index + 1, row.space.title, `Cells beyond the last field: ${beyond}.`);
    const columns = fields.slice(first, first + line.length).map((field, step) => ({ field, index: step }));
    return planLine(index + 1, line, row, columns, true);
  });
}
