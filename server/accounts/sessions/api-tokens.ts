import { sql, type Transaction } from 'kysely';
import type { SignInMethod } from '#api/generated/types.gen.ts';
import { hashSecret } from '#server/access/tokens.ts';
import { recordAccountEvent } from '#server/audit/account-events.ts';
import type { AuditActor } from '#server/audit/audit.ts';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { endSessions } from './end-sessions.ts';
import { nameOf } from './session-events.ts';

/** An API token to store. */
export interface NewApiToken {
  userId: string;
  name: string;
  expiresAt: Date | null;
  token: string;
  /**
   * The limits of a token of the console; null for one of the command line, which only its owner's rights
   * limit.
   */
  limits: {
    organizationIds: readonly string[];
    method: SignInMethod | null;
    ssoOrganizationId: string | null;
  } | null;
  /** Who creates it; null for the operator of the server. */
  actor: AuditActor | null;
  now: Date;
}

/** Stores the hash of a token, and records that it was created. */
export async function insertApiToken(
  trx: Transaction<Database>,
  { userId, name, expiresAt, token, limits, actor, now }: NewApiToken,
): Promise<Row<'tokens'>> {
  const row = await trx
    .insertInto('tokens')
    .values({
      id: newId(),
      user_id: userId,
      session_id: null,
      name,
      hash: hashSecret(token),
      created_at: now,
      expires_at: expiresAt,
      method: limits?.method ?? null,
      sso_organization_id: limits?.ssoOrganizationId ?? null,
      organization_ids: limits && [...limits.organizationIds],
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAccountEvent(trx, {
    userId,
    actor,
    ...tokenEvent(row),
    action: 'createApiToken',
    summary: `Created the API token “${name}” of ${await nameOf(trx, userId)}${byWhom(actor)}.`,
    after: { name, expiresAt: expiresAt?.toISOString() ?? null },
  });
  return row;
}

/** Revokes a token, ends the sessions that it started, and records it. */
export async function revokeApiToken(
  trx: Transaction<Database>,
  row: Row<'tokens'>,
  { actor, now }: Pick<NewApiToken, 'actor' | 'now'>,
): Promise<void> {
  await trx.updateTable('tokens').set({ revoked_at: now }).where('id', '=', row.id).execute();
  await endSessions(trx, {
    which: sql<boolean>`started_by_token_id = ${row.id}`,
    exceptSessionId: null,
    now,
  });
  await recordAccountEvent(trx, {
    userId: row.user_id,
    actor,
    ...tokenEvent(row),
    action: 'revokeApiToken',
    summary: `Revoked the API token “${row.name}” of ${await nameOf(trx, row.user_id)}${byWhom(actor)}.`,
    before: { name: row.name },
  });
}

const byWhom = (actor: NewApiToken['actor']) => (actor ? '' : ' from the command line');

/** Which token and organizations an event concerns. */
function tokenEvent({ id, organization_ids: organizationIds }: Row<'tokens'>) {
  return { targetKind: 'api-token', targetId: id, ...(organizationIds && { organizationIds }) };
}
