import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** One column of a table. Defined at module scope, so that rows need not render again because of it. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Plain content: no state, no effects, no menus or tooltips of its own (`data-tip` is enough). */
  cell: (row: Row) => ReactNode;
  /** CSS width: `9rem`, `20%`. One column, usually the first, has none and takes the rest. */
  width?: string;
  align?: 'end';
  /** The server's sort key; makes the header a button. */
  sort?: string;
  /** Minimum window width to show the column. */
  from?: 'md' | 'lg' | 'xl';
  /** Position in a phone's stacked row: end of the first line, second line, or hidden. */
  phone?: 'aside' | 'meta' | 'hidden';
}

/** The sorting of a list, from its URL. */
export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
}

/** How a table identifies, names and links its rows. */
export interface RowOptions<Row> {
  /** Stable and unique. */
  rowId: (row: Row) => string;
  /** "Ada Lovelace"; completes "Select …" and "Actions for …". */
  rowName: (row: Row) => string;
  /** The row's link; its first cell becomes the link. Created with `linkOptions`. */
  rowLink?: (row: Row) => LinkProps;
}
