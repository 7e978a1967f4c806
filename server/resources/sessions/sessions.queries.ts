import { type Kysely, sql, type Transaction } from 'kysely';
import type { AccountScope } from '#server/access/account-scope.ts';
import type { Actor } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { PolicyMembership } from '#server/access/session-limits.ts';
import { describeDevice } from '#server/accounts/sessions/devices.ts';
import { closeToSessions, endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { nameOf } from '#server/accounts/sessions/session-events.ts';
import { recordAccountEvent } from '#server/audit/account-events.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** Base query: sessions of a person that have not ended, of one organization if the scope has one. */
export function selectSessions(db: Kysely<Database>, { userId, organizationId }: AccountScope, now: Date) {
  return db
    .selectFrom('sessions')
    .select([
      'sessions.id',
      'sessions.method',
      'sessions.user_agent',
      'sessions.address',
      'sessions.country',
      'sessions.sso_organization_id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.expires_at',
    ])
    .where('sessions.user_id', '=', userId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .$if(organizationId !== null, (sessions) =>
      sessions.where('sessions.sso_organization_id', '=', organizationId),
    );
}

/** Base query: sessions of a member that open the organization. The same rule as `reasonNotOpen`. */
export function selectMemberSessions(
  db: Kysely<Database>,
  userId: string,
  { organizationId, role, passkeyRequired, sessionHours }: PolicyMembership,
  now: Date,
) {
  return selectSessions(db, { userId, organizationId: null }, now)
    .where(
      sql<boolean>`(sessions.sso_organization_id = ${organizationId} or (
        sessions.sso_organization_id is null and ${organizationId} <> all(sessions.without_organization_ids)))`,
    )
    .$if(sessionHours !== null, (sessions) =>
      sessions.where(
        'sessions.created_at',
        '>',
        sql<Date>`${now}::timestamptz - ${sessionHours}::int * interval '1 hour'`,
      ),
    )
    .$if(passkeyRequired, (sessions) =>
      sessions.where((is) =>
        is.or([
          is('sessions.method', 'in', ['passkey', 'saml', 'oidc']),
          ...(role === LEVEL.admin ? [is('sessions.method', 'in', ['link', 'token'])] : []),
        ]),
      ),
    );
}

export interface SessionChange {
  actor: Actor;
  now: Date;
}

/** Ends one of the caller's sessions; 404 if it is none of theirs. */
export async function endOwnSession(
  trx: Transaction<Database>,
  scope: AccountScope,
  sessionId: string,
  { actor, now }: SessionChange,
): Promise<void> {
  const session = await selectSessions(trx, scope, now)
    .where('sessions.id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!session) throw notFound('session');
  await endSessions(trx, { which: sql<boolean>`id = ${session.id}`, exceptSessionId: null, now });
  await recordAccountEvent(trx, {
    userId: scope.userId,
    actor,
    ...(session.sso_organization_id !== null && { organizationIds: [session.sso_organization_id] }),
    action: 'endSession',
    targetKind: 'session',
    targetId: session.id,
    summary: `${actor.user.displayName} ended their session on ${describeDevice(session.user_agent)}.`,
  });
}

/** Ends the caller's sessions except the one they use. */
export async function endOtherOwnSessions(
  trx: Transaction<Database>,
  { userId, organizationId }: AccountScope,
  { actor, now }: SessionChange,
): Promise<void> {
  const which =
    organizationId === null
      ? sql<boolean>`user_id = ${userId}`
      : sql<boolean>`(user_id = ${userId} and sso_organization_id = ${organizationId})`;
  const count = await endSessions(trx, { which, exceptSessionId: actor.sessionId, now });
  await recordAccountEvent(trx, {
    userId,
    actor,
    ...(organizationId !== null && { organizationIds: [organizationId] }),
    action: 'endOtherSessions',
    targetKind: 'user',
    targetId: userId,
    summary: `${actor.user.displayName} ended all their other sessions.`,
    before: { sessions: count },
  });
}

/** Closes the organization to one session of a member; 404 if it does not open it. */
export async function endMemberSession(
  trx: Transaction<Database>,
  member: { userId: string; policy: PolicyMembership },
  sessionId: string,
  { actor, now }: SessionChange,
): Promise<void> {
  const { organizationId } = member.policy;
  const session = await selectMemberSessions(trx, member.userId, member.policy, now)
    .where('sessions.id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!session) throw notFound('session');
  const which = sql<boolean>`sessions.id = ${session.id}`;
  await closeToSessions(trx, organizationId, { which, exceptSessionId: null, now });
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'endMemberSession',
    targetKind: 'member',
    targetId: member.userId,
    summary: `Ended the session of ${await nameOf(trx, member.userId)} on ${describeDevice(session.user_agent)}.`,
    before: { device: describeDevice(session.user_agent) },
  });
}

/** Closes the organization to the sessions of one member, or of all; except the caller's own. */
export async function signOut(
  trx: Transaction<Database>,
  { organizationId, userId }: { organizationId: string; userId?: string },
  { actor, now }: SessionChange,
): Promise<void> {
  const which =
    userId === undefined
      ? sql<boolean>`sessions.user_id in (select user_id from members where organization_id = ${organizationId})`
      : sql<boolean>`sessions.user_id = ${userId}`;
  const sessions = await closeToSessions(trx, organizationId, {
    which,
    exceptSessionId: actor.sessionId,
    now,
  });
  await recordAudit(trx, {
    organizationId,
    actor,
    ...(userId === undefined
      ? { action: 'signOutAllMembers', targetKind: 'organization', targetId: organizationId }
      : { action: 'signOutMember', targetKind: 'member', targetId: userId }),
    summary: userId === undefined ? 'Signed out all members.' : `Signed out ${await nameOf(trx, userId)}.`,
    before: { sessions },
  });
}
