import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createReview, updateChangeRequest, updateChangeRequestFromMain } from '#api/generated/sdk.gen.ts';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { invalidate } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { SnoozeDialog } from '#src/domain/snooze/snooze-dialog.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { useQueuesMerges } from '../capabilities.ts';
import { pathOf } from '../labels.ts';
import { MergeQueueList } from '../planned/merge-queue-list.tsx';
import { changeRequestInvalidations } from '../queries.ts';
import { type InboxBulkAction, isBulkReview, planOf } from './bulk-plan.ts';
import type { InboxDialog } from './inbox-toolbar.tsx';
import { MergeQueueDialog } from './merge-queue-dialog.tsx';
import { ServerQueueDialog } from './server-queue-dialog.tsx';
import { describeRows, type Snooze } from './snooze.tsx';

interface InboxBulkDialogProps {
  action: InboxBulkAction;
  rows: readonly OrganizationChangeRequest[];
  onClose: () => void;
}

const verbs: Readonly<Record<InboxBulkAction, string>> = {
  update: 'Update',
  archive: 'Archive',
  approved: 'Approve',
  'changes-requested': 'Request changes of',
};

/** Updates, archives or reviews several change requests after showing what happens to each. */
function InboxBulkDialog({ action, rows, onClose }: InboxBulkDialogProps) {
  const queryClient = useQueryClient();
  const refetch = () => invalidate(queryClient, ...changeRequestInvalidations);
  const setAll = async (rowsToSet: readonly OrganizationChangeRequest[], archived: boolean) => {
    for (const row of rowsToSet) {
      const status = archived ? 'archived' : row.status === 'draft' ? 'draft' : 'open';
      await updateChangeRequest({ path: pathOf(row), body: { status }, throwOnError: true });
    }
    void refetch();
  };
  const onFinished = (done: readonly PlannedStep<OrganizationChangeRequest>[]) => {
    void refetch();
    if (action !== 'archive' || done.length === 0) return;
    const rowsToSet = done.map(({ item }) => item);
    const count = formatCount(rowsToSet.length, 'change request');
    recordUndoable({
      label: `Archived ${count}`,
      undo: () => setAll(rowsToSet, false),
      redo: () => setAll(rowsToSet, true),
      confirmations: { redo: () => ({ title: `Archive ${count}?`, confirmLabel: 'Archive' }) },
    });
  };
  return (
    <BulkDialog
      title={`${verbs[action]} ${formatCount(rows.length, 'change request')}`}
      verb={verbs[action]}
      noun="change request"
      planKey={[action, rows.map(({ id, updatedAt }) => [id, updatedAt])]}
      createPlan={() => Promise.resolve(rows.map((row) => planOf(action, row, currentUser()?.id)))}
      execute={(row) => executeAction(action, row)}
      onFinished={onFinished}
      onClose={onClose}
    />
  );
}

async function executeAction(action: InboxBulkAction, row: OrganizationChangeRequest): Promise<void> {
  const path = pathOf(row);
  if (isBulkReview(action)) {
    await createReview({ path, body: { status: action }, throwOnError: true });
    return;
  }
  if (action === 'archive') {
    await updateChangeRequest({ path, body: { status: 'archived' }, throwOnError: true });
    return;
  }
  const { data } = await updateChangeRequestFromMain({ path, throwOnError: true });
  if (data.result === 'conflicts') throw conflictError(row);
}

/** Conflicts are a successful response, but an error for this action. */
function conflictError({ number }: OrganizationChangeRequest): ApiError {
  return new ApiError({
    status: 409,
    message: 'Pages conflict with the space. No changes were saved.',
    operation: `update of #${number}`,
  });
}

interface InboxDialogsProps {
  organizationId: string;
  dialog: InboxDialog;
  rows: readonly OrganizationChangeRequest[];
  onSnooze: Snooze;
  onClose: () => void;
  /** Called after an action that removes the selection. */
  onDone: () => void;
}

export function InboxDialogs(props: InboxDialogsProps) {
  const { organizationId, dialog, rows: initialRows, onSnooze, onClose, onDone } = props;
  const queues = useQueuesMerges();
  // The list behind the dialog keeps changing; the dialog keeps the rows it was opened with.
  const [rows] = useState(initialRows);
  if (dialog === 'queue') return <MergeQueueList organizationId={organizationId} onClose={onClose} />;
  if (dialog === 'merge' && queues)
    return <ServerQueueDialog organizationId={organizationId} rows={rows} onClose={onClose} />;
  if (dialog === 'merge') return <MergeQueueDialog rows={rows} onClose={onClose} />;
  if (dialog === 'snooze') {
    const choose = (until: Date) => {
      onSnooze(rows, until);
      onDone();
      onClose();
    };
    return (
      <SnoozeDialog
        target={describeRows(rows)}
        description="Returns that morning or when it changes."
        onChoose={choose}
        onClose={onClose}
      />
    );
  }
  return <InboxBulkDialog action={dialog} rows={rows} onClose={onClose} />;
}
