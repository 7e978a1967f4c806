import { formatNumber, nounFor, relativeTime } from '#src/lib/text/format.ts';
import type { Column } from './data-table.tsx';

type ColumnStart<Row> = Omit<Column<Row>, 'cell' | 'tip' | 'tipTime' | 'before' | 'after'>;

interface TimeColumn<Row> extends ColumnStart<Row> {
  time: (row: Row) => string | null | undefined;
  /** Shown without a time: "Never". */
  absent?: string;
  /** The verb of the time on phones: "Seen" gives "Seen 2 days ago" and "Never seen". */
  event?: string;
}

/** A column of times: relative, with the exact time on hover. */
export function timeColumn<Row>({ time, absent, event, ...column }: TimeColumn<Row>): Column<Row> {
  return {
    width: '9rem',
    ...column,
    cell: (row) => relativeTime(time(row) ?? '') || absent,
    tipTime: (row) => time(row) || undefined,
    before: (row) => (time(row) ? event : undefined),
    after: (row) => (time(row) ? undefined : event?.toLowerCase()),
  };
}

interface CountColumn<Row> extends ColumnStart<Row> {
  count: (row: Row) => number;
  /** For phones: "3 members". */
  noun: string;
  /** If not the noun with an "s". */
  nouns?: string;
}

/** A column of numbers. */
export function countColumn<Row>({ count, noun, nouns, ...column }: CountColumn<Row>): Column<Row> {
  return {
    width: '5.5rem',
    align: 'end',
    ...column,
    cell: (row) => formatNumber(count(row)),
    after: (row) => nounFor(count(row), noun, nouns),
  };
}
