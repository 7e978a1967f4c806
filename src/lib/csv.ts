/** A text that a spreadsheet would run as a formula when it opens the file. */
const beginsFormula = /^[=+\-@\t\r]/;

/** A number may begin with its sign. */
const isNumber = /^[+-]?\d+([.,]\d+)?$/;

/**
 * Writes rows as CSV (RFC 4180, CRLF, a byte order mark so that spreadsheets read it as UTF-8). A text that a
 * spreadsheet would take for a formula gets an apostrophe in front, which keeps it a text.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(writeCell).join(',')).join('\r\n')}\r\n`;
}

function writeCell(value: string | number): string {
  const text = String(value);
  const safe = beginsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Reads CSV: fields in double quotes, commas, semicolons or tabs between them, any line ends, with or without a byte
 * order mark. Apostrophes that `writeCsv` has put in front are taken off; empty lines are left out.
 *
 * @returns rows of trimmed texts; a quote that is never closed ends with the file
 */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  return readRows(source, separatorOf(source)).filter((row) => row.some(Boolean));
}

/**
 * Reads cells that were copied from a spreadsheet: tabs between them, a line for each row, quotes around what holds
 * either. Empty rows stay, as they stand for cells.
 */
export function readCells(text: string): string[][] {
  return readRows(text.replace(/\r?\n$/, ''), '\t');
}

/** Writes cells as spreadsheets put them on the clipboard. */
export function writeCells(rows: readonly (readonly string[])[]): string {
  const write = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map(write).join('\t')).join('\n');
}

function readRows(source: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= source.length) {
    const { cell, end } = readCell(source, at, separator);
    row.push(cell);
    const ends = source[end] !== separator;
    if (ends) {
      rows.push(row);
      row = [];
    }
    at = end + (source.startsWith('\r\n', end) ? 2 : 1);
  }
  return rows;
}

function readCell(source: string, start: number, separator: string): { cell: string; end: number } {
  const quoted = /[ ]*"((?:[^"]|"")*)("|$)[^\r\n]?/y;
  quoted.lastIndex = start;
  const match = quoted.exec(source);
  if (match) {
    const [, inside = ''] = match;
    const closed = start + match[0].indexOf('"') + inside.length + 2;
    return { cell: withoutMark(inside.replaceAll('""', '"')), end: endOfCell(source, closed, separator) };
  }
  const end = endOfCell(source, start, separator);
  return { cell: withoutMark(source.slice(start, end)), end };
}

function endOfCell(source: string, from: number, separator: string): number {
  let at = from;
  while (at < source.length && source[at] !== separator && source[at] !== '\n' && source[at] !== '\r')
    at += 1;
  return at;
}

function withoutMark(cell: string): string {
  const text = cell.trim();
  return text.startsWith("'") && beginsFormula.test(text.slice(1)) ? text.slice(1) : text;
}

/** The separator that the first line has most of; spreadsheets of some languages write semicolons. */
function separatorOf(source: string): string {
  const [line = ''] = source.split(/\r?\n/, 1);
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ',';
}
