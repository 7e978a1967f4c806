import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '#src/ui/checkbox.tsx';
import type { Column, Sorting } from './columns.ts';
import { cellStyle } from './table-row.tsx';

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
        {selected && (
          <th className="cell-select">
            <Checkbox
              aria-label="Select all loaded rows"
              checked={selected === 'all'}
              indeterminate={selected === 'some'}
              onChange={onSelectAll}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeaderCell key={column.id} column={column} index={index} sorting={sorting} onSort={onSort} />
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
}

function HeaderCell<Row>({ column, index, sorting, onSort }: HeaderCellProps<Row>) {
  const style = cellStyle(column, index);
  if (!column.sort || !onSort) return <th className={style}>{column.header}</th>;
  const by = column.sort;
  const order = sorting?.by === by ? sorting.order : undefined;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      className={`${style} cell-sortable`}
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      <button type="button" onClick={() => onSort({ by, order: order === 'desc' ? 'asc' : 'desc' })}>
        {column.header}
        <Arrow aria-hidden="true" className={order ? '' : 'opacity-0'} />
      </button>
    </th>
  );
}
