import { formatCount } from '#src/lib/counts.ts';
import type { IgnoredColumn } from '#src/lib/table-columns.ts';
import { Callout } from '#src/ui/callout.tsx';
import { LabelledCheckbox } from '#src/ui/checkbox.tsx';

interface ImportNoticesProps {
  ignored: readonly IgnoredColumn[];
  /** The headings that a file may have. */
  known: readonly string[];
  emptyLines: number;
  /** Whether the user accepted the ignored columns. */
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

export const ignoredColumnsReason = 'Confirm that these columns are ignored.';

/** Lists ignored columns and lines, and asks to continue without them. */
export function ImportNotices({ ignored, known, emptyLines, accepted, onAccept }: ImportNoticesProps) {
  return (
    <>
      {ignored.length > 0 && (
        <Callout tone="warning" title={`${formatCount(ignored.length, 'column')} ignored`}>
          <ul>
            {ignored.map((column) => (
              <li key={column.number} className="wrap-anywhere">
                {describeIgnoredColumn(column)}
              </li>
            ))}
          </ul>
          <p className="mt-1 mb-2">Known columns: {known.join(', ')}.</p>
          <LabelledCheckbox
            label={ignored.length === 1 ? 'Continue without this column' : 'Continue without these columns'}
            checked={accepted}
            onChange={({ target }) => onAccept(target.checked)}
          />
        </Callout>
      )}
      {emptyLines > 0 && (
        <p className="text-xs text-ink-soft">{formatCount(emptyLines, 'empty line')} ignored.</p>
      )}
    </>
  );
}

function describeIgnoredColumn({ heading, number, reason, suggestion }: IgnoredColumn): string {
  if (reason === 'no heading') return `Column ${number} has values but no heading.`;
  if (reason === 'repeated')
    return `Duplicate column “${heading}” (column ${number}). Only the first is used.`;
  const meant = suggestion === null ? '' : ` Did you mean “${suggestion}”?`;
  return `Unknown column “${heading}”.${meant}`;
}
