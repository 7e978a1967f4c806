import { Link, linkOptions } from '@tanstack/react-router';
import { AlarmClock, Check, MessageSquare, RefreshCw, X } from 'lucide-react';
import { memo } from 'react';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/counts.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Time } from '#src/ui/time.tsx';
import { nameOf } from '../change-request-labels.ts';

interface InboxRowProps {
  row: OrganizationChangeRequest;
  /** Index in the list, and the total. */
  index: number;
  total: number;
  isShown: boolean;
  isSelected: boolean;
  isNew: boolean;
  isSnoozed: boolean;
  /** The detail replaces the list, so "back" returns to the list. */
  isNarrow: boolean;
}

/** The key of a row in the URL: `spaceId.number`. */
export const itemKeyOf = ({ space, number }: OrganizationChangeRequest): string => `${space}.${number}`;

/** One change request in the inbox, on two lines. */
export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { row, index, total, isShown, isSelected, isNew, isSnoozed, isNarrow } = props;
  const name = nameOf(row);
  const link = linkOptions({ to: '.', search: (old) => ({ ...old, at: itemKeyOf(row), ask: undefined }) });
  return (
    <li
      data-row={row.id}
      aria-posinset={index + 1}
      aria-setsize={total}
      className={`flex h-16 items-stretch border-b border-line ${isShown ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      <span className="flex w-8 shrink-0 items-center justify-end pr-1">
        <Checkbox
          aria-label={`Select ${name}`}
          data-row-select=""
          checked={isSelected}
          // The list handles changes for all rows.
          readOnly
        />
      </span>
      <Link
        {...link}
        replace={!isNarrow}
        data-row-link=""
        aria-current={isShown || undefined}
        className="min-w-0 flex-1 py-2.5 pr-3 pl-1.5 -outline-offset-2"
      >
        <span className="flex items-center gap-2">
          {isNew && (
            <span className="size-2 shrink-0 rounded-full bg-accent" data-tip="Changed since your last visit">
              <span className="sr-only">New: </span>
            </span>
          )}
          <span dir="auto" className={`min-w-0 flex-1 truncate ${isNew ? 'font-semibold' : 'font-medium'}`}>
            {name}
          </span>
          <span className="text-xs whitespace-nowrap text-ink-soft">
            <Time value={row.updatedAt} />
          </span>
        </span>
        <span className="mt-0.5 flex items-center gap-2.5 text-xs text-ink-soft">
          <span className="min-w-0 flex-1 truncate">
            <span aria-hidden="true">{row.spaceEmoji} </span>
            <bdi>{row.spaceTitle}</bdi> #{row.number} · <bdi>{row.createdBy.displayName}</bdi>
          </span>
          <RowMarks row={row} isSnoozed={isSnoozed} />
        </span>
      </Link>
    </li>
  );
});

function RowMarks({ row, isSnoozed }: { row: OrganizationChangeRequest; isSnoozed: boolean }) {
  const { approved, changesRequested } = row.reviews;
  return (
    <>
      {isSnoozed && <Mark icon={<AlarmClock />} label="Snoozed" />}
      {row.outdated && row.status === 'open' && <Mark icon={<RefreshCw />} label="Outdated" />}
      {approved > 0 && <Mark icon={<Check />} count={approved} label={formatCount(approved, 'approval')} />}
      {changesRequested > 0 && (
        <Mark
          icon={<X />}
          count={changesRequested}
          label={`Changes requested by ${formatCount(changesRequested, 'reviewer')}`}
        />
      )}
      {row.comments > 0 && (
        <Mark
          icon={<MessageSquare />}
          count={row.comments}
          label={formatCount(row.comments, 'open comment')}
        />
      )}
    </>
  );
}

function Mark({ icon, count, label }: { icon: React.ReactNode; count?: number; label: string }) {
  return (
    <span className="flex shrink-0 items-center gap-0.5 tabular-nums [&>svg]:size-3.5" data-tip={label}>
      {icon}
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
