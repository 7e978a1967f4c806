import { useRouter, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, type RefObject, Suspense, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { List } from '#src/api/paging.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { classNames } from '#src/lib/class-names.ts';
import { useMatches, onNearViewport } from '#src/ui/browser/viewport.ts';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { type MenuEntries, openMenu } from '#src/ui/menu.ts';
import { focusTarget, rowEvents, PlainRows, TableHead, TableRow } from './table-rows.tsx';
import type { ListSelection } from './use-selection.ts';

/** One column of a table. Defined at module scope, so that rows need not render again because of it. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Only read out, where the cells' buttons say it. */
  headerHidden?: true;
  /** Plain content: no state, no effects, no menus. Nothing stands for a blank, and is shown as "–". */
  cell: (row: Row) => ReactNode;
  /** A picture and two lines. A class, because a stylesheet that looks for pictures itself slows down every change of the page. */
  isPerson?: true;
  /** The text on hover, of the cell itself rather than of an element in it. */
  tip?: (row: Row) => string | undefined;
  /** An ISO 8601 time instead; it is formatted when the tip opens. */
  tipTime?: (row: Row) => string | undefined;
  /** In rem. The first column has none: it takes what is left, up to 28rem. */
  width?: string;
  /** Shares what is left with the first column, instead of a width: for descriptions. */
  grow?: true;
  align?: 'end';
  /** The server's sort key; makes the header a button. */
  sort?: string;
  /** Minimum width of the table to show the column. */
  from?: 'md' | 'lg';
  /** Position in a phone's stacked row: end of the first line, second line, or hidden. */
  phone?: 'aside' | 'meta' | 'hidden';
  /** Text before and after the content on phones, which show no headers: "Seen", "members". */
  before?: (row: Row) => string | undefined;
  after?: (row: Row) => string | undefined;
}

/** The sorting of a list, from its URL. */
export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
}

/** How a table identifies, names and links its rows. */
interface RowOptions<Row> {
  /** Stable and unique. */
  rowId: (row: Row) => string;
  /** "Ada Lovelace"; completes "Select …" and "Actions for …". */
  rowName: (row: Row) => string;
  /** The row's link, if it has one; its first cell becomes the link. Created with `linkOptions`. */
  rowLink?: (row: Row) => LinkProps | undefined;
  /** Called when a row's link is followed in this tab. */
  onOpen?: (row: Row) => void;
}

const VirtualRows = lazyPart(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

/** Below this many rows all are rendered, which is better for find-in-page and screen readers. */
const virtualizeFrom = 80;

export interface DataTableProps<Row> extends RowOptions<Row> {
  /** Accessible name: "Members". */
  label: string;
  /** Noun for the count: `member`; `nouns` for irregular plurals. */
  noun: string;
  nouns?: string;
  list: List<Row>;
  columns: readonly Column<Row>[];
  /**
   * The row's menu, evaluated on opening. A button with `data-row-menu="role"` opens its own menu: `part` is then
   * `role`, else empty.
   */
  rowMenu?: (row: Row, part: string) => MenuEntries;
  selection?: ListSelection;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Shown when the table is empty. */
  empty: ReactNode;
}

/**
 * A table over a server list: loads pages while scrolling, virtualizes from 80 rows on, and supports keys (J, K and
 * arrows move, Enter opens, X selects).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, columns, selection, rowMenu, rowId, rowName, label, empty } = props;
  const table = useRef<HTMLTableElement>(null);
  const scrollTo = useRef<((index: number) => void) | null>(null);
  const { hrefOf, events } = useRowEvents(props, table, scrollTo);
  const hasMenu = rowMenu !== undefined;
  const compact = useMatches('(width < 40rem)');

  const renderRow = (index: number) => {
    const row = list.items[index];
    if (!row) return null;
    const id = rowId(row);
    return (
      <TableRow
        key={id}
        row={row}
        id={id}
        name={rowName(row)}
        position={index + 2}
        columns={columns}
        href={hrefOf?.(row)}
        selected={selection?.has(id)}
        hasMenu={hasMenu}
        compact={compact}
      />
    );
  };

  if (list.items.length === 0) return empty;
  return (
    <div className="data-table-box">
      <table
        ref={table}
        className={classNames('data-table', selection && 'data-table-selectable')}
        aria-label={label}
        aria-rowcount={list.total + 1}
        {...events}
      >
        <ColumnWidths columns={columns} selectable={selection !== undefined} hasMenu={hasMenu} />
        <TableHead
          columns={columns}
          sorting={props.sorting}
          onSort={props.onSort}
          selected={selection && selectionState(selection, list.items.length)}
          onSelectAll={() => selection?.toggleAll()}
          hasMenu={hasMenu}
        />
        <TableBody
          count={list.items.length}
          height={compact ? 64 : 44}
          renderRow={renderRow}
          onScroller={(scroll) => {
            scrollTo.current = scroll;
          }}
        />
      </table>
      <div ref={list.hasMore && !list.failure ? onNearViewport(list.loadMore) : undefined}>
        <ListFooter
          shown={list.items.length}
          list={list}
          noun={props.noun}
          {...(props.nouns ? { nouns: props.nouns } : {})}
        />
      </div>
    </div>
  );
}

interface TableBodyProps {
  count: number;
  /** Of a row, in pixels. */
  height: number;
  renderRow: (index: number) => ReactNode;
  onScroller: (scrollTo: (index: number) => void) => void;
}

/** All rows, or only those in sight if there are many. */
function TableBody({ count, height, renderRow, onScroller }: TableBodyProps) {
  const plainRows = <PlainRows count={count} max={virtualizeFrom} height={height} renderRow={renderRow} />;
  if (count < virtualizeFrom) return plainRows;
  return (
    <Suspense fallback={plainRows}>
      <VirtualRows count={count} height={height} renderRow={renderRow} onScroller={onScroller} />
    </Suspense>
  );
}

/** Handlers for the events of all rows, the keys of the list, and the URL of a row. */
function useRowEvents<Row>(
  props: DataTableProps<Row>,
  table: RefObject<HTMLTableElement | null>,
  scrollTo: RefObject<((index: number) => void) | null>,
) {
  const { list, rowId, rowMenu, selection } = props;
  const { hrefOf, ...links } = useRowLinks(props);
  const rowOf = (id: string) => list.items.find((row) => rowId(row) === id);
  const move = (id: string | undefined, step: number) => focusRow(props, table, scrollTo, id, step);
  useListKeys(table, move, selection);
  const events = rowEvents({
    ...links,
    hrefOf: hrefOf && ((id) => hrefOf(rowOf(id))),
    select: selection?.toggle,
    menu: rowMenu && ((id, anchor) => openRowMenu(props, rowOf(id), anchor)),
    move,
  });
  return { hrefOf, events };
}

/** Focuses the row that is `step` rows after another one, and scrolls to it. */
function focusRow<Row>(
  { list, rowId }: DataTableProps<Row>,
  table: RefObject<HTMLTableElement | null>,
  scrollTo: RefObject<((index: number) => void) | null>,
  id: string | undefined,
  step: number,
): void {
  const at = list.items.findIndex((row) => rowId(row) === id);
  const to = Math.min(Math.max(at + step, 0), list.items.length - 1);
  const target = list.items[to];
  if (!target) return;
  const find = () => table.current?.querySelector(`[data-row="${CSS.escape(rowId(target))}"]`);
  if (!find()) flushSync(() => scrollTo.current?.(to));
  // A row scrolled into view is rendered in the next frame.
  if (find()) focusTarget(find())?.focus();
  else requestAnimationFrame(() => requestAnimationFrame(() => focusTarget(find())?.focus()));
}

function openRowMenu<Row>(
  { rowMenu, rowName }: DataTableProps<Row>,
  row: Row | undefined,
  anchor: HTMLElement,
): void {
  if (!row || !rowMenu) return;
  const menuName = anchor.dataset.rowMenu ?? '';
  openMenu({
    anchor,
    align: menuName === '' ? 'end' : 'start',
    label: anchor.ariaLabel ?? rowName(row),
    entries: rowMenu(row, menuName),
  });
}

interface WidthsProps<Row> {
  columns: readonly Column<Row>[];
  selectable: boolean;
  hasMenu: boolean;
}

/**
 * Fixed widths, so that the layout is stable when rows change. What no column needs stays empty at the right: in the
 * menu's column, else in the last one.
 */
function ColumnWidths<Row>({ columns, selectable, hasMenu }: WidthsProps<Row>) {
  const grows = columns.some(({ grow }) => grow);
  const last = columns.at(-1);
  return (
    <colgroup>
      {columns.map((column, index) => {
        const isRest = column.grow ?? (!grows && !hasMenu && column === last);
        const width = index === 0 ? titleWidth(columns, selectable, hasMenu) : column.width;
        return (
          <col
            key={column.id}
            className={column.from && `from-${column.from}`}
            style={width === undefined || isRest ? {} : { width }}
          />
        );
      })}
      {hasMenu && <col className={grows ? 'w-10' : undefined} />}
    </colgroup>
  );
}

/** The width of the first column: what the others leave, shared with one that grows, up to a maximum. */
function titleWidth<Row>(
  columns: readonly Column<Row>[],
  selectable: boolean,
  hasMenu: boolean,
): string | undefined {
  if (columns.length === 1) return undefined;
  const otherWidths = columns.flatMap(({ width, from }, index) =>
    index === 0 || width === undefined ? [] : `${width} * ${isShown(from)}`,
  );
  if (hasMenu) otherWidths.push('2.5rem');
  const firstWidth = ['100cqw', ...otherWidths].join(' - ');
  const growing = columns.find(({ grow }) => grow);
  const share = growing ? `(1 - 0.5 * ${isShown(growing.from)})` : '1';
  // A check box stands before the title.
  const maximum = selectable ? '(var(--title-width) + 2.25rem)' : 'var(--title-width)';
  return `min(${maximum}, (${firstWidth}) * ${share})`;
}

/** 1 while a column is shown, else 0. */
const isShown = (from: string | undefined) => (from ? `var(--from-${from})` : '1');

function selectionState(selection: ListSelection, rows: number): 'all' | 'some' | 'none' {
  if (selection.ids.size === 0) return 'none';
  return selection.ids.size === rows ? 'all' : 'some';
}

/** Row links: one URL per row, one click handler for all. */
function useRowLinks<Row>({ list, rowId, rowLink, onOpen }: DataTableProps<Row>) {
  const router = useRouter();
  if (!rowLink) return { hrefOf: undefined, open: undefined, prefetch: undefined };
  const rowOf = (id: string) => list.items.find((item) => rowId(item) === id);
  const linkOf = (id: string) => {
    const row = rowOf(id);
    return row && rowLink(row);
  };
  // While a table scrolls, only its rows are rendered again, all of them in each frame.
  const hrefs = new Map<Row, string | undefined>();
  const hrefOf = (row: Row | undefined) => {
    if (row === undefined) return undefined;
    if (!hrefs.has(row)) {
      const link = rowLink(row);
      hrefs.set(row, link && router.buildLocation(link).href);
    }
    return hrefs.get(row);
  };
  return {
    hrefOf,
    open(id: string) {
      const [row, link] = [rowOf(id), linkOf(id)];
      if (!row || !link) return;
      onOpen?.(row);
      void router.navigate(link);
    },
    prefetch: (id: string) => {
      const link = linkOf(id);
      if (link) void router.preloadRoute(link);
    },
  };
}

/** J, K and X start from the focused row. */
function useListKeys(
  table: RefObject<HTMLTableElement | null>,
  move: (id: string | undefined, step: number) => void,
  selection: ListSelection | undefined,
): void {
  const current = () => table.current?.querySelector<HTMLElement>('[data-row]:focus-within')?.dataset.row;
  const toggle = (extend: boolean) => {
    const id = current();
    if (id !== undefined) selection?.toggle(id, extend);
  };
  const keys: Shortcut[] = [
    { keys: 'j', label: 'Next row', group: 'List', run: () => move(current(), 1) },
    { keys: 'k', label: 'Previous row', group: 'List', run: () => move(current(), -1) },
  ];
  if (selection) {
    keys.push({ keys: 'x', label: 'Select row', group: 'List', run: () => toggle(false) });
    keys.push({ keys: 'shift+x', label: 'Select up to this row', group: 'List', run: () => toggle(true) });
  }
  useShortcuts(keys);
}
