import { parseAttributes } from './raw-html.ts';

export interface HtmlCell {
  attributes: ReadonlyMap<string, string>;
  html: string;
  isHeader: boolean;
}

export type HtmlRow = readonly HtmlCell[];

/** A table in HTML: its cells as they are written. */
export interface HtmlTable {
  attributes: ReadonlyMap<string, string>;
  rows: readonly HtmlRow[];
}

const TAG = /<(\/?)(table|tr|th|td|thead|tbody|tfoot)\b([^<>]*)>/gi;
/** Longer tables are read as other HTML. */
const MAX_LENGTH = 200_000;

/** The rows of a table; undefined where another one is in it. */
export function readHtmlTable(html: string): HtmlTable | undefined {
  if (html.length > MAX_LENGTH) return undefined;
  let attributes: ReadonlyMap<string, string> | undefined;
  const rows: HtmlCell[][] = [];
  let cell: HtmlCell | undefined;
  let position = 0;
  const endCell = (end: number): void => {
    if (cell) cell.html = html.slice(position, end).trim();
    cell = undefined;
  };
  for (const { 0: tag, 1: slash, 2: element = '', 3: written = '', index } of html.matchAll(TAG)) {
    const name = element.toLowerCase();
    endCell(index);
    if (slash !== '') continue;
    if (name === 'table') {
      if (attributes) return undefined;
      attributes = parseAttributes(written);
    } else if (name === 'tr') rows.push([]);
    else if (name === 'td' || name === 'th') {
      cell = { attributes: parseAttributes(written), html: '', isHeader: name === 'th' };
      rows.at(-1)?.push(cell);
      position = index + tag.length;
    }
  }
  endCell(html.length);
  return attributes && { attributes, rows };
}
