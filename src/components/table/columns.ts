import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** One column of a table. Defined at module scope, so that rows need not render again because of it. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Plain content: no state, no effects, no menus or tooltips of its own (`data-tip` is enough). */
  cell: (row: Row) => ReactNode;
  /** As CSS: `9rem`, `20%`. One column, usually the first, has none and takes the rest. */
  width?: string;
  align?: 'end';
  /** The server's name for the order by this column; the header becomes a button. */
  sort?: string;
  /** Only shown in windows from this width on. */
  from?: 'md' | 'lg' | 'xl';
  /** Where it stands in a phone's stacked row: at the end of the first line, in the second line, or nowhere. */
  phone?: 'aside' | 'meta' | 'hidden';
}

/** The order a list is in, as its URL says. */
export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
}

/** What a table knows of its rows beside their cells. */
export interface RowOptions<Row> {
  /** Stable and unique. */
  rowId: (row: Row) => string;
  /** "Ada Lovelace"; completes "Select …" and "Actions for …". */
  rowName: (row: Row) => string;
  /** Where the row leads; its first cell becomes the link. Made with `linkOptions`. */
  rowLink?: (row: Row) => LinkProps;
}
