import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelPlannedMergeMutation, queueMergesMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { OrganizationChangeRequest, PlannedMerge } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import { recordOwnMerge } from '../actions.ts';
import { pathOf } from '../labels.ts';
import { planInvalidations, plannedMergesOf } from '../planned/planned-merges.ts';
import { type Entry, QueueDialog } from './merge-queue-dialog.tsx';
import type { QueueState } from './merge-queue.ts';

interface ServerQueueDialogProps {
  organizationId: string;
  rows: readonly OrganizationChangeRequest[];
  onClose: () => void;
}

function stateOf(plan: PlannedMerge | undefined): QueueState {
  switch (plan?.state) {
    case 'merged':
      return { status: 'merged' };
    case 'refused':
      return { status: 'failed', reason: plan.problem ?? '', hasConflicts: false };
    case 'canceled':
      return { status: 'skipped' };
    default:
      return { status: 'waiting' };
  }
}

/** The change requests in their order, and what the server has done of them once they were sent. */
function useServerQueue(organizationId: string, initialRows: readonly OrganizationChangeRequest[]) {
  const [rows, setRows] = useState(initialRows);
  const [sent, setSent] = useState<readonly PlannedMerge[]>();
  const { data } = useQuery({ ...plannedMergesOf(organizationId), enabled: sent !== undefined });
  const invalidates = planInvalidations;
  const queue = useApiMutation(queueMergesMutation(), { invalidates });
  const cancel = useApiMutation(cancelPlannedMergeMutation(), { invalidates });
  const planOf = (row: OrganizationChangeRequest) => {
    const first = sent?.find(({ changeRequest }) => changeRequest.id === row.id);
    return data?.items.find(({ id }) => id === first?.id) ?? first;
  };
  const entries = rows.map((row): Entry => ({ row, state: stateOf(planOf(row)) }));
  const waiting = entries.filter(({ state }) => state.status === 'waiting');
  return {
    entries,
    waiting,
    isSent: sent !== undefined,
    isSending: queue.isPending,
    error: queue.error,
    send: async () => {
      for (const { id } of rows) recordOwnMerge(id);
      const body = { changeRequests: rows.map(({ id }) => id) };
      const result = await queue.mutateAsync({ path: { organizationId }, body }).catch(() => null);
      if (result) setSent(result.items);
    },
    cancelRest: async () => {
      try {
        for (const { row } of waiting) await cancel.mutateAsync({ path: pathOf(row) });
      } catch (error) {
        toastFailure(error);
      }
    },
    move: (index: number, by: number) => {
      const next = [...rows];
      const [row] = next.splice(index, 1);
      if (row) next.splice(index + by, 0, row);
      setRows(next);
    },
  };
}

/** Sends change requests to the merge queue of the server, and shows what becomes of each. */
export function ServerQueueDialog({ organizationId, rows, onClose }: ServerQueueDialogProps) {
  const queue = useServerQueue(organizationId, rows);
  const { entries, waiting, isSent, isSending, error } = queue;
  return (
    <QueueDialog
      description="Each is checked and merged in turn. What is refused stops no other; merged change requests stay merged. The queue goes on when you close this."
      entries={entries}
      isRunning={isSending || (isSent && waiting.length > 0)}
      isLocked={isSending}
      stop={{ label: 'Cancel the rest', run: () => void queue.cancelRest() }}
      submit={{
        label: `Merge ${formatNumber(isSent ? waiting.length : entries.length)}`,
        denialReason: isSent && 'Nothing left to merge.',
        run: () => void queue.send(),
      }}
      onMove={isSent || isSending ? undefined : queue.move}
      onClose={onClose}
    >
      {error && (
        <Callout tone="danger" urgent title="Couldn’t add them to the merge queue">
          {errorMessage(error)}
        </Callout>
      )}
    </QueueDialog>
  );
}
