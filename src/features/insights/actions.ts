import { formatCsv } from '#src/lib/text/csv.ts';
import { datedFileName, downloadText } from '#src/lib/text/download.ts';
import { type EventRow, numberOf, textOf } from './queries.ts';
import type { DayOfViews } from './views-chart.tsx';

interface DownloadedFigures {
  days: readonly DayOfViews[];
  pages: readonly EventRow[];
  /** Undefined where a section is chosen. */
  ofSite: Record<'searches' | 'missing', readonly EventRow[]> | undefined;
}

/** Downloads what the screen shows as one table: figures of each kind with their names. */
export function downloadFigures(title: string, { days, pages, ofSite }: DownloadedFigures): void {
  const rows: (string | number)[][] = [
    ['kind', 'name', 'detail', 'number'],
    ...days.flatMap(({ day, people, agents, visitors }) => [
      ['views of people', day, '', people],
      ['views of agents', day, '', agents],
      ...(visitors === undefined ? [] : [['visitors', day, '', visitors]]),
    ]),
    ...pages.map((row) => [
      'views of a page',
      textOf(row, 'pageTitle'),
      textOf(row, 'urlPath'),
      numberOf(row, 'eventsCount'),
    ]),
    ...(ofSite ? siteRows(ofSite) : []),
  ];
  downloadText(datedFileName(`Insights of ${title}`, 'csv'), formatCsv(rows));
}

const siteRows = ({ searches, missing }: NonNullable<DownloadedFigures['ofSite']>) => [
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
