import { linkOptions } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import type { MergeStop } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { personColumn } from '#src/domain/people/person.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const attemptLabels: Record<MergeStop['attempt'], string> = {
  merge: 'Merge',
  edit: 'Direct edit',
  import: 'Direct import',
};

/** What was tried: “Merge of #4 Name the ports”. */
function describeAttempt({ attempt, changeRequest, space }: MergeStop): string {
  if (!changeRequest) return `${attemptLabels[attempt]} in ${space.title}`;
  const { number, subject } = changeRequest;
  return `${attemptLabels[attempt]} of #${number}${subject === '' ? '' : ` ${subject}`}`;
}

/** The rules, one sentence each, or the reason why they were bypassed. */
const describeStop = ({ reasons, bypassReason }: MergeStop): string =>
  bypassReason === undefined ? reasons.map(({ message }) => message).join(' ') : `Reason: ${bypassReason}`;

const columns: readonly Column<MergeStop>[] = [
  personColumn(({ user }) => ({ user })),
  {
    id: 'attempt',
    header: 'Attempt',
    cell: (stop) => (
      <span className="min-w-0">
        <bdi className="block truncate">{describeAttempt(stop)}</bdi>
        <bdi className="block truncate text-xs text-ink-soft">{describeStop(stop)}</bdi>
      </span>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: '9rem',
    phone: 'aside',
    cell: ({ bypassReason, times }) =>
      bypassReason === undefined ? (
        <Badge>{times === 1 ? 'Stopped' : `Stopped ${formatCount(times, 'time')}`}</Badge>
      ) : (
        <Badge tone="warning">Bypassed</Badge>
      ),
  },
  timeColumn({ id: 'time', header: 'Time', phone: 'meta', time: ({ updatedAt }) => updatedAt }),
];

interface StopsTableProps {
  organizationId: string;
  list: List<MergeStop>;
}

/** Who was stopped by merge rules or merged against them, latest first. */
export function StopsTable({ organizationId, list }: StopsTableProps) {
  return (
    <DataTable
      label="Stopped by merge rules"
      noun="entry"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={describeAttempt}
      rowLink={({ space, changeRequest }) =>
        changeRequest
          ? linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
              params: {
                organizationId,
                spaceId: space.id,
                changeRequest: String(changeRequest.number),
              },
            })
          : linkOptions({
              to: '/o/$organizationId/spaces/$spaceId',
              params: { organizationId, spaceId: space.id },
            })
      }
      empty={
        <EmptyState icon={<ShieldCheck />} title="No entries yet" className="rounded-lg border border-line">
          Merges, edits and imports that the rules stop are listed here.
        </EmptyState>
      }
    />
  );
}
