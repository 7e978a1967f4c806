import { sql, type Transaction } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type AuditEntry, recordAudits } from './audit.ts';

/** An event of someone's account: of a session, a token or a credential. */
export interface AccountEvent extends Omit<AuditEntry, 'organizationId'> {
  /** Whose account it is. */
  userId: string;
  /** The organizations that it concerns; by default all of which the person is an active member. */
  organizationIds?: readonly string[];
}

/**
 * Writes an event of an account to the audit log of each organization that it concerns, and to the log of the
 * installation where there is none. In the transaction of the change.
 */
export async function recordAccountEvent(
  trx: Transaction<Database>,
  { userId, organizationIds, ...entry }: AccountEvent,
): Promise<void> {
  const concerned = await trx
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .where('disabled', '=', false)
    .$if(organizationIds !== undefined, (members) =>
      members.where('organization_id', '=', sql<string>`any(${[...(organizationIds ?? [])]}::text[])`),
    )
    .execute();
  if (concerned.length === 0) return recordInstallationEvent(trx, entry);
  await recordAudits(
    trx,
    concerned.map(({ organization_id: organizationId }) => ({ ...entry, organizationId })),
  );
}

/** Writes an entry that belongs to no organization. The operator of the server reads them: `bindery log`. */
export async function recordInstallationEvent(
  trx: Transaction<Database>,
  entry: Omit<AuditEntry, 'organizationId' | 'names'>,
): Promise<void> {
  const { actor, action, targetKind, targetId, summary, before, after } = entry;
  await trx
    .insertInto('installation_log')
    .values({
      id: newId(),
      actor_id: actor?.user.id ?? null,
      action,
      target_kind: targetKind,
      target_id: targetId,
      summary,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
}
