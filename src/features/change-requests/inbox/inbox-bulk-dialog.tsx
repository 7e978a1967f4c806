import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/api/errors.ts';
import { updateChangeRequest, updateChangeRequestFromMain } from '#api/generated/sdk.gen.ts';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { invalidate } from '#src/api/queries.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { formatCount } from '#src/lib/counts.ts';
import { changeRequestInvalidations } from '../change-request-query.ts';
import { pathOf } from '../change-request-labels.ts';
import { type InboxBulkAction, planOf } from './bulk-plan.ts';

interface InboxBulkDialogProps {
  action: InboxBulkAction;
  rows: readonly OrganizationChangeRequest[];
  onClose: () => void;
}

const verbs = { update: 'Update', archive: 'Archive' };

/** Updates or archives several change requests after showing what happens to each. */
export function InboxBulkDialog({ action, rows, onClose }: InboxBulkDialogProps) {
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
      createPlan={() => Promise.resolve(rows.map((row) => planOf(action, row)))}
      execute={(row) => executeAction(action, row)}
      onFinished={onFinished}
      onClose={onClose}
    />
  );
}

async function executeAction(action: InboxBulkAction, row: OrganizationChangeRequest): Promise<void> {
  const path = pathOf(row);
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
