import { classNames } from '#src/lib/class-names.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';

interface TableSkeletonProps {
  /** Widths of the columns after the first, in rem. */
  columns: readonly number[];
  /** Rows begin with a check box. */
  selectable?: boolean;
  /** A search field stands above the rows. */
  filters?: boolean;
}

/** A table while its rows are loading, with columns and rows as wide and high as theirs. */
export function TableSkeleton({ columns, selectable = false, filters = false }: TableSkeletonProps) {
  return (
    <div role="status" aria-label="Loading">
      {filters && <Skeleton className="mb-3 h-8 w-full max-sm:mb-1 sm:w-80" />}
      {Array.from({ length: 9 }, (_, row) => (
        // The first line is as high as the header.
        <div
          key={row}
          className={classNames(
            'flex items-center overflow-hidden border-b border-line px-1',
            row === 0 ? 'h-9 max-sm:h-7' : 'h-11 max-sm:h-16',
          )}
        >
          {selectable && <Skeleton className="mr-5 size-4 shrink-0" />}
          <span className="max-w-md flex-1">
            <Skeleton className="w-2/3" />
          </span>
          {columns.map((width, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns don't move
            <span key={column} className="shrink-0 max-sm:hidden" style={{ width: `${width}rem` }}>
              <Skeleton className="w-2/3" />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
