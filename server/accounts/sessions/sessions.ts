import type { Kysely, Transaction } from 'kysely';
import type { SignInMethod } from '#api/generated/types.gen.ts';
import {
  assertOneOpen,
  closedWithoutSso,
  findPolicyMemberships,
  idsOpenedBy,
  latestEnd,
} from '#server/access/session-limits.ts';
import { hashSecret, newSecret, newToken } from '#server/access/tokens.ts';
import { forbidden } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { findCode } from '../credentials/one-time-codes.ts';
import type { RequestOrigin } from './devices.ts';
import { recordCopiedCookie, recordSignIn, recordSignOut } from './session-events.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long an access token is valid; the page renews it with its refresh cookie. */
const ACCESS_TOKEN_MS = 15 * MINUTE_MS;
/** How long an unused browser session lasts. */
const SESSION_MS = 14 * DAY_MS;
/** How long the previous cookie is still accepted, because tabs of a browser refresh at the same time. */
const GRACE_MS = 60_000;
/** How long an SSO session lasts, however much it is used. */
const SSO_SESSION_MS = 12 * 60 * MINUTE_MS;

/** The grant for a browser: an access token and, if it changed, a secret for the refresh cookie. */
export interface SessionGrant {
  userId: string;
  accessToken: string;
  accessTokenExpiresAt: Date;
  refresh?: { secret: string; expiresAt: Date };
}

/** Who signs in, and how. */
export interface SignIn {
  userId: string;
  method: SignInMethod;
  /** The API token that was used; the session ends with it, and opens no organization that the token does not. */
  startedBy?: { tokenId: string; expiresAt: Date | null; withoutOrganizationIds: readonly string[] };
  /** The only organization that the session opens: the one that vouches for the person's credential (decision 150). */
  limitedTo?: string | null;
}

/** When and from where a request for a session comes. */
export interface SessionContext {
  now: Date;
  origin: RequestOrigin;
  /** Of the cookie of a browser that waits to link an identity (decision 169). */
  linkSecret?: string | undefined;
}

export type RefreshSecret = NonNullable<SessionGrant['refresh']>;

/**
 * Starts a session for the owner of an API token of the command line. Undefined if the token is unknown, expired or
 * revoked; 403 for a token of the console.
 */
export async function startSessionByToken(
  db: Kysely<Database>,
  token: string,
  context: SessionContext,
): Promise<SessionGrant | undefined> {
  const { now } = context;
  return inTransaction(db, async (trx) => {
    const session = await trx
      .selectFrom('tokens')
      .select(['id', 'user_id', 'expires_at', 'organization_ids', 'without_organization_ids'])
      .where('hash', '=', hashSecret(token))
      .where('session_id', 'is', null)
      .where('revoked_at', 'is', null)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
      .executeTakeFirst();
    if (!session) return undefined;
    if (session.organization_ids !== null)
      throw forbidden('This API token is for programs and can’t be used to sign in.');
    await trx.updateTable('tokens').set({ last_used_at: now }).where('id', '=', session.id).execute();
    const startedBy = {
      tokenId: session.id,
      expiresAt: session.expires_at,
      withoutOrganizationIds: session.without_organization_ids,
    };
    return startSession(trx, { userId: session.user_id, method: 'token', startedBy }, context);
  });
}

/** Starts an SSO session: for 12 hours and this organization only. */
export async function startSsoSession(
  trx: Transaction<Database>,
  { userId, organizationId, method }: { userId: string; organizationId: string; method: 'saml' | 'oidc' },
  context: SessionContext,
): Promise<RefreshSecret> {
  const { now } = context;
  const id = newId();
  const secret = newRefreshSecret(id);
  const memberships = await findPolicyMemberships(trx, userId);
  const opened = memberships.filter((membership) => membership.organizationId === organizationId);
  const expiresAt = earliest(new Date(now.getTime() + SSO_SESSION_MS), latestEnd(opened, now));
  await insertSessionRow(
    trx,
    { id, userId, method, secret, expiresAt, limitedTo: organizationId, isFinal: true },
    context,
  );
  await recordSignIn(trx, { id, userId, method, organizationIds: [organizationId] }, context);
  return { secret, expiresAt };
}

/**
 * Renews a session by the secret of its refresh cookie, which changes each time. The previous secret is accepted for
 * another minute, for tabs that refresh at the same time. Later it shows that the cookie was copied, as does every
 * older one, and ends the session; the result then is `endedUserId`. Undefined if there is no such session.
 */
export async function refreshSession(
  db: Kysely<Database>,
  secret: string,
  context: SessionContext,
): Promise<SessionGrant | { endedUserId: string } | undefined> {
  const { now } = context;
  return inTransaction(db, async (trx) => {
    const hash = hashSecret(secret);
    const session = await trx
      .selectFrom('sessions')
      .leftJoin('tokens', 'tokens.id', 'sessions.started_by_token_id')
      .selectAll('sessions')
      .select('tokens.expires_at as token_expires_at')
      .where((is) => is.or([is('sessions.hash', '=', hash), is('sessions.id', '=', sessionIdOf(secret))]))
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .forUpdate('sessions')
      .executeTakeFirst();
    if (!session) return undefined;
    const isConcurrent =
      session.previous_hash === hash && now.getTime() - (session.rotated_at?.getTime() ?? 0) < GRACE_MS;
    if (session.hash !== hash && !isConcurrent) {
      await endSession(trx, session.id, now);
      await recordCopiedCookie(trx, session);
      return { endedUserId: session.user_id };
    }
    const opened = (await findPolicyMemberships(trx, session.user_id)).filter(
      ({ organizationId: id }) =>
        id === (session.sso_organization_id ?? id) && !session.without_organization_ids.includes(id),
    );
    const end = latestEnd(opened, session.created_at);
    if (end && end <= now) {
      await endSession(trx, session.id, now);
      return { endedUserId: session.user_id };
    }
    return isConcurrent
      ? insertAccessToken(trx, session.user_id, session.id, now)
      : rotate(trx, { ...session, policy_ends_at: end }, context);
  });
}

/**
 * The session of a refresh secret as a replica has it, while there is no primary: nothing is renewed, so that the same secret renews it
 * later. Undefined where the replica does not say that it lives.
 */
export async function findLivingSession(
  replica: Kysely<Database>,
  secret: string,
  now: Date,
): Promise<{ id: string } | undefined> {
  const hash = hashSecret(secret);
  return replica
    .selectFrom('sessions')
    .select('id')
    .where((is) =>
      is.or([
        is('hash', '=', hash),
        is.and([is('previous_hash', '=', hash), is('rotated_at', '>', new Date(now.getTime() - GRACE_MS))]),
      ]),
    )
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Ends the session of a refresh secret. Returns the id of its user. */
export async function endSessionBySecret(
  db: Kysely<Database>,
  secret: string,
  now: Date,
): Promise<string | undefined> {
  const hash = hashSecret(secret);
  return inTransaction(db, async (trx) => {
    const session = await trx
      .selectFrom('sessions')
      .selectAll()
      .where((is) => is.or([is('hash', '=', hash), is('previous_hash', '=', hash)]))
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!session) return undefined;
    await endSession(trx, session.id, now);
    await recordSignOut(trx, session);
    return session.user_id;
  });
}

async function endSession(db: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute();
}

/**
 * Starts a session for a person who has proved who they are. It opens no organization that requires single
 * sign-on; 403 if none is left, except for people from an identity provider who have to link their identity
 * to the account first.
 */
export async function startSession(
  trx: Transaction<Database>,
  { userId, method, startedBy, limitedTo = null }: SignIn,
  context: SessionContext,
): Promise<SessionGrant> {
  const { now } = context;
  const memberships = (await findPolicyMemberships(trx, userId)).filter(
    ({ organizationId }) => organizationId === (limitedTo ?? organizationId),
  );
  const closed = closedWithoutSso(memberships);
  if (!(await isLinking(trx, userId, context))) assertOneOpen(memberships, closed);
  const withoutOrganizationIds = [...closed, ...(startedBy?.withoutOrganizationIds ?? [])];
  const opened = memberships.filter(({ organizationId }) => !withoutOrganizationIds.includes(organizationId));
  const id = newId();
  const secret = newRefreshSecret(id);
  const expiresAt = earliest(sessionEnd(now), startedBy?.expiresAt ?? null, latestEnd(opened, now));
  const startedByTokenId = startedBy?.tokenId;
  await insertSessionRow(
    trx,
    { id, userId, method, secret, expiresAt, startedByTokenId, withoutOrganizationIds, limitedTo },
    context,
  );
  const credential = { kind: 'session', method, createdAt: now, limitedTo } as const;
  await recordSignIn(
    trx,
    { id, userId, method, organizationIds: idsOpenedBy(credential, opened, now) },
    context,
  );
  return { ...(await insertAccessToken(trx, userId, id, now)), refresh: { secret, expiresAt } };
}

/** Whether an identity provider sent this browser with an identity that waits to be linked to this account. */
async function isLinking(
  trx: Transaction<Database>,
  userId: string,
  { linkSecret, now }: SessionContext,
): Promise<boolean> {
  if (linkSecret === undefined) return false;
  return (await findCode(trx, 'identity-link', linkSecret, now))?.user_id === userId;
}

interface NewSession {
  id: string;
  userId: string;
  method: SignInMethod;
  secret: string;
  expiresAt: Date;
  startedByTokenId?: string | undefined;
  withoutOrganizationIds?: string[];
  /** The only organization that it opens. */
  limitedTo: string | null;
  /** It ends at `expiresAt` at the latest, however much it is used. */
  isFinal?: boolean;
}

async function insertSessionRow(
  trx: Transaction<Database>,
  session: NewSession,
  { now, origin }: SessionContext,
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      hash: hashSecret(session.secret),
      previous_hash: null,
      rotated_at: null,
      started_by_token_id: session.startedByTokenId ?? null,
      sso_organization_id: session.limitedTo,
      without_organization_ids: session.withoutOrganizationIds ?? [],
      created_at: now,
      expires_at: session.expiresAt,
      ends_at: session.isFinal === true ? session.expiresAt : null,
      revoked_at: null,
      method: session.method,
      user_agent: origin.userAgent,
      address: origin.address,
      country: origin.country,
      last_seen_at: now,
    })
    .execute();
}

/** A secret that contains the session id, so that an old one still shows which session was copied. */
function newRefreshSecret(sessionId: string): string {
  return `${sessionId}.${newSecret()}`;
}

/** The session of a refresh secret, or of one that it had before. */
export function sessionIdOf(secret: string): string {
  return secret.split('.', 1)[0] ?? '';
}

async function rotate(
  trx: Transaction<Database>,
  session: Row<'sessions'> & { token_expires_at: Date | null; policy_ends_at: Date | null },
  { now, origin }: SessionContext,
): Promise<SessionGrant> {
  const secret = newRefreshSecret(session.id);
  const expiresAt = earliest(
    sessionEnd(now),
    session.ends_at ?? session.token_expires_at,
    session.policy_ends_at,
  );
  await trx
    .updateTable('sessions')
    .set({
      hash: hashSecret(secret),
      previous_hash: session.hash,
      rotated_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      user_agent: origin.userAgent,
      address: origin.address,
      country: origin.country,
    })
    .where('id', '=', session.id)
    .execute();
  return {
    ...(await insertAccessToken(trx, session.user_id, session.id, now)),
    refresh: { secret, expiresAt },
  };
}

/** When a session ends that is not used. */
function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + SESSION_MS);
}

/** The earliest of an end and its limits, where there are any. */
function earliest(end: Date, ...limits: readonly (Date | null)[]): Date {
  return limits.reduce((first: Date, limit) => (limit && limit < first ? limit : first), end);
}

async function insertAccessToken(
  trx: Transaction<Database>,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<SessionGrant> {
  const accessToken = newToken();
  const accessTokenExpiresAt = new Date(now.getTime() + ACCESS_TOKEN_MS);
  await trx
    .insertInto('tokens')
    .values({
      id: newId(),
      user_id: userId,
      session_id: sessionId,
      name: 'session',
      hash: hashSecret(accessToken),
      created_at: now,
      last_used_at: null,
      expires_at: accessTokenExpiresAt,
      revoked_at: null,
    })
    .execute();
  return { userId, accessToken, accessTokenExpiresAt };
}
