import type { OrganizationChangeRequest } from '#src/api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { isUnfinished, nameOf } from '../change-request-words.ts';

/** What can be done with several change requests at once. */
export type InboxBulkAction = 'update' | 'archive';

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
