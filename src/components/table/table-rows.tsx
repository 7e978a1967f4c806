import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, type KeyboardEvent, type MouseEvent } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import type { Column, Sorting } from './data-table.tsx';

/** Actions of a row. */
interface RowActions {
  open: ((id: string) => void) | undefined;
  /** The row's URL, for opening in a new tab. */
  hrefOf: ((id: string) => string | undefined) | undefined;
  /** Called when pointer or focus rests on a row, to prefetch its screen. */
  prefetch: ((id: string) => void) | undefined;
  menu: ((id: string, anchor: HTMLElement) => void) | undefined;
  select: ((id: string, extend: boolean) => void) | undefined;
  /** Moves the focus by `step` rows from this one. */
  move: (id: string, step: number) => void;
}

const idOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;

const isModified = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** How long pointer or focus must rest before prefetching, in milliseconds. */
const intentDelayMs = 120;

// One pointer and one focus, so one row at a time.
let intendedRow: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Delegated event handlers on the table instead of handlers in every row. */
export function rowEvents(actions: RowActions) {
  const onIntent = (event: { target: EventTarget | null }) => {
    const id = idOf(event.target);
    if (id === intendedRow) return;
    clearTimeout(timer);
    intendedRow = id;
    // Moving across rows is no intent.
    if (id !== undefined && actions.prefetch) timer = setTimeout(actions.prefetch, intentDelayMs, id);
  };
  return {
    onPointerOver: onIntent,
    onPointerLeave: onIntent,
    onFocus: onIntent,
    onClick(event: MouseEvent) {
      const id = idOf(event.target);
      if (id === undefined || !(event.target instanceof Element)) return;
      const target = event.target;
      const menu = target.closest<HTMLElement>('[data-row-menu]');
      if (menu) return actions.menu?.(id, menu);
      if (target.closest('[data-row-select]')) return actions.select?.(id, event.shiftKey);
      const link = target.closest('[data-row-link]');
      if (link ? isModified(event) : !isRowArea(target)) return;
      if (!link && isModified(event)) return openInNewTab(actions.hrefOf?.(id));
      event.preventDefault();
      actions.open?.(id);
    },
    onKeyDown(event: KeyboardEvent) {
      const id = idOf(event.target);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (id === undefined || !step || (event.target instanceof Element && event.target.matches('select')))
        return;
      event.preventDefault();
      actions.move(id, step);
    },
  };
}

/** Whether a click targets the row itself: no control, no selected text. */
function isRowArea(target: Element): boolean {
  return !target.closest('a, button, input, select, label, textarea') && !getSelection()?.toString();
}

function openInNewTab(href: string | undefined): void {
  if (href) window.open(href, '_blank', 'noopener');
}

/** The focusable element of a row: its link, else its first control. */
export function focusTarget(row: Element | null | undefined): HTMLElement | null {
  return (
    row?.querySelector<HTMLElement>('[data-row-link]') ??
    row?.querySelector<HTMLElement>('input, button, a') ??
    null
  );
}

interface TableRowProps<Row> {
  row: Row;
  id: string;
  name: string;
  /** Counted from 1, the header row included. */
  position: number;
  columns: readonly Column<Row>[];
  href: string | undefined;
  /** Undefined in a table without selection. */
  selected: boolean | undefined;
  hasMenu: boolean;
  /** On a phone, where cells have no header. */
  compact: boolean;
}

/** One row: plain cells and `data-row-…` attributes for the table's delegated handlers. */
function Row<R>({ row, id, name, position, columns, href, selected, hasMenu, compact }: TableRowProps<R>) {
  return (
    <tr data-row={id} aria-rowindex={position} data-selected={selected || undefined}>
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={cellStyle(column, index)}
          data-tip={column.tip?.(row)}
          data-tip-time={column.tipTime?.(row)}
          data-before={compact ? column.before?.(row) : undefined}
          data-after={compact ? column.after?.(row) : undefined}
        >
          {index === 0 && selected !== undefined && (
            <input
              type="checkbox"
              className="checkbox"
              data-row-select=""
              aria-label={`Select ${name}`}
              checked={selected}
              // The table's click handler toggles it, since it needs to know about Shift.
              readOnly
            />
          )}
          {index === 0 && href ? (
            <a href={href} data-row-link="">
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {hasMenu && (
        <td className="cell-menu">
          <button
            type="button"
            data-row-menu=""
            className="row-menu"
            aria-haspopup="menu"
            aria-expanded={false}
            aria-label={`Actions for ${name}`}
          />
        </td>
      )}
    </tr>
  );
}

export const TableRow = memo(Row) as typeof Row;

/** The classes of a cell or header. The first column is the row's title. */
function cellStyle<R>(column: Column<R>, index: number): string {
  return classNames(
    index === 0 ? 'cell-title' : `cell-${column.phone ?? 'meta'}`,
    column.isPerson && 'cell-person',
    column.align === 'end' && 'text-right',
    column.from && `from-${column.from}`,
  );
}

/** An empty row that reserves the height of rows not rendered. */
export function RowSpacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden="true" className="row-gap" style={{ height }} />;
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
  /** State of the "select all" checkbox; undefined without selection. */
  selected: 'all' | 'some' | 'none' | undefined;
  onSelectAll: () => void;
  hasMenu: boolean;
}

/** The sticky header row; on phones only its sort buttons. */
export function TableHead<Row>({
  columns,
  sorting,
  onSort,
  selected,
  onSelectAll,
  hasMenu,
}: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column, index) => (
          <HeaderCell key={column.id} column={column} index={index} sorting={sorting} onSort={onSort}>
            {index === 0 && selected && (
              <Checkbox
                aria-label="Select all loaded rows"
                checked={selected === 'all'}
                indeterminate={selected === 'some'}
                onChange={onSelectAll}
              />
            )}
          </HeaderCell>
        ))}
        {hasMenu && (
          <th className="cell-menu">
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface HeaderCellProps<Row> extends Pick<TableHeadProps<Row>, 'sorting' | 'onSort'> {
  column: Column<Row>;
  index: number;
  /** The content before the name. */
  children: ReactNode;
}

function HeaderCell<Row>({ column, index, sorting, onSort, children }: HeaderCellProps<Row>) {
  const style = cellStyle(column, index);
  if (!column.sort || !onSort)
    return (
      <th className={style}>
        {children}
        {column.headerHidden ? <span className="sr-only">{column.header}</span> : column.header}
      </th>
    );
  const by = column.sort;
  const order = sorting?.by === by ? sorting.order : undefined;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      className={`${style} cell-sortable`}
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      {children}
      <button type="button" onClick={() => onSort({ by, order: order === 'desc' ? 'asc' : 'desc' })}>
        {column.header}
        <Arrow aria-hidden="true" className={order ? '' : 'opacity-0'} />
      </button>
    </th>
  );
}

interface PlainRowsProps {
  count: number;
  /** Maximum number of rendered rows. */
  max: number;
  /** Row height in pixels, for rows not rendered yet. */
  height: number;
  renderRow: (index: number) => ReactNode;
}

/**
 * All rows of a short list: one window's worth at once, the rest deferred, so that navigation paints sooner. A gap
 * reserves their space for scroll restoration.
 */
export function PlainRows({ count, max, height, renderRow }: PlainRowsProps) {
  const visibleCount = Math.min(count, max, useDeferredValue(count, Math.ceil(window.innerHeight / height)));
  return (
    <tbody>
      {Array.from({ length: visibleCount }, (_, index) => renderRow(index))}
      <RowSpacer height={(count - visibleCount) * height} />
    </tbody>
  );
}
