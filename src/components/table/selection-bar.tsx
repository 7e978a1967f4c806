import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf } from '#src/lib/counts.ts';
import { IconButton } from '#src/ui/button.tsx';

interface SelectionBarProps {
  count: number;
  noun: string;
  nouns?: string;
  onClear: () => void;
  /** Beside the number: a button that selects more. */
  more?: ReactNode;
  /** What can be done with the selected rows. */
  children: ReactNode;
}

/** Appears at the lower edge while rows are selected, with what can be done with them. */
export function SelectionBar({ count, noun, nouns, onClear, more, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={`${countOf(count, noun, nouns)} selected`}
      className="selection-bar appear sticky bottom-4 z-10 mx-auto flex w-fit max-w-full items-center gap-2 rounded-lg bg-surface p-1.5 shadow-floating max-sm:flex-wrap max-sm:bottom-2 max-sm:w-full"
    >
      <IconButton label="Clear the selection" onClick={onClear}>
        <X />
      </IconButton>
      <span className="shrink-0 sm:mr-2 font-medium tabular-nums">
        {countOf(count, noun, nouns)} selected
      </span>
      {more}
      <div className="flex min-w-0 flex-wrap items-center gap-2 p-0.5 max-sm:w-full">{children}</div>
    </div>
  );
}
