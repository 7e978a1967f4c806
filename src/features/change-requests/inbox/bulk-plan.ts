import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { isUnfinished, nameOf } from '../labels.ts';

/** Reviews and what changes several change requests, each with a result of its own. */
export type InboxBulkAction = 'update' | 'archive' | BulkReview;

type BulkReview = 'approved' | 'changes-requested';

export const isBulkReview = (action: InboxBulkAction): action is BulkReview =>
  action === 'approved' || action === 'changes-requested';

/** Why a bulk action is denied; undefined if it is allowed. */
export function bulkDenialReasons(
  rows: readonly OrganizationChangeRequest[],
  userId: string | undefined,
): Record<'update' | 'archive' | 'merge' | 'review', string | undefined> {
  const closedReason = reasonUnless(
    rows.some(isUnfinished),
    'All selected change requests are merged or archived.',
  );
  const isOutdated = rows.some(({ outdated }) => outdated);
  return {
    review:
      closedReason ??
      reasonUnless(
        rows.some((row) => noReviewReason(row, userId) === undefined),
        'You can’t review any of the selected change requests.',
      ),
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

/** Why a person can't review a change request; undefined if they can. Who may review may merge, too. */
function noReviewReason(row: OrganizationChangeRequest, userId: string | undefined): string | undefined {
  if (!isUnfinished(row)) return `Already ${row.status}.`;
  if (row.createdBy.id === userId) return 'You created it.';
  return row.canMerge ? undefined : 'You can’t review in its space.';
}

/** The planned bulk action for one change request. */
export function planOf(
  action: InboxBulkAction,
  row: OrganizationChangeRequest,
  userId: string | undefined,
): PlannedStep<OrganizationChangeRequest> {
  const step = { id: row.id, item: row, name: nameOf(row), detail: `${row.spaceTitle} #${row.number}` };
  if (isBulkReview(action)) {
    const reason = noReviewReason(row, userId);
    if (reason !== undefined) return { ...step, action: 'skip', description: reason };
    const description = action === 'approved' ? 'Approved in its latest revision' : 'Changes requested';
    return { ...step, action: 'change', description };
  }
  if (!isUnfinished(row)) return { ...step, action: 'skip', description: `Already ${row.status}.` };
  if (action === 'archive') return { ...step, action: 'change', description: 'Archived; can be reopened' };
  return row.outdated
    ? { ...step, action: 'change', description: 'Updated from its space' }
    : { ...step, action: 'skip', description: 'Already up to date.' };
}
