import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** Sessions that someone ends, except the one they use. */
interface SessionSelection {
  /** A condition on `sessions`. */
  which: RawBuilder<boolean>;
  exceptSessionId: string | null;
  now: Date;
}

/** Ends sessions. Returns how many. */
export async function endSessions(
  trx: Transaction<Database>,
  { which, exceptSessionId, now }: SessionSelection,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where(which)
    .where('id', 'is distinct from', exceptSessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Closes an organization to sessions: its SSO sessions end, as do those that open no other organization; others no
 * longer open it, because its administrators have no say in other organizations. Returns how many sessions it closed.
 */
export async function closeToSessions(
  trx: Transaction<Database>,
  organizationId: string,
  { which, exceptSessionId, now }: SessionSelection,
): Promise<number> {
  const opensNoOther = sql<boolean>`not exists (
    select from members other where other.user_id = sessions.user_id and not other.disabled
      and other.organization_id <> ${organizationId}
      and other.organization_id <> all(sessions.without_organization_ids))`;
  const opensIt = sql<boolean>`(sessions.sso_organization_id = ${organizationId} or (
    sessions.sso_organization_id is null and ${organizationId} <> all(sessions.without_organization_ids)))`;
  const isOnlyForIt = sql<boolean>`(sessions.sso_organization_id is not null or ${opensNoOther})`;
  const ended = await endSessions(trx, {
    which: sql<boolean>`(${which} and ${opensIt} and ${isOnlyForIt})`,
    exceptSessionId,
    now,
  });
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({
      without_organization_ids: sql<string[]>`array_append(without_organization_ids, ${organizationId})`,
    })
    .where(sql<boolean>`(${which} and ${opensIt})`)
    .where('sso_organization_id', 'is', null)
    .where('id', 'is distinct from', exceptSessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return ended + Number(numUpdatedRows);
}
