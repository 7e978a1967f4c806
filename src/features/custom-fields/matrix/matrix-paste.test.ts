import { expect, it } from 'vitest';
import { createField, createRow } from '#src/features/custom-fields/testing/matrix-fixtures.ts';
import { countCells, planPaste } from './matrix-file.ts';

const fields = [createField('owner', 'text'), createField('days', 'number')];
const rows = [
  createRow('Aft', 'Aft', { owner: 'Ada', days: 7 }),
  createRow('Bow', 'Bow'),
  createRow('Cabin', 'Cabin', {}, false),
];

const planOf = (cells: string[][], col = 1) =>
  planPaste({ cells, start: { row: 0, col } }, rows, fields).map(({ name, action, description }) => [
    name,
    action,
    description,
  ]);

it('pastes cells at their position, and empty ones clear values', () => {
  expect(
    planOf([
      ['', '7'],
      ['Grace', '1,5'],
    ]),
  ).toEqual([
    ['Aft', 'change', 'owner: Ada → –'],
    ['Bow', 'create', 'owner: – → Grace; days: – → 1.5'],
  ]);
  expect(planOf([['7'], ['2']], 2)).toEqual([
    ['Aft', 'skip', 'No changes.'],
    ['Bow', 'create', 'days: – → 2'],
  ]);
});

it('rejects rows with invalid values', () => {
  expect(planOf([['x', 'many'], ['x', '1', 'y'], ['x'], ['z']])).toEqual([
    ['Aft', 'block', 'days: “many” is not a number.'],
    ['Bow', 'block', 'Cells beyond the last field: 1.'],
    ['Cabin', 'block', 'You can’t edit this space.'],
    ['z', 'block', 'No space in this row.'],
  ]);
  expect(countCells({ cells: [['a', 'b'], ['c']], start: { row: 0, col: 1 } })).toBe(3);
});
