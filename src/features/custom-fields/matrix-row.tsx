import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';
import { permissionReasons } from '#src/components/permission/permission-reasons.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatValue } from './cell-values.ts';
import { fieldTitle } from './field-labels.ts';

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

const cellStyle = 'relative h-10 border-b border-l border-line px-2.5 align-middle outline-offset-[-2px]';

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
        className="sticky left-0 z-10 h-10 border-b border-line bg-canvas px-2.5 text-left font-medium outline-offset-[-2px]"
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
                className={classNames('block truncate', field.type === 'number' && 'text-right tabular-nums')}
              >
                {text || <span className="sr-only">No {fieldTitle(field)}</span>}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** One space of the matrix, memoized. */
export const MatrixRow = memo(Row);
