import { linkOptions } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import { completeList } from '#src/api/paging.ts';
import { countColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { type EventRow, numberOf, type SitePath, textOf } from './queries.ts';

const views = countColumn<EventRow>({
  id: 'views',
  header: 'Views',
  phone: 'aside',
  count: (row) => numberOf(row, 'eventsCount'),
  noun: 'view',
});

/** As many rows as a list shows; the file has all. */
const TOP = 20;

const nothing = (title: string, text: string) => (
  <EmptyState icon={<Waypoints />} title={title}>
    {text}
  </EmptyState>
);

/** How a number differs from that of the time before: "+20 %"; "New" where it was nothing. */
export function describeChange(count: number, before: number): string {
  if (before === 0) return count === 0 ? '–' : 'New';
  const percent = Math.round((count / before - 1) * 100);
  return percent === 0 ? '±0 %' : `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))} %`;
}

const pageKey = (row: EventRow) => `${textOf(row, 'siteSpace')} ${textOf(row, 'page')}`;
/** The title of a page; of one that was deleted, or that the member may not read, it is unknown. */
export const pageName = (row: EventRow) => textOf(row, 'pageTitle') || 'A page that you can’t see';

const pageColumn: Column<EventRow> = { id: 'page', header: 'Page', cell: pageName };
const pathColumn: Column<EventRow> = {
  id: 'path',
  header: 'Path',
  grow: true,
  from: 'md',
  phone: 'hidden',
  cell: (row) => <span className="truncate text-ink-soft">{textOf(row, 'urlPath')}</span>,
};

/** The pages that are read most, with what has changed since the time before. */
export function PagesTable({ rows, before }: { rows: readonly EventRow[]; before: readonly EventRow[] }) {
  const former = new Map(before.map((row) => [pageKey(row), numberOf(row, 'eventsCount')]));
  const columns: Column<EventRow>[] = [
    pageColumn,
    pathColumn,
    {
      id: 'change',
      header: 'Change',
      width: '6rem',
      align: 'end',
      phone: 'meta',
      cell: (row) => describeChange(numberOf(row, 'eventsCount'), former.get(pageKey(row)) ?? 0),
    },
    views,
  ];
  return (
    <DataTable
      label="Pages"
      noun="page"
      list={completeList(rows.slice(0, TOP))}
      columns={columns}
      rowId={pageKey}
      rowName={pageName}
      empty={nothing('No page was read', 'Nobody opened a page of the site in this time.')}
    />
  );
}

const searchColumns: readonly Column<EventRow>[] = [
  {
    id: 'words',
    header: 'Searched for',
    cell: (row) => textOf(row, 'eventSearchQuery') || 'Words of fewer than three visitors a day',
  },
  countColumn({
    id: 'without',
    header: 'No result',
    phone: 'meta',
    count: (row) => numberOf(row, 'withoutResultCount'),
    noun: 'without a result',
    nouns: 'without a result',
  }),
  countColumn({
    id: 'opened',
    header: 'Opened',
    from: 'md',
    phone: 'hidden',
    count: (row) => numberOf(row, 'openedCount'),
    noun: 'opened result',
  }),
  {
    id: 'rank',
    header: 'Rank',
    width: '5rem',
    align: 'end',
    from: 'md',
    phone: 'hidden',
    cell: (row) => (row.averageRank === null ? '–' : formatNumber(numberOf(row, 'averageRank'))),
  },
  countColumn({
    id: 'searches',
    header: 'Searches',
    phone: 'aside',
    count: (row) => numberOf(row, 'eventsCount'),
    noun: 'search',
    nouns: 'searches',
  }),
];

/** What readers search for. */
export function SearchesTable({ label, rows }: { label: string; rows: readonly EventRow[] }) {
  return (
    <DataTable
      label={label}
      noun="search"
      nouns="searches"
      list={completeList(rows.slice(0, TOP))}
      columns={searchColumns}
      rowId={(row) => textOf(row, 'eventSearchQuery')}
      rowName={(row) => textOf(row, 'eventSearchQuery')}
      empty={nothing('No searches', 'What readers search for appears here.')}
    />
  );
}

const missingColumns: readonly Column<EventRow>[] = [
  {
    id: 'path',
    header: 'Address',
    cell: (row) => <code className="truncate">{textOf(row, 'urlPath') || 'Other addresses'}</code>,
    tip: (row) => textOf(row, 'urlPath') || undefined,
  },
  {
    id: 'referrer',
    header: 'From',
    grow: true,
    phone: 'meta',
    cell: (row) => textOf(row, 'referrerDomain') || 'Unknown',
  },
  countColumn({
    id: 'requests',
    header: 'Requests',
    phone: 'aside',
    count: (row) => numberOf(row, 'eventsCount'),
    noun: 'request',
  }),
];

/** Addresses that led readers nowhere, each with the way to mend it. */
export function MissingTable({ path, rows }: { path: SitePath; rows: readonly EventRow[] }) {
  const { organizationId, siteId } = path;
  return (
    <DataTable
      label="Broken addresses"
      noun="address"
      nouns="addresses"
      list={completeList(rows)}
      columns={missingColumns}
      rowId={(row) => `${textOf(row, 'urlPath')} ${textOf(row, 'referrerDomain')}`}
      rowName={(row) => textOf(row, 'urlPath')}
      rowLink={(row) =>
        linkOptions({
          to: '/o/$organizationId/sites/$siteId/redirects',
          params: { organizationId, siteId },
          search: { dialog: 'new' as const, from: textOf(row, 'urlPath') },
        })
      }
      empty={nothing('No broken addresses', 'Every address that readers opened led somewhere.')}
    />
  );
}

/** Names with a number each: hosts that readers come from, agents. */
export function NamesTable({
  label,
  noun,
  rows,
  nameOf,
}: {
  label: string;
  noun: string;
  rows: readonly EventRow[];
  nameOf: (row: EventRow) => string;
}) {
  const columns: Column<EventRow>[] = [{ id: 'name', header: label, cell: nameOf }, views];
  return (
    <DataTable
      label={label}
      noun={noun}
      list={completeList(rows)}
      columns={columns}
      rowId={nameOf}
      rowName={nameOf}
      empty={nothing(`No ${noun}s`, 'There were none in this time.')}
    />
  );
}
