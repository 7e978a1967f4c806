import type { ErrorDetail, SiteRedirectInput } from '#api/generated/types.gen.ts';
import { parseTable } from '#src/lib/text/csv.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { matchColumns } from '#src/lib/text/table-columns.ts';

/** The server takes so many redirects at once. */
const MAX_ROWS = 500;

/** The columns of a file: of an import, and of an export. */
export const columnHeadings = ['source', 'target', 'append rest', 'status'];

/** The redirects of a file with their line numbers, or why it can't be imported. */
export type ParsedRedirectFile =
  | { redirects: SiteRedirectInput[]; lines: number[]; ignored: string[] }
  | { problems: string[] };

const booleans = new Map([
  ['', false],
  ['no', false],
  ['false', false],
  ['yes', true],
  ['true', true],
]);
const statuses = new Map<string, 301 | 302>([
  ['', 301],
  ['301', 301],
  ['302', 302],
]);

/** Parses a CSV with the columns `source` and `target`, and optionally `append rest` (yes or no) and `status`. */
export function parseRedirectFile(text: string): ParsedRedirectFile {
  const table = parseTable(text);
  if (table.error !== null) return { problems: [table.error] };
  const find = (heading: string) => columnHeadings.find((known) => known === heading.trim().toLowerCase());
  const { indexes, ignored } = matchColumns(table, find, columnHeadings);
  const missing = ['source', 'target'].filter((name) => !indexes.has(name));
  if (missing.length > 0)
    return { problems: [`Line 1: the column “${missing.join('” and “')}” is missing.`] };
  if (table.lines.length === 0) return { problems: ['There are no rows below the headings.'] };
  if (table.lines.length > MAX_ROWS) {
    return {
      problems: [
        `${formatNumber(table.lines.length)} rows. Import at most ${formatNumber(MAX_ROWS)} at once.`,
      ],
    };
  }
  const problems: string[] = [];
  const redirects = table.lines.map(({ line, cells }): SiteRedirectInput => {
    const cell = (name: string) => (cells[indexes.get(name) ?? -1] ?? '').trim();
    const appendRest = booleans.get(cell('append rest').toLowerCase());
    const status = statuses.get(cell('status'));
    if (appendRest === undefined) problems.push(`Line ${line}: “append rest” must be yes or no.`);
    if (status === undefined) problems.push(`Line ${line}: “status” must be 301 or 302.`);
    return {
      source: cell('source'),
      target: cell('target'),
      appendRest: appendRest ?? false,
      status: status ?? 301,
    };
  });
  if (problems.length > 0) return { problems };
  return {
    redirects,
    lines: table.lines.map(({ line }) => line),
    ignored: ignored.map(({ heading, number }) => heading || `column ${number}`),
  };
}

/** The server's problems of an import, as sentences with the lines of the file. */
export function describeProblems(details: readonly ErrorDetail[], lines: readonly number[]): string[] {
  return details.map(({ path = '', message }) => {
    const [, row = '', field] = /^body\.redirects\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
    const line = lines[Number(row)];
    if (row === '' || line === undefined) return message;
    return `Line ${line}${field === undefined ? '' : `, ${field}`}: ${message}`;
  });
}
