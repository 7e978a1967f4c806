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
  const over = unless(rows.some(isUnfinished), 'All of them are merged or archived.');
  const isOutdated = rows.some(({ outdated }) => outdated);
  return {
    archive: over,
    update: over ?? unless(isOutdated, 'All of them are up to date.'),
    merge:
      over ??
      unless(
        rows.every(({ canMerge }) => canMerge),
        'You cannot merge all of them.',
      ),
  };
}

/** What would happen to one change request. */
export function planOf(
  action: InboxBulkAction,
  row: OrganizationChangeRequest,
): PlannedStep<OrganizationChangeRequest> {
  const step = { id: row.id, item: row, name: nameOf(row), detail: `${row.spaceTitle} #${row.number}` };
  if (!isUnfinished(row)) return { ...step, verdict: 'skip', says: `It is ${row.status} already.` };
  if (action === 'archive') return { ...step, verdict: 'change', says: 'Archived; can be opened again' };
  return row.outdated
    ? { ...step, verdict: 'change', says: 'Takes over what has changed in its space' }
    : { ...step, verdict: 'skip', says: 'It is up to date already.' };
}
