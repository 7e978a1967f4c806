import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { findPolicyMembership } from '#server/access/session-limits.ts';
import { reasonNotOpen } from '#server/access/sign-in-policy.ts';
import { pickChangedColumns, recordAudit } from '#server/audit/audit.ts';
import { conflict } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { describePolicyChange, type PolicyRow, type toPolicyColumns } from './sign-in-policy.rules.ts';

function selectPolicy(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('organizations')
    .select(['passkey_required', 'session_hours', 'token_days'])
    .where('id', '=', organizationId);
}

export function findPolicy(db: Kysely<Database>, organizationId: string): Promise<PolicyRow> {
  return selectPolicy(db, organizationId).executeTakeFirstOrThrow();
}

/** Throws 409 if the policy would close the organization to the caller, who could then not change it back. */
export async function updatePolicy(
  trx: Transaction<Database>,
  { actor, viewer, now }: { actor: Actor; viewer: Membership; now: Date },
  columns: ReturnType<typeof toPolicyColumns>,
): Promise<PolicyRow> {
  const { organizationId } = viewer;
  const before = await selectPolicy(trx, organizationId).forNoKeyUpdate().executeTakeFirstOrThrow();
  if (Object.values(columns).every((value) => value === undefined)) return before;
  await trx
    .updateTable('organizations')
    .set({ ...columns, updated_at: sql<Date>`now()` })
    .where('id', '=', organizationId)
    .execute();
  const policy = await findPolicyMembership(trx, viewer);
  const reason = reasonNotOpen(actor.credential, viewer, policy, now);
  if (reason !== undefined) throw conflict(`This would close the organization to you. ${reason}`);
  const after = await findPolicy(trx, organizationId);
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'updateSignInPolicy',
    targetKind: 'organization',
    targetId: organizationId,
    summary: describePolicyChange(before, after),
    before: pickChangedColumns(columns, before),
    after: pickChangedColumns(columns, after),
  });
  return after;
}
