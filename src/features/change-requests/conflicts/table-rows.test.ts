import { describe, expect, it } from 'vitest';
import { compareLines } from '#src/lib/compare/compare-lines.ts';
import { compareCells, isDelimiter, linesTouched, partTables } from './table-rows.ts';

const base = 'Ports:\n\n| Name | Port |\n| --- | ---: |\n| web | 80 |\n| a \\| b | 81 |\n\nEnd.\n';
const next = base.replace('80', '8080').replace('End.', 'The end of it.');

describe('a table in a conflict', () => {
  it('is told from the text around it', () => {
    const runs = partTables(compareLines(base, next));
    expect(runs.map(({ isTable, lines }) => [isTable, lines.length])).toEqual([
      [false, 2],
      [true, 4],
      [false, 3],
    ]);
    expect(runs[1]?.lines.map(({ text }) => isDelimiter(text))).toEqual([false, true, false, false]);
  });

  it('has the changed words of each cell, and bars that are letters', () => {
    const rows = partTables(compareLines(base, next))[1]?.lines.map(compareCells) ?? [];
    expect(rows[2]).toEqual([
      [{ kind: 'same', text: 'web' }],
      [
        { kind: 'removed', text: '80' },
        { kind: 'added', text: '8080' },
      ],
    ]);
    expect(rows[3]?.[0]).toEqual([{ kind: 'same', text: 'a | b' }]);
  });

  it('keeps a cell that the new row lacks, as removed', () => {
    const [row] = compareLines('| one two three | four |\n', '| one two three |\n');
    expect(row && compareCells(row)).toEqual([
      [{ kind: 'same', text: 'one two three' }],
      [{ kind: 'removed', text: 'four' }],
    ]);
  });

  it('is no table when it is a single line with bars', () => {
    expect(partTables(compareLines('', '| a |\n'))).toMatchObject([{ isTable: false }]);
  });
});

describe('the lines of the original that are shown', () => {
  it('are those that either version changed, removed or added to', () => {
    const removed = compareLines('a\nb\nc\nd\n', 'a\nb\nd\n');
    const added = compareLines('a\nb\nc\nd\n', 'new\na\nb\nc\nd\n');
    expect([...linesTouched([removed, added])]).toEqual([3, 1]);
  });
});
