import { parseTable } from '../text/csv.ts';

/** The rows of a CSV text, headings first, without empty lines. */
export function parseCsv(text: string): string[][] {
  const { headings, lines } = parseTable(text);
  return headings.length === 0 ? [] : [headings, ...lines.map(({ cells }) => cells)];
}
