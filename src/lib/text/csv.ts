/** Text that a spreadsheet would run as a formula. */
const formulaPrefix = /^[=+\-@\t\r]/;

/** A number may start with a sign. */
const isNumber = /^[+-]?\d+([.,]\d+)?$/;

/**
 * Formats rows as CSV (RFC 4180, CRLF, with a byte order mark so that spreadsheets read UTF-8). Text that looks like a
 * formula gets a leading apostrophe.
 */
export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;
}

function formatCell(value: string | number): string {
  const text = String(value);
  const safe = formulaPrefix.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line below the heading of a table. */
export interface TableLine {
  /** Row number in a spreadsheet; the heading is row 1, and empty lines count. */
  line: number;
  cells: string[];
}

export interface Table {
  headings: string[];
  lines: TableLine[];
  emptyLines: number;
  /** The parse error with its line; null if there is none. */
  error: string | null;
}

/**
 * Parses CSV: quoted fields, separated by commas, semicolons or tabs, any line ends, with or without a byte order
 * mark or a line like `sep=;`. Removes the apostrophes that `formatCsv` adds.
 */
export function parseTable(text: string): Table {
  const marked = /^\uFEFF?(?:sep=([,;\t])(?:\r\n|\r|\n))?/i.exec(text);
  const source = text.slice(marked?.[0].length ?? 0);
  const { rows, openQuote } = parseRows(source, marked?.[1] ?? detectSeparator(source));
  const isFilled = (cells: readonly string[]) => cells.some(Boolean);
  const first = rows.findIndex(isFilled);
  const offset = marked?.[1] === undefined ? 1 : 2;
  const below = first < 0 ? [] : rows.slice(first + 1);
  // A final line break doesn't start another line.
  while (below.length > 0 && !isFilled(below.at(-1) ?? [])) below.pop();
  const lines = below
    .map((cells, index) => ({ line: first + index + 1 + offset, cells }))
    .filter(({ cells }) => isFilled(cells));
  return {
    headings: rows[first] ?? [],
    lines,
    emptyLines: Math.max(first, 0) + below.length - lines.length,
    error: openQuote === null ? null : `Line ${openQuote + offset}: closing quotation mark is missing.`,
  };
}

/** Parses cells copied from a spreadsheet: tab-separated, one line per row, quoted where needed. Keeps empty rows. */
export function parseCells(text: string): string[][] {
  return parseRows(text.replace(/\r?\n$/, ''), '\t').rows;
}

/** Formats cells as spreadsheets put them on the clipboard. */
export function formatCells(rows: readonly (readonly string[])[]): string {
  const write = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map(write).join('\t')).join('\n');
}

/** `openQuote` is the index of the row with a quote that is never closed. */
function parseRows(source: string, separator: string): { rows: string[][]; openQuote: number | null } {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  let openQuote: number | null = null;
  while (at <= source.length) {
    const { cell, end, isOpen } = parseCell(source, at, separator);
    if (isOpen) openQuote = rows.length;
    row.push(cell);
    const ends = source[end] !== separator;
    if (ends) {
      rows.push(row);
      row = [];
    }
    at = end + (source.startsWith('\r\n', end) ? 2 : 1);
  }
  return { rows, openQuote };
}

function parseCell(source: string, start: number, separator: string) {
  const quoted = /[ ]*"((?:[^"]|"")*)("|$)/y;
  quoted.lastIndex = start;
  const match = quoted.exec(source);
  const from = match ? quoted.lastIndex : start;
  const end = findCellEnd(source, from, separator);
  // Text after a closing quote belongs to the cell, as in spreadsheets.
  const inside = match?.[1]?.replaceAll('""', '"') ?? '';
  return { cell: stripFormulaGuard(inside + source.slice(from, end)), end, isOpen: match?.[2] === '' };
}

function findCellEnd(source: string, from: number, separator: string): number {
  let at = from;
  while (at < source.length && source[at] !== separator && source[at] !== '\n' && source[at] !== '\r')
    at += 1;
  return at;
}

function stripFormulaGuard(cell: string): string {
  const text = cell.trim();
  return text.startsWith("'") && formulaPrefix.test(text.slice(1)) ? text.slice(1) : text;
}

/** The most frequent separator of the first line, outside quotes; some locales use semicolons. */
function detectSeparator(source: string): string {
  const [line = ''] = source
    .slice(0, 20_000)
    .replace(/^[\r\n ]+/, '')
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ',';
}
