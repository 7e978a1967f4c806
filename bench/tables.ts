/** Tables in Markdown. */
import type { ByTarget } from './browser.ts';
import { formatValue, ratio } from './goals.ts';
import type { Figure } from './statistics.ts';

export function markdownTable(head: string[], lines: string[][]): string {
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

/** The figure with the range of its rounds. */
export function formatFigure({ value, low, high }: Figure): string {
  return low === high
    ? formatValue(value)
    : `${formatValue(value)} (${formatValue(low)} to ${formatValue(high)})`;
}

/** A table of figures without a baseline. */
export function figureTable<Name extends string>(
  title: string,
  found: Record<Name, Figure>,
  rows: Record<Name, string>,
): string[] {
  const lines: string[][] = [];
  for (const name in rows) lines.push([rows[name], formatFigure(found[name])]);
  return [`### ${title}`, markdownTable(['', 'console'], lines)];
}

/** A table with a column for each target, and the console's ratio to each of the others. */
export function comparisonTable<Name extends string>(
  title: string,
  found: ByTarget<Record<Name, Figure>>,
  rows: Partial<Record<Name, string>>,
): string[] {
  const { console, ...others } = found;
  const columns = Object.entries(others);
  const lines: string[][] = [];
  for (const name in rows) {
    const own = console[name];
    const ratios = columns.map(([, other]) => {
      const { value } = ratio(own, other[name]);
      return Number.isFinite(value) ? value.toFixed(2) : '';
    });
    const values = columns.map(([, other]) => formatFigure(other[name]));
    lines.push([rows[name] ?? '', ...values, formatFigure(own), ...ratios]);
  }
  const names = columns.map(([name]) => name);
  const head = ['', ...names, 'console', ...names.map((name) => `× ${name}`)];
  return [`### ${title}`, markdownTable(head, lines)];
}
