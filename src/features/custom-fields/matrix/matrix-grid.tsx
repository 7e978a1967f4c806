import { Link } from '@tanstack/react-router';
import { ArrowDownToLine } from 'lucide-react';
import { memo, type ReactNode, Suspense, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { VirtualRows } from '#src/components/table/virtual-rows.tsx';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { CellEditor } from '#src/features/custom-fields/cell-editor.tsx';
import { formatValue } from '#src/features/custom-fields/cell-values.ts';
import { fieldTitle, typeLabelOf } from '#src/features/custom-fields/labels.ts';
import type { PastedCells } from '#src/features/custom-fields/matrix/matrix-file.ts';
import { useMatrix } from '#src/features/custom-fields/matrix/use-matrix.ts';
import { fieldNameToParam } from '#src/features/custom-fields/queries.ts';
import { useValueChanges, optimisticValues, withChanges } from '#src/features/custom-fields/value-changes.ts';
import { groupBy } from '#src/lib/arrays.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { onNearViewport } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { ListFooter } from '#src/ui/list-footer.tsx';

interface MatrixRowProps {
  organizationId: string;
  row: SpaceFieldValues;
  fields: readonly CustomField[];
  index: number;
  /** The column of the focused cell; -1 in all other rows. */
  activeColumn: number;
  /** The column with selected cells; -1 if none. */
  selectedColumn: number;
  /** Replaces the active cell while editing. */
  editor: ReactNode;
  /** A change of this space is being saved. */
  pending: boolean;
}

const cellStyle = 'relative h-10 border-b border-l border-line px-2.5 align-middle -outline-offset-2';

function Row({
  organizationId,
  row,
  fields,
  index,
  activeColumn,
  selectedColumn,
  editor,
  pending,
}: MatrixRowProps) {
  const { space, values, canEdit } = row;
  return (
    <tr aria-rowindex={index + 2} aria-busy={pending || undefined}>
      <th
        scope="row"
        data-cell={`${index}:0`}
        aria-label={space.title}
        tabIndex={activeColumn === 0 ? 0 : -1}
        className="sticky left-0 z-10 h-10 border-b border-line bg-canvas px-2.5 text-left font-medium -outline-offset-2"
      >
        <Link
          to="/o/$organizationId/spaces/$spaceId"
          params={{ organizationId, spaceId: space.id }}
          tabIndex={-1}
          className="flex items-center gap-2"
        >
          <span aria-hidden="true" className="w-5 shrink-0 text-center">
            {space.emoji}
          </span>
          <span dir="auto" className="truncate">
            {space.title}
          </span>
        </Link>
      </th>
      {fields.map((field, at) => {
        const col = at + 1;
        const text = formatValue(values[field.name]);
        return (
          <td
            key={field.id}
            data-cell={`${index}:${col}`}
            data-tip={canEdit ? undefined : permissionReasons.creator}
            tabIndex={activeColumn === col ? 0 : -1}
            aria-selected={selectedColumn === col || undefined}
            className={classNames(
              cellStyle,
              selectedColumn === col && 'bg-accent-soft',
              !canEdit && 'text-ink-soft',
            )}
          >
            {activeColumn === col && editor ? (
              editor
            ) : (
              <span
                dir="auto"
                className={
                  text
                    ? classNames('block truncate', field.type === 'number' && 'text-right tabular-nums')
                    : 'sr-only'
                }
              >
                {text || `No ${fieldTitle(field)}`}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** One space of the matrix, memoized. */
const MatrixRow = memo(Row);

const PasteDialog = lazyPart(async () => ({
  default: (await import('#src/features/custom-fields/matrix/paste-dialog.tsx')).PasteDialog,
}));

interface MatrixGridProps {
  organizationId: string;
  list: List<SpaceFieldValues>;
  fields: readonly CustomField[];
  /** Where its button stands: beside the search, which stays when the matrix is replaced. */
  toolbar: Element | null;
}

/** The rows with the changes that are being saved. */
function useRowsWithChanges(items: readonly SpaceFieldValues[]) {
  const optimisticChanges = groupBy(useStore(optimisticValues.all), ({ spaceId }) => spaceId);
  return {
    rows: items.map((row) => {
      const changes = optimisticChanges.get(row.space.id);
      return changes ? { ...row, values: withChanges(row.values, changes) } : row;
    }),
    isPending: ({ space }: SpaceFieldValues) => optimisticChanges.has(space.id),
  };
}

/** The editor of the active cell; null while it is not edited. */
function renderEditor(
  { activeCell, editing, commit, cancel }: ReturnType<typeof useMatrix>,
  fields: readonly CustomField[],
  row: SpaceFieldValues,
): ReactNode {
  const field = fields[activeCell.col - 1];
  if (!editing || !field) return null;
  return (
    <CellEditor
      field={field}
      label={`${fieldTitle(field)} of ${row.space.title}`}
      value={row.values[field.name]}
      typed={editing.typed}
      onCommit={commit}
      onCancel={cancel}
    />
  );
}

/**
 * Spaces × fields as a grid: arrow keys move, Enter edits, Shift selects cells in a column, Ctrl+D fills down, Ctrl+V
 * pastes, Delete clears. Rows are virtualized.
 */
// oxlint-disable-next-line max-lines-per-function -- the rows and the table that has them share the active cell
export function MatrixGrid({ organizationId, list, fields, toolbar }: MatrixGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const scrollTo = useRef<((index: number) => void) | null>(null);
  const { rows, isPending } = useRowsWithChanges(list.items);
  const change = useValueChanges(organizationId);
  const [pasted, setPasted] = useState<PastedCells | null>(null);
  const matrix = useMatrix({ rows, fields, change, onPasted: setPasted, grid, scrollTo });
  const { activeCell, selectedRows } = matrix;

  const renderRow = (index: number) => {
    const row = rows[index];
    if (!row) return null;
    const isChosen =
      selectedRows.length > 1 && index >= (selectedRows[0] ?? 0) && index <= (selectedRows.at(-1) ?? -1);
    return (
      <MatrixRow
        key={row.space.id}
        organizationId={organizationId}
        row={row}
        fields={fields}
        index={index}
        activeColumn={index === activeCell.row ? activeCell.col : -1}
        selectedColumn={isChosen ? activeCell.col : -1}
        editor={index === activeCell.row ? renderEditor(matrix, fields, row) : null}
        pending={isPending(row)}
      />
    );
  };

  return (
    <div>
      {toolbar &&
        createPortal(
          <FillDown
            count={selectedRows.length}
            isOfValues={activeCell.col > 0}
            onFillDown={matrix.fillDown}
          />,
          toolbar,
        )}
      {/* The sticky column must not hide behind what scrolls under it. */}
      <div className="overflow-x-auto rounded-lg border border-line">
        <table
          ref={grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table of cells to edit is the grid of ARIA
          role="grid"
          aria-label="Custom field values"
          aria-describedby="matrix-keys"
          aria-rowcount={list.total + 1}
          aria-colcount={fields.length + 1}
          aria-multiselectable="true"
          tabIndex={-1}
          className="w-full table-fixed border-separate border-spacing-0 outline-none"
          style={{ minWidth: `${13 + fields.length * 10}rem` }}
          {...matrix.events}
        >
          <Columns organizationId={organizationId} fields={fields} />
          <VirtualRows
            count={rows.length}
            height={40}
            renderRow={renderRow}
            onScroller={(scroll) => {
              scrollTo.current = scroll;
            }}
          />
        </table>
      </div>
      <div ref={list.hasMore && !list.failure ? onNearViewport(list.loadMore) : undefined}>
        <ListFooter shown={rows.length} list={list} noun="space" />
      </div>
      <Suspense>
        {pasted && (
          <PasteDialog
            organizationId={organizationId}
            pasted={pasted}
            rows={rows}
            fields={fields}
            onClose={() => setPasted(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface FillDownProps {
  /** The number of selected cells. */
  count: number;
  /** Not in the column of titles. */
  isOfValues: boolean;
  onFillDown: () => void;
}

/** Several cells are selected with Shift, which phones don't have. */
function FillDown({ count, isOfValues, onFillDown }: FillDownProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:hidden">
      <Button
        icon={<ArrowDownToLine />}
        // A click would move the focus out of the matrix.
        onPointerDown={(event) => event.preventDefault()}
        disabledReason={
          (count < 2 || !isOfValues) &&
          'Select several cells first. Hold Shift and press an arrow key or click another cell.'
        }
        onClick={onFillDown}
      >
        Fill down{count > 1 && ` ${formatCount(count, 'cell')}`}
      </Button>
      <p id="matrix-keys" className="text-xs text-ink-soft">
        Arrow keys move, Enter edits, Shift selects, Ctrl+D fills down, Ctrl+C and Ctrl+V copy and paste,
        Delete clears.
      </p>
    </div>
  );
}

function Columns({ organizationId, fields }: Pick<MatrixGridProps, 'organizationId' | 'fields'>) {
  return (
    <>
      <colgroup>
        <col className="w-52 max-sm:w-36" />
        {fields.map(({ id }) => (
          <col key={id} className="w-40" />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={`${headerCellStyle} sticky left-0 z-10`}>
            Space
          </th>
          {fields.map((field) => (
            <th key={field.id} scope="col" className={`${headerCellStyle} border-l`}>
              <Link
                to="/o/$organizationId/custom-fields/$fieldName"
                params={{ organizationId, fieldName: fieldNameToParam(field.name) }}
                data-tip={`${typeLabelOf(field.type).label}: ${typeLabelOf(field.type).description}`}
                className="link block truncate"
              >
                {fieldTitle(field)}
              </Link>
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

const headerCellStyle =
  'h-9 border-b border-line bg-sunken px-2.5 text-left text-xs font-medium text-ink-soft';
