import { describe, expect, it } from 'vitest';
import { parseCsv } from '#src/lib/testing/parse-csv.ts';
import { parseTable, parseCells, formatCells, formatCsv } from './csv.ts';

describe('formatCsv', () => {
  it('quotes cells that contain a separator, a quote or a line break', () => {
    expect(formatCsv([['a', 'say "hi"', 'x,y', 'two\nlines', 3]])).toBe(
      '\uFEFFa,"say ""hi""","x,y","two\nlines",3\r\n',
    );
  });

  it.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\t=1'])('keeps %j as text', (text) => {
    expect(formatCsv([[text]])).toContain(`'${text}`);
  });

  it('does not change numbers with a sign', () => {
    expect(formatCsv([['-3', '+4.5', -2]])).toBe('\uFEFF-3,+4.5,-2\r\n');
  });
});

describe('parseCsv', () => {
  it('parses the output of formatCsv', () => {
    const rows = [
      ['name', 'note'],
      ['=HYPERLINK("x")', 'a "quoted", word'],
      ['Ünï', 'two\nlines'],
    ];
    expect(parseCsv(formatCsv(rows))).toEqual(rows);
  });

  it.each([
    ['semicolons', 'a;b\n1;2'],
    ['tabs', 'a\tb\r\n1\t2\r\n'],
    ['spaces around', ' a , b \n 1 , 2 \n\n'],
    ['old line ends', 'a,b\r1,2'],
  ])('parses %s', (_, text) => {
    expect(parseCsv(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('keeps empty fields and drops empty lines', () => {
    expect(parseCsv('a,,c\n\n,,\nd,"",f')).toEqual([
      ['a', '', 'c'],
      ['d', '', 'f'],
    ]);
  });

  it('parses a file whose last quote is missing', () => {
    expect(parseCsv('a,b\n1,"two')).toEqual([
      ['a', 'b'],
      ['1', 'two'],
    ]);
  });

  it('returns no rows for an empty text', () => {
    expect(parseCsv('')).toEqual([]);
  });
});

describe('parseTable', () => {
  it('counts lines as a spreadsheet does, including empty ones', () => {
    expect(parseTable('\na,b\n\n1,"two\nlines"\n,\n3,4\n\n')).toEqual({
      headings: ['a', 'b'],
      lines: [
        { line: 4, cells: ['1', 'two\nlines'] },
        { line: 6, cells: ['3', '4'] },
      ],
      emptyLines: 3,
      error: null,
    });
  });

  it('names the line with the unclosed quote', () => {
    expect(parseTable('a,b\n1,2\n3,"4\n5,6').error).toContain('Line 3');
  });

  it('keeps text after a closing quote', () => {
    expect(parseTable('a,b\n"x"y,2').lines[0]?.cells).toEqual(['xy', '2']);
  });

  it.each([
    ['a `sep=` line', 'sep=;\r\na;b,c\r\n1;2', ['a', 'b,c']],
    ['a separator inside quotes', '"a, b, c";d\n1;2', ['a, b, c', 'd']],
    ['a byte order mark', '\uFEFFa\tb\n1\t2', ['a', 'b']],
  ])('finds the headings with %s', (_, text, headings) => {
    expect(parseTable(text)).toMatchObject({ headings, lines: [{ cells: ['1', '2'] }] });
  });
});

describe('parseCells', () => {
  it('keeps the position of every cell, including empty ones', () => {
    expect(parseCells('a\t\tc\r\n\t\t\r\n"x\ty"\t"say ""hi"""\tz\r\n')).toEqual([
      ['a', '', 'c'],
      ['', '', ''],
      ['x\ty', 'say "hi"', 'z'],
    ]);
    expect(parseCells('1,5; 2')).toEqual([['1,5; 2']]);
    expect(parseCells('')).toEqual([['']]);
  });

  it('parses the output of formatCells', () => {
    const rows = [
      ['a\tb', '"c"'],
      ['', 'd'],
    ];
    expect(parseCells(formatCells(rows))).toEqual(rows);
  });
});
