import { formatCsv } from '#src/lib/text/csv.ts';
import { datedFileName, downloadText } from '#src/lib/text/download.ts';
import { type EventRow, numberOf, textOf } from './queries.ts';
import type { DayOfViews } from './views-chart.tsx';

/** Downloads what the screen shows as one table: figures of each kind with their names. */
export function downloadFigures(
  title: string,
  {
    days,
    pages,
    searches,
    missing,
  }: {
    days: readonly DayOfViews[];
    pages: readonly EventRow[];
    searches: readonly EventRow[];
    missing: readonly EventRow[];
  },
): void {
  const rows: (string | number)[][] = [
    ['kind', 'name', 'detail', 'number'],
    ...days.flatMap(({ day, people, agents, visitors }) => [
      ['views of people', day, '', people],
      ['views of agents', day, '', agents],
      ['visitors', day, '', visitors],
    ]),
    ...pages.map((row) => [
      'views of a page',
      textOf(row, 'pageTitle'),
      textOf(row, 'urlPath'),
      numberOf(row, 'eventsCount'),
    ]),
    ...searches.flatMap((row) => [
      ['searches', textOf(row, 'eventSearchQuery'), '', numberOf(row, 'eventsCount')],
      ['searches without a result', textOf(row, 'eventSearchQuery'), '', numberOf(row, 'withoutResultCount')],
    ]),
    ...missing.map((row) => [
      'broken addresses',
      textOf(row, 'urlPath'),
      textOf(row, 'referrerDomain'),
      numberOf(row, 'eventsCount'),
    ]),
  ];
  downloadText(datedFileName(`Insights of ${title}`, 'csv'), formatCsv(rows));
}
