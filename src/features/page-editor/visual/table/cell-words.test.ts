import { describe, expect, it } from 'vitest';
import { wordsInCells, wordsInTable } from './cell-words.ts';

const table = ['| Name | Size |', '|------|-----:|', String.raw`| a \| b owl | 3 |`, '| lamp |'];
const text = table.join('\n');

const wordsAt = (words: string, id = words) => {
  const from = text.indexOf(words);
  // The table is the second block of its page.
  const draw = (): never => {
    throw new Error('Nothing is drawn');
  };
  return { id, isOpen: false, draw, from: from + 7, to: from + 7 + words.length };
};

/** Row, column and place of the words in each cell. */
const read = (...words: string[]) =>
  wordsInCells(
    table,
    7,
    words.map((one) => wordsAt(one)),
  ).map(({ row, column, from, to }) => [row, column, from, to]);

describe('words in a table', () => {
  it('are at their places in the text of a cell', () => {
    expect(read('Size')).toEqual([[0, 1, 0, 4]]);
    expect(read(String.raw`\| b`, 'owl')).toEqual([
      [1, 0, 2, 5],
      [1, 0, 6, 9],
    ]);
  });

  it('are in each cell that they go over, but not in bars and in the line below the head', () => {
    expect(read('Size |\n|------|-----:|\n| a')).toEqual([
      [0, 1, 0, 4],
      [1, 0, 0, 1],
    ]);
    expect(read('-----:')).toEqual([]);
    expect(read('lamp |')).toEqual([[2, 0, 0, 4]]);
  });

  it('have the shortest ones last, which are drawn', () => {
    expect(read('owl', 'b owl')).toEqual([
      [1, 0, 4, 9],
      [1, 0, 6, 9],
    ]);
  });

  it('that are selected in a cell are at their place in the line of it', () => {
    const selected = (column: number, cell: string, words: string) => {
      const from = cell.indexOf(words);
      const range = wordsInTable(table, { row: 1, column }, cell, { from, to: from + words.length });
      return range && text.slice(range.from, range.to);
    };
    expect(selected(0, 'a | b owl', 'owl')).toBe('owl');
    expect(selected(0, 'a | b owl', '| b')).toBe(String.raw`\| b`);
    expect(selected(1, ' 3 ', '3')).toBe('3');
    expect(selected(1, '3', '3')).toBe('3');
    expect(selected(2, '', '')).toBeUndefined();
  });
});
