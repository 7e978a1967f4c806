/** The cells of a table at their places in its lines: what is changed is changed there, all else keeps its bytes. */

interface TableCell {
  /** Where it stands in its line, without the blanks around it. */
  from: number;
  to: number;
  /** What is written in it, without the signs before bars. */
  text: string;
}

export type Alignment = '' | 'left' | 'center' | 'right';

/** The lines of a table: its head, the line that parts it from the rows, and the rows. */
export type TableLines = readonly string[];

/** A row of a table is counted from 0 with the head; this is its line. */
export const lineOfRow = (row: number): number => (row === 0 ? 0 : row + 1);

const rowCount = (lines: TableLines): number => Math.max(1, lines.length - 1);

/** A line between its bars. */
interface Parts {
  lead: string;
  parts: string[];
  tail: string;
}

function split(line: string): Parts {
  const [lead = ''] = /^(?:[ \t]*>)*[ \t]*\|?/.exec(line) ?? [];
  const parts = line.slice(lead.length).split(/(?<!\\)\|/);
  const last = parts.at(-1) ?? '';
  if (parts.length > 1 && last.trim() === '') return { lead, parts: parts.slice(0, -1), tail: `|${last}` };
  return { lead, parts, tail: '' };
}

const join = ({ lead, parts, tail }: Parts): string => lead + parts.join('|') + tail;

/** Where the cells of a line are. */
export function cellsOf(line: string): TableCell[] {
  const { lead, parts } = split(line);
  let at = lead.length;
  return parts.map((part) => {
    const text = part.trim();
    const blank = text === '' ? Math.min(1, part.length) : part.length - part.trimStart().length;
    const from = at + blank;
    at += part.length + 1;
    return { from, to: from + text.length, text: text.replaceAll('\\|', '|') };
  });
}

/** The texts of all cells; each row has as many as the head. */
export function readRows(lines: TableLines): string[][] {
  const width = cellsOf(lines[0] ?? '').length;
  return Array.from({ length: rowCount(lines) }, (_, row) => {
    const cells = cellsOf(lines[lineOfRow(row)] ?? '');
    return Array.from({ length: width }, (_cell, column) => cells[column]?.text ?? '');
  });
}

/** How many lines and columns: tables with other ones are drawn anew. */
export const sizeOf = (lines: TableLines): string => `${lines.length} ${readRows(lines)[0]?.length ?? 0}`;

export const alignmentsOf = (lines: TableLines): Alignment[] =>
  cellsOf(lines[1] ?? '').map(({ text }) => {
    if (text.endsWith(':')) return text.startsWith(':') ? 'center' : 'right';
    return text.startsWith(':') ? 'left' : '';
  });

/** A text in one line, in which bars are letters. */
const inCell = (text: string): string =>
  text
    .replaceAll(/\s*\r?\n\s*/g, '<br>')
    .replaceAll('|', '\\|')
    .trim()
    // It would make a letter of the bar behind it.
    .replace(/\\$/, '\\ ');

/** Where two texts differ: from `start`, up to `end` characters before their end. */
export function changedPart(before: string, after: string): { start: number; end: number } {
  let [start, end] = [0, 0];
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start += 1;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}

/** The table with another text in a cell. */
export function setCell(lines: TableLines, row: number, column: number, text: string): string[] {
  return lines.map((line, index) => {
    if (index !== lineOfRow(row)) return line;
    const cell = cellsOf(line)[column];
    if (cell) return line.slice(0, cell.from) + inCell(text) + line.slice(cell.to);
    const written = split(line);
    const missing = column - written.parts.length;
    const parts = [...written.parts, ...Array.from({ length: missing }, () => '   '), ` ${inCell(text)} `];
    return join({ ...written, parts, tail: written.tail || '|' });
  });
}

/** The table with an empty row after another one; after the head it is the first one. */
export function addRow(lines: TableLines, row: number): string[] {
  const { lead, parts } = split(lines[0] ?? '');
  const empty = join({ lead, parts: parts.map(() => '   '), tail: '|' });
  const at = row === 0 ? 2 : lineOfRow(row) + 1;
  return [...lines.slice(0, at), lead.includes('|') ? empty : `| ${empty}`, ...lines.slice(at)];
}

/** The table without a row. The head stays. */
export const removeRow = (lines: TableLines, row: number): string[] =>
  row === 0 ? [...lines] : lines.filter((_, index) => index !== lineOfRow(row));

/** The table with a row in another place; the head stays where it is. */
export function moveRow(lines: TableLines, row: number, step: 1 | -1): string[] {
  const [from, to] = [lineOfRow(row), lineOfRow(row + step)];
  const [moved, other] = [lines[from], lines[to]];
  if (row === 0 || row + step === 0 || moved === undefined || other === undefined) return [...lines];
  return lines.map((line, index) => (index === from ? other : index === to ? moved : line));
}

const mapParts = (lines: TableLines, change: (parts: string[], line: number) => string[]): string[] =>
  lines.map((line, index) => {
    const written = split(line);
    return join({ ...written, parts: change(written.parts, index) });
  });

/** The table with an empty column after another one. */
export const addColumn = (lines: TableLines, column: number): string[] =>
  mapParts(lines, (parts, line) =>
    column < parts.length ? parts.toSpliced(column + 1, 0, line === 1 ? ' --- ' : '   ') : parts,
  );

/** The table without a column; the last one stays. */
export const removeColumn = (lines: TableLines, column: number): string[] =>
  cellsOf(lines[0] ?? '').length < 2
    ? [...lines]
    : mapParts(lines, (parts) => (column < parts.length ? parts.toSpliced(column, 1) : parts));

/** The table with a column in another place. */
export function moveColumn(lines: TableLines, column: number, step: 1 | -1): string[] {
  const width = cellsOf(lines[0] ?? '').length;
  const target = column + step;
  if (target < 0 || target >= width) return [...lines];
  return mapParts(lines, (parts) => {
    const padded = [...parts, ...Array.from({ length: Math.max(0, width - parts.length) }, () => '   ')];
    const [from = '', to = ''] = [padded[column], padded[target]];
    return padded.with(column, to).with(target, from);
  });
}

/** The table with another alignment of a column. */
export function alignColumn(lines: TableLines, column: number, alignment: Alignment): string[] {
  const sign = { '': '---', left: ':---', center: ':---:', right: '---:' }[alignment];
  return lines.map((line, index) => {
    const cell = index === 1 ? cellsOf(line)[column] : undefined;
    return cell ? line.slice(0, cell.from) + sign + line.slice(cell.to) : line;
  });
}

export interface Place {
  row: number;
  column: number;
}

/** Cells that are selected together, with both corners. */
export interface CellRange {
  first: Place;
  last: Place;
}

export const rangeBetween = (one: Place, other: Place): CellRange => ({
  first: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
  last: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
});

/** The texts of selected cells. */
export const cellsIn = (lines: TableLines, { first, last }: CellRange): string[][] =>
  readRows(lines)
    .slice(first.row, last.row + 1)
    .map((cells) => cells.slice(first.column, last.column + 1));

/** The table with nothing in selected cells. */
export function clearCells(lines: TableLines, { first, last }: CellRange): string[] {
  const [start, end] = [lineOfRow(first.row), lineOfRow(last.row)];
  return lines.map((line, index) => {
    if (index < start || index > end || index === 1) return line;
    // From the end, as those before keep their places.
    return cellsOf(line)
      .slice(first.column, last.column + 1)
      .reduceRight((cleared, { from, to }) => cleared.slice(0, from) + cleared.slice(to), line);
  });
}

/** Cells as a spreadsheet copies them: `readCopied` reads the same from it. */
export const writeCopied = (cells: readonly (readonly string[])[]): string =>
  cells
    .map((row) =>
      row.map((text) => (/^"|[\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'),
    )
    .join('\n');

/** More is not pasted. */
const maxPastedCells = 20_000;

/** The cells of a copied range of a spreadsheet; undefined for a text that is none, or that has too many. */
export function readCopied(text: string): string[][] | undefined {
  if (!text.includes('\t') && !/\n./.test(text)) return undefined;
  const rows: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*)/y;
  const whole = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  let count = 0;
  for (let at = 0; at <= whole.length; at += 1) {
    cell.lastIndex = at;
    const [written = '', quoted, plain = ''] = cell.exec(whole) ?? [];
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    count += 1;
    if (count > maxPastedCells) return undefined;
    at += written.length;
    if (whole[at] === '\n') rows.push([]);
  }
  return rows;
}

/** The table with copied cells from a cell on, and with as many rows and columns as they need. */
export function pasteCells(lines: TableLines, row: number, column: number, copied: string[][]): string[] {
  const width = Math.max(...copied.map(({ length }) => length));
  let table = [...lines];
  while (cellsOf(table[0] ?? '').length < column + width)
    table = addColumn(table, cellsOf(table[0] ?? '').length - 1);
  while (rowCount(table) < row + copied.length) table = addRow(table, rowCount(table) - 1);
  const lineOf = new Map(copied.map((cells, index) => [lineOfRow(row + index), cells]));
  return table.map((line, index) => {
    const cells = lineOf.get(index);
    if (!cells) return line;
    const written = split(line);
    const parts = [...written.parts];
    while (parts.length < column + cells.length) parts.push('   ');
    for (const [at, text] of cells.entries()) parts[column + at] = ` ${inCell(text)} `;
    return join({ ...written, parts });
  });
}
