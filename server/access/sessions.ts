import type { Kysely, Transaction } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { SignInMethod } from '#server/database/people-tables.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { forbidden } from '#server/errors.ts';
import { consumeCode, createCode } from './one-time-codes.ts';
import { LEVEL } from './roles.ts';
import { hashSecret, newSecret, newToken } from './tokens.ts';

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
/** How long the link that the server prints works. */
const SIGN_IN_LINK_MS = 7 * DAY_MS;

/** What a browser receives: an access token and, if it changed, a secret for the refresh cookie. */
export interface SessionGrant {
  userId: string;
  accessToken: string;
  accessTokenExpiresAt: Date;
  refresh?: { secret: string; expiresAt: Date };
}

interface SessionStart {
  userId: string;
  method: SignInMethod;
  /** The API token that was used; the session ends with it. */
  startedBy: { tokenId: string; expiresAt: Date | null } | null;
}

export type RefreshSecret = NonNullable<SessionGrant['refresh']>;

/** Creates the code of a sign-in link for a user; it works once, within a week. */
export function createSignInCode(db: Kysely<Database>, userId: string, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + SIGN_IN_LINK_MS);
  return createCode(db, { purpose: 'sign-in', user_id: userId, expires_at: expiresAt }, now);
}

/** Redeems the code of a sign-in link. Undefined if it is unknown, used or expired. */
export async function startSessionByCode(
  db: Kysely<Database>,
  code: string,
  now: Date,
): Promise<SessionGrant | undefined> {
  return inTransaction(db, async (trx) => {
    const userId = (await consumeCode(trx, 'sign-in', code, now))?.user_id;
    return userId ? insertSession(trx, { userId, method: 'link', startedBy: null }, now) : undefined;
  });
}

/** Starts a session for the owner of an API token. Undefined if the token is unknown, expired or revoked. */
export async function startSessionByToken(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<SessionGrant | undefined> {
  return inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('tokens')
      .select(['id', 'user_id', 'expires_at'])
      .where('hash', '=', hashSecret(token))
      .where('session_id', 'is', null)
      .where('revoked_at', 'is', null)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
      .executeTakeFirst();
    if (!found) return undefined;
    await trx.updateTable('tokens').set({ last_used_at: now }).where('id', '=', found.id).execute();
    const startedBy = { tokenId: found.id, expiresAt: found.expires_at };
    return insertSession(trx, { userId: found.user_id, method: 'token', startedBy }, now);
  });
}

/** Starts an SSO session: for 12 hours and this organization only. */
export async function startSsoSession(
  trx: Transaction<Database>,
  { userId, organizationId }: { userId: string; organizationId: string },
  now: Date,
): Promise<RefreshSecret> {
  const id = newId();
  const secret = newRefreshSecret(id);
  const expiresAt = new Date(now.getTime() + SSO_SESSION_MS);
  const session = {
    id,
    userId,
    method: 'saml',
    secret,
    expiresAt,
    ssoOrganizationId: organizationId,
  } as const;
  await insertSessionRow(trx, session, now);
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
  now: Date,
): Promise<SessionGrant | { endedUserId: string } | undefined> {
  return inTransaction(db, async (trx) => {
    const hash = hashSecret(secret);
    const session = await trx
      .selectFrom('sessions')
      .leftJoin('tokens', 'tokens.id', 'sessions.started_by_token_id')
      .select([
        'sessions.id',
        'sessions.user_id',
        'sessions.hash',
        'sessions.previous_hash',
        'sessions.rotated_at',
        'sessions.ends_at',
      ])
      .select('tokens.expires_at as token_expires_at')
      .where((is) => is.or([is('sessions.hash', '=', hash), is('sessions.id', '=', sessionIdOf(secret))]))
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .forUpdate('sessions')
      .executeTakeFirst();
    if (!session) return undefined;
    if (session.hash === hash) return rotate(trx, session, now);
    const isConcurrent =
      session.previous_hash === hash && now.getTime() - (session.rotated_at?.getTime() ?? 0) < GRACE_MS;
    if (isConcurrent) return insertAccessToken(trx, session.user_id, session.id, now);
    await endSession(trx, session.id, now);
    return { endedUserId: session.user_id };
  });
}

/** Ends the session of a refresh secret. Returns the id of its user. */
export async function endSessionBySecret(
  db: Kysely<Database>,
  secret: string,
  now: Date,
): Promise<string | undefined> {
  const hash = hashSecret(secret);
  const session = await db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where((is) => is.or([is('hash', '=', hash), is('previous_hash', '=', hash)]))
    .executeTakeFirst();
  if (session) await endSession(db, session.id, now);
  return session?.user_id;
}

export async function endSessionsOfToken(db: Kysely<Database>, tokenId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('started_by_token_id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .execute();
}

async function endSession(db: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute();
}

async function insertSession(
  trx: Transaction<Database>,
  { userId, method, startedBy }: SessionStart,
  now: Date,
): Promise<SessionGrant> {
  const withoutOrganizationIds = await organizationsRequiringSso(trx, userId);
  const id = newId();
  const secret = newRefreshSecret(id);
  const expiresAt = sessionEnd(now, startedBy?.expiresAt ?? null);
  const startedByTokenId = startedBy?.tokenId;
  await insertSessionRow(
    trx,
    { id, userId, method, secret, expiresAt, startedByTokenId, withoutOrganizationIds },
    now,
  );
  return { ...(await insertAccessToken(trx, userId, id, now)), refresh: { secret, expiresAt } };
}

interface NewSession {
  id: string;
  userId: string;
  method: SignInMethod;
  secret: string;
  expiresAt: Date;
  startedByTokenId?: string | undefined;
  withoutOrganizationIds?: string[];
  /** The organization of an SSO session; it then ends at `expiresAt` at the latest. */
  ssoOrganizationId?: string;
}

async function insertSessionRow(trx: Transaction<Database>, session: NewSession, now: Date): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      method: session.method,
      hash: hashSecret(session.secret),
      previous_hash: null,
      rotated_at: null,
      started_by_token_id: session.startedByTokenId ?? null,
      sso_organization_id: session.ssoOrganizationId ?? null,
      without_organization_ids: session.withoutOrganizationIds ?? [],
      created_at: now,
      expires_at: session.expiresAt,
      ends_at: session.ssoOrganizationId === undefined ? null : session.expiresAt,
      revoked_at: null,
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

/**
 * The organizations that a session without SSO does not open: those that require SSO of all members but administrators,
 * or of this member. Throws 403 if none is left.
 */
async function organizationsRequiringSso(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const teams = await trx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'members.role'])
    .select((is) => is.or([is('organizations.sso', '=', true), is('members.sso', '=', true)]).as('needsSso'))
    .where('members.user_id', '=', userId)
    .where('members.disabled', '=', false)
    .execute();
  const closed = teams.filter(({ needsSso, role }) => needsSso && role < LEVEL.admin);
  if (closed.length > 0 && closed.length === teams.length) {
    throw forbidden('Your organization requires single sign-on. Sign in through your identity provider.');
  }
  return closed.map(({ id }) => id);
}

async function rotate(
  trx: Transaction<Database>,
  session: { id: string; user_id: string; hash: string; token_expires_at: Date | null; ends_at: Date | null },
  now: Date,
): Promise<SessionGrant> {
  const secret = newRefreshSecret(session.id);
  const expiresAt = sessionEnd(now, session.ends_at ?? session.token_expires_at);
  await trx
    .updateTable('sessions')
    .set({ hash: hashSecret(secret), previous_hash: session.hash, rotated_at: now, expires_at: expiresAt })
    .where('id', '=', session.id)
    .execute();
  return {
    ...(await insertAccessToken(trx, session.user_id, session.id, now)),
    refresh: { secret, expiresAt },
  };
}

/** A session ends no later than the API token that started it, or its SSO limit. */
function sessionEnd(now: Date, limit: Date | null): Date {
  const latest = new Date(now.getTime() + SESSION_MS);
  return limit && limit < latest ? limit : latest;
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

/** Deletes expired sessions, their access tokens and sign-ins. Ended sessions are kept for a day. */
export async function deleteExpired(db: Kysely<Database>, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('expires_at', '<', yesterday), is('revoked_at', '<', yesterday)]))
    .execute();
  await db
    .deleteFrom('tokens')
    .where('session_id', 'is not', null)
    .where('expires_at', '<', yesterday)
    .execute();
  await db.deleteFrom('one_time_codes').where('expires_at', '<', yesterday).execute();
  // Anyone can start a sign-in, and expired ones are never used again.
  await db.deleteFrom('saml_requests').where('expires_at', '<', now).execute();
  await db.deleteFrom('saml_assertions').where('expires_at', '<', yesterday).execute();
}
