import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { unless } from '#src/components/permission/reasons.ts';
import { isUnfinished, nameOf } from '../change-request-words.ts';

/** What can be done with several change requests at once. */
export type InboxBulkAction = 'update' | 'archive';

/** Why something cannot be done with several change requests; undefined where it can. */
export function bulkRefusals(
  rows: readonly OrganizationChangeRequest[],
): Record<InboxBulkAction | 'merge', string | undefined> {
  const over = unless(rows.some(isUnfinished), 'All selected change requests are merged or archived.');
  const isOutdated = rows.some(({ outdated }) => outdated);
  return {
    archive: over,
    update: over ?? unless(isOutdated, 'All selected change requests are up to date.'),
    merge:
      over ??
      unless(
        rows.every(({ canMerge }) => canMerge),
        'You can’t merge all selected change requests.',
      ),
  };
}

/** What would happen to one change request. */
export function planOf(
  action: InboxBulkAction,
  row: OrganizationChangeRequest,
): PlannedStep<OrganizationChangeRequest> {
  const step = { id: row.id, item: row, name: nameOf(row), detail: `${row.spaceTitle} #${row.number}` };
  if (!isUnfinished(row)) return { ...step, verdict: 'skip', says: `Already ${row.status}.` };
  if (action === 'archive') return { ...step, verdict: 'change', says: 'Archived; can be reopened' };
  return row.outdated
    ? { ...step, verdict: 'change', says: 'Updated from its space' }
    : { ...step, verdict: 'skip', says: 'Already up to date.' };
}
