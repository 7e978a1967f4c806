import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addColumn,
  addRow,
  alignColumn,
  alignmentsOf,
  cellsIn,
  changedPart,
  clearCells,
  moveColumn,
  moveRow,
  pasteCells,
  rangeBetween,
  readCopied,
  readRows,
  removeColumn,
  removeRow,
  setCell,
  writeCopied,
} from './table-text.ts';

const table = ['| Name  | Value |', '|:------|------:|', '| owl   | a \\| b |', '| lamp |'];

describe('a table', () => {
  it('is read with bars in its cells and cells that are missing', () => {
    expect(readRows(table)).toEqual([
      ['Name', 'Value'],
      ['owl', 'a | b'],
      ['lamp', ''],
    ]);
    expect(alignmentsOf(table)).toEqual(['left', 'right']);
    expect(readRows(['a | b', '--|--', 'c | d'])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('has other bytes only in the cell that is changed', () => {
    expect(setCell(table, 1, 0, 'an owl | two\nlines')).toEqual([
      ...table.slice(0, 2),
      '| an owl \\| two<br>lines   | a \\| b |',
      '| lamp |',
    ]);
    expect(setCell(table, 2, 1, 'x')[3]).toBe('| lamp | x |');
    expect(setCell(['||', '|-|'], 0, 0, 'x')[0]).toBe('|x|');
  });

  it('keeps the other lines as they are where rows come, go and move', () => {
    expect(addRow(table, 0)[2]).toBe('|   |   |');
    expect(addRow(table, 0).toSpliced(2, 1)).toEqual(table);
    expect(removeRow(table, 1)).toEqual([...table.slice(0, 2), '| lamp |']);
    expect(removeRow(table, 0)).toEqual(table);
    expect(moveRow(table, 2, -1)).toEqual([...table.slice(0, 2), table[3], table[2]]);
    expect(moveRow(table, 1, -1)).toEqual(table);
  });

  it('has columns added, removed, moved and aligned', () => {
    expect(addColumn(table, 0)).toEqual([
      '| Name  |   | Value |',
      '|:------| --- |------:|',
      '| owl   |   | a \\| b |',
      '| lamp |   |',
    ]);
    expect(removeColumn(table, 0)[2]).toBe('| a \\| b |');
    expect(moveColumn(table, 0, 1).map((line) => line.length > 0)).toEqual([true, true, true, true]);
    expect(moveColumn(table, 0, 1)[2]).toBe('| a \\| b | owl   |');
    expect(alignColumn(table, 0, 'center')[1]).toBe('|:---:|------:|');
  });

  it('takes the cells of a spreadsheet, and grows for them', () => {
    const copied = readCopied('1\t"two ""2"""\n3\t4\n') ?? [];
    expect(copied).toEqual([
      ['1', 'two "2"'],
      ['3', '4'],
    ]);
    expect(readCopied('words')).toBeUndefined();
    expect(readRows(pasteCells(table, 2, 1, copied))).toEqual([
      ['Name', 'Value', ''],
      ['owl', 'a | b', ''],
      ['lamp', '1', 'two "2"'],
      ['', '3', '4'],
    ]);
  });

  it('has in each cell what was written there, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(2), fc.nat(1), (text, row, column) => {
        const written = text.replaceAll(/\s+/g, ' ').replaceAll('\\', '/').trim();
        const rows = readRows(setCell(table, row, column, written));
        expect(rows).toEqual(
          readRows(table).map((cells, at) => (at === row ? cells.with(column, written) : cells)),
        );
      }),
    );
  });

  it('empties selected cells only, and copies them so that a paste gives the same', () => {
    const lines = ['| a | b  | c |', '|---|:-:|---|', '| 1 | "2\\|" |  3 |', '| 4 |  5  | |'];
    const range = rangeBetween({ row: 2, column: 2 }, { row: 1, column: 1 });
    expect(cellsIn(lines, range)).toEqual([
      ['"2|"', '3'],
      ['5', ''],
    ]);
    expect(readCopied(writeCopied(cellsIn(lines, range)))).toEqual(cellsIn(lines, range));
    const cleared = clearCells(lines, range);
    expect(cleared.slice(0, 2)).toEqual(lines.slice(0, 2));
    expect(readRows(cleared).slice(1)).toEqual([
      ['1', '', ''],
      ['4', '', ''],
    ]);
  });
});

describe('the changed part of a table', () => {
  it('is what makes one text of the other, and no more where one is added or taken away', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '|', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { start, end } = changedPart(before, after);
        const insert = after.slice(start, after.length - end);
        expect(before.slice(0, start) + insert + before.slice(before.length - end)).toBe(after);
      }),
    );
    expect(changedPart('| a | b |', '| a | bc |')).toEqual({ start: 7, end: 2 });
    expect(changedPart('aa', 'aaa')).toEqual({ start: 2, end: 0 });
  });
});
