import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { planLine, rejectedStep } from './matrix-file.ts';
import type { CellPosition } from './matrix-keys.ts';
import type { SpaceChange } from './value-changes.ts';

/** Cells that were pasted, and the cell where they begin. */
export interface PastedCells {
  cells: readonly (readonly string[])[];
  start: CellPosition;
}

/** How many cells were pasted. */
export const countCells = ({ cells }: PastedCells): number =>
  cells.reduce((count, line) => count + line.length, 0);

/**
 * What pasted cells would change, one step for each of their lines. An empty cell takes the value away, as it does in a
 * spreadsheet; a line with a value that its field does not take changes nothing.
 *
 * @param rows the spaces of the matrix from above, those that have been fetched
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
