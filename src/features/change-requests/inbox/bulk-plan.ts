import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { isUnfinished, nameOf } from '../labels.ts';

export type InboxBulkAction = 'update' | 'archive';

/** Why a bulk action is denied; undefined if it is allowed. */
export function bulkDenialReasons(
  rows: readonly OrganizationChangeRequest[],
): Record<InboxBulkAction | 'merge', string | undefined> {
  const closedReason = reasonUnless(
    rows.some(isUnfinished),
    'All selected change requests are merged or archived.',
  );
  const isOutdated = rows.some(({ outdated }) => outdated);
  return {
    archive: closedReason,
    update: closedReason ?? reasonUnless(isOutdated, 'All selected change requests are up to date.'),
    merge:
      closedReason ??
      reasonUnless(
        rows.every(({ canMerge }) => canMerge),
        'You can’t merge all selected change requests.',
      ),
  };
}

/** The planned bulk action for one change request. */
export function planOf(
  action: InboxBulkAction,
  row: OrganizationChangeRequest,
): PlannedStep<OrganizationChangeRequest> {
  const step = { id: row.id, item: row, name: nameOf(row), detail: `${row.spaceTitle} #${row.number}` };
  if (!isUnfinished(row)) return { ...step, action: 'skip', description: `Already ${row.status}.` };
  if (action === 'archive') return { ...step, action: 'change', description: 'Archived; can be reopened' };
  return row.outdated
    ? { ...step, action: 'change', description: 'Updated from its space' }
    : { ...step, action: 'skip', description: 'Already up to date.' };
}
