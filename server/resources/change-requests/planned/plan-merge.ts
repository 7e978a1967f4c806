import type { Transaction } from 'kysely';
import { type AuditActor, recordAudit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { changeRequestLabel } from '../change-request-changes.ts';
import type { ChangeRequestRow } from '../change-requests.queries.ts';
import { addPlans, type NewPlan } from '../planned-merges.queries.ts';
import { enqueueMerges } from './run-planned-merges.ts';

type Planned = Pick<ChangeRequestRow, 'id' | 'organization_id' | 'space_id' | 'number' | 'subject'>;

/** Plans a merge as by a person, with what they may do when it is made; returns its id. */
export async function planMerge(
  trx: Transaction<Database>,
  changeRequest: Planned,
  { mode, runAt }: Pick<NewPlan, 'mode' | 'runAt'>,
  { actor, now }: { actor: AuditActor; now: Date },
): Promise<string> {
  const plan = { changeRequestId: changeRequest.id, mode, runAt };
  const [id = ''] = await addPlans(trx, [plan], { userId: actor.user.id, now });
  const after = { when: mode, ...(runAt && { at: runAt.toISOString() }) };
  await recordPlan(trx, { actor }, changeRequest, {
    action: 'planMerge',
    word: 'Planned the merge',
    after,
  });
  await enqueueMerges(trx, [changeRequest.space_id], runAt ?? now);
  return id;
}

interface PlanEntry {
  action: string;
  word: string;
  after?: object;
}

export function recordPlan(
  trx: Transaction<Database>,
  { actor }: { actor: AuditActor },
  row: Planned,
  { action, word, after }: PlanEntry,
): Promise<void> {
  return recordAudit(trx, {
    organizationId: row.organization_id,
    actor,
    action,
    targetKind: 'change-request',
    targetId: row.id,
    summary: `${word} of the change request ${changeRequestLabel(row)}.`,
    ...(after && { after }),
  });
}
