import { SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { clearFiltersLabel } from '#src/lib/shared-labels.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';

const FilterSheet = lazy(async () => ({
  default: (await import('#src/components/table/filter-sheet.tsx')).FilterSheet,
}));

interface FilterBarProps {
  /** The search field, which is always shown. */
  search?: ReactNode;
  /** How many filters are set; their number stands on the button of a phone. */
  active: number;
  /** Removes all filters. */
  onClear?: () => void;
  /** The filters' fields: in a row, on phones in a sheet behind one button. */
  children?: ReactNode;
}

/** Search and filters above a list. */
export function FilterBar({ search, active, onClear, children }: FilterBarProps) {
  const compact = useMatches('(width < 40rem)');
  const [isOpen, setOpen] = useState(false);
  const clear = active > 0 && onClear && <Button onClick={onClear}>{clearFiltersLabel}</Button>;
  if (!compact || !children)
    return (
      <div className="filter-bar">
        {search}
        {children}
        {clear}
      </div>
    );
  return (
    <div className="filter-bar">
      {search}
      <Button
        icon={<SlidersHorizontal />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </Button>
      <Suspense>
        {isOpen && (
          <FilterSheet clear={clear} onClose={() => setOpen(false)}>
            {children}
          </FilterSheet>
        )}
      </Suspense>
    </div>
  );
}
