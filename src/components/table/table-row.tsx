import { memo } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import type { Column } from './columns.ts';

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
}

/** One row: plain cells and `data-row-…` attributes for the table's delegated handlers. */
function Row<R>({ row, id, name, position, columns, href, selected, hasMenu }: TableRowProps<R>) {
  return (
    <tr data-row={id} aria-rowindex={position} data-selected={selected || undefined}>
      {selected !== undefined && (
        <td className="cell-select">
          <input
            type="checkbox"
            className="checkbox"
            data-row-select=""
            aria-label={`Select ${name}`}
            checked={selected}
            // The table's click handler toggles it, since it needs to know about Shift.
            readOnly
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.id} className={cellStyle(column, index)}>
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
export function cellStyle<R>(column: Column<R>, index: number): string {
  return classNames(
    index === 0 ? 'cell-title' : `cell-${column.phone ?? 'meta'}`,
    column.align === 'end' && 'text-right',
    column.from && `from-${column.from}`,
  );
}
