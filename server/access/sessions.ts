import type { Kysely, Transaction } from 'kysely';
import { forbidden } from '#server/errors.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { LEVEL } from './roles.ts';
import { hashSecret, newSecret, newToken } from './tokens.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long an access token lives; the page renews it with its refresh cookie. */
const ACCESS_TOKEN_MS = 15 * MINUTE_MS;
/** How long a browser stays signed in without being used. */
const SESSION_MS = 14 * DAY_MS;
/** How long the cookie before the last one is still taken, because tabs of one browser refresh at the same time. */
const GRACE_MS = 60_000;
/** How long a session from an identity provider lasts, however much it is used. */
const SSO_SESSION_MS = 12 * 60 * MINUTE_MS;
const SIGN_IN_LINK_MS = 7 * DAY_MS;

/** What a browser gets: an access token for its memory and, where it changed, a secret for its refresh cookie. */
export interface SessionGrant {
  userId: string;
  accessToken: string;
  accessTokenExpiresAt: Date;
  refresh?: { secret: string; expiresAt: Date };
}

/** Who a session is started for, and by what. */
interface SessionStart {
  userId: string;
  /** The API token that was shown; its end is the session's end. */
  startedBy: { tokenId: string; expiresAt: Date | null } | null;
}

/** What the refresh cookie of a new session needs. */
export type RefreshSecret = NonNullable<SessionGrant['refresh']>;

/** Makes a sign-in code for someone; it works once, within a week. */
export async function createSignInCode(db: Kysely<Database>, userId: string, now: Date): Promise<string> {
  const code = newSecret();
  await db
    .insertInto('sign_in_links')
    .values({
      hash: hashSecret(code),
      user_id: userId,
      expires_at: new Date(now.getTime() + SIGN_IN_LINK_MS),
      used_at: null,
    })
    .execute();
  return code;
}

/** Uses up a sign-in code. Undefined where it is unknown, used or expired. */
export async function startSessionByCode(
  db: Kysely<Database>,
  code: string,
  now: Date,
): Promise<SessionGrant | undefined> {
  return inTransaction(db, async (trx) => {
    const link = await trx
      .updateTable('sign_in_links')
      .set({ used_at: now })
      .where('hash', '=', hashSecret(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst();
    return link && insertSession(trx, { userId: link.user_id, startedBy: null }, now);
  });
}

/** Starts a session for the owner of an API token. Undefined where the token is unknown, expired or revoked. */
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
    return insertSession(trx, { userId: found.user_id, startedBy }, now);
  });
}

/** Starts a session that an organization's identity provider has answered for: for 12 hours and this organization. */
export async function startSsoSession(
  trx: Transaction<Database>,
  { userId, organizationId }: { userId: string; organizationId: string },
  now: Date,
): Promise<RefreshSecret> {
  const id = newId();
  const secret = newRefreshSecret(id);
  const expiresAt = new Date(now.getTime() + SSO_SESSION_MS);
  await insertSessionRow(trx, { id, userId, secret, expiresAt, ssoOrganizationId: organizationId }, now);
  return { secret, expiresAt };
}

/**
 * Renews a session by the secret of its refresh cookie, which changes each time. The secret before it is taken for
 * another minute, without a change, for tabs that refresh at the same time; later it shows that somebody copied the
 * cookie, as does every older one, and ends the session: then the answer is whose it was. Undefined where there is no
 * such session.
 */
export async function refreshSession(
  db: Kysely<Database>,
  secret: string,
  now: Date,
): Promise<SessionGrant | { endedOf: string } | undefined> {
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
    return { endedOf: session.user_id };
  });
}

/** Ends the session of a refresh secret. Returns whose it was. */
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

/** Ends all sessions that an API token has started. */
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
  { userId, startedBy }: SessionStart,
  now: Date,
): Promise<SessionGrant> {
  const withoutOrganizationIds = await organizationsRequiringSso(trx, userId);
  const id = newId();
  const secret = newRefreshSecret(id);
  const expiresAt = sessionEnd(now, startedBy?.expiresAt ?? null);
  const startedByTokenId = startedBy?.tokenId;
  await insertSessionRow(
    trx,
    { id, userId, secret, expiresAt, startedByTokenId, withoutOrganizationIds },
    now,
  );
  return { ...(await insertAccessToken(trx, userId, id, now)), refresh: { secret, expiresAt } };
}

interface NewSession {
  id: string;
  userId: string;
  secret: string;
  expiresAt: Date;
  startedByTokenId?: string | undefined;
  withoutOrganizationIds?: string[];
  /** The organization whose identity provider started it; then it ends at `expiresAt`, whatever happens. */
  ssoOrganizationId?: string;
}

async function insertSessionRow(trx: Transaction<Database>, session: NewSession, now: Date): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
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

/** A secret that names its session, so that an old one still shows which session was copied. */
function newRefreshSecret(sessionId: string): string {
  return `${sessionId}.${newSecret()}`;
}

function sessionIdOf(secret: string): string {
  return secret.split('.', 1)[0] ?? '';
}

/**
 * The organizations that a session without an identity provider does not open: those that ask for one, of everybody but
 * administrators or of this member. Throws 403 where that leaves nothing.
 */
async function organizationsRequiringSso(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const places = await trx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'members.role'])
    .select((is) => is.or([is('organizations.sso', '=', true), is('members.sso', '=', true)]).as('needsSso'))
    .where('members.user_id', '=', userId)
    .where('members.disabled', '=', false)
    .execute();
  const closed = places.filter(({ needsSso, role }) => needsSso && role < LEVEL.admin);
  if (closed.length > 0 && closed.length === places.length) {
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

/** A session outlives neither the API token that started it nor what its identity provider answered for. */
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

/** Deletes what nobody can use any more: sessions, their access tokens, sign-ins. Ended ones stay for a day. */
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
  await db.deleteFrom('sign_in_links').where('expires_at', '<', yesterday).execute();
  // Anybody can begin a sign-in, and none is looked at again once it has expired.
  await db.deleteFrom('saml_requests').where('expires_at', '<', now).execute();
  await db.deleteFrom('saml_assertions').where('expires_at', '<', yesterday).execute();
}
