import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';

const FilterSheet = lazyPart(async () => ({
  default: (await import('#src/components/table/filter-sheet.tsx')).FilterSheet,
}));

/** A filter that is set, with its value: "Actor: Ada Lovelace". */
export interface FilterChip {
  label: string;
  onRemove: () => void;
}

interface FilterBarProps {
  /** The search field, which is always shown. */
  search?: ReactNode;
  /** How many filters are set; their number stands on the button of a phone. */
  active: number;
  /** Removes all filters. */
  onClear?: () => void;
  /** Set filters whose fields don't show their value, or not well. */
  chips?: readonly FilterChip[];
  /** Buttons at the right end; below on phones. */
  actions?: ReactNode;
  /** The filters' fields: in a row, on phones in a sheet behind one button. */
  children?: ReactNode;
}

/** Search and filters above a list. */
export function FilterBar({ search, active, onClear, chips, actions, children }: FilterBarProps) {
  const compact = useMatches('(width < 40rem)');
  const [isOpen, setOpen] = useState(false);
  const clear = active > 0 && onClear && <Button onClick={onClear}>Clear filters</Button>;
  return (
    <div className="filter-bar">
      {search}
      {compact && children ? (
        <Button
          icon={<SlidersHorizontal />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
      ) : (
        <>
          {children}
          {clear}
        </>
      )}
      {actions && <div className="flex gap-2 sm:ml-auto">{actions}</div>}
      {chips && chips.length > 0 && (
        <ul className="flex basis-full flex-wrap gap-1.5" aria-label="Active filters">
          {chips.map(({ label, onRemove }) => (
            <li key={label}>
              <button
                type="button"
                className="flex h-6 max-w-sm items-center gap-1.5 rounded-xl border border-accent-line bg-accent-soft px-2 text-xs font-medium text-accent-ink hover:border-current pointer-coarse:h-10 [&>svg]:size-3.5"
                aria-label={`Remove filter ${label}`}
                onClick={onRemove}
              >
                <bdi className="truncate">{label}</bdi>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {compact && isOpen && (
          <FilterSheet clear={clear} onClose={() => setOpen(false)}>
            {children}
          </FilterSheet>
        )}
      </Suspense>
    </div>
  );
}
