import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MEMBER_COOKIE, MEMBER_COOKIE_PATH, memberCookieOf } from '#server/access/member-cookie.ts';
import { readingTokenOf } from '#server/access/reading-token.ts';
import { MAX_SECRET_LENGTH, newSecret } from '#server/access/tokens.ts';
import { toCallerView } from '#server/access/users.view.ts';
import { badRequest, badValue, forbidden, unauthorized, unavailable } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { keyOfAddress } from '#server/plugins/limits/rate-limit.ts';
import { originOf } from '../sessions/devices.ts';
import {
  endSessionBySecret,
  findLivingSession,
  refreshSession,
  type SessionContext,
  type SessionGrant,
  sessionIdOf,
  startSessionByToken,
  type RefreshSecret,
} from '../sessions/sessions.ts';
import type { BrowserContext } from '../sessions/sign-in-browser.ts';

/** The refresh cookie of a browser session. Scripts cannot read it, and other sites cannot trigger sending it. */
const COOKIE_NAME = 'bindery_refresh';

/** Of a browser in which an identity waits to be linked. */
const LINK_COOKIE = 'bindery_link';

/** Known to a browser for as long as browsers keep a cookie; it gives no access. */
const DEVICE_COOKIE = 'bindery_device';
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/**
 * 403 without the header of the console's own requests. Links, forms and other elements of a page can't send
 * one, and pages of other origins would need a permission that the server never grants.
 */
function readSessionCookie(request: FastifyRequest): string | undefined {
  if (request.headers['x-requested-with'] !== 'console') {
    throw forbidden('Requests that use the session cookie need the header "X-Requested-With: console".');
  }
  return readSecretCookie(request, COOKIE_NAME);
}

/** Ignores secrets that are too long to be valid, so that they are never hashed. */
export function readSecretCookie({ cookies }: FastifyRequest, name: string): string | undefined {
  const secret = cookies[name];
  return secret !== undefined && secret.length <= MAX_SECRET_LENGTH ? secret : undefined;
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, refresh: RefreshSecret): void {
  const { secret, expiresAt: expires } = refresh;
  reply.setCookie(COOKIE_NAME, secret, { ...optionsOf(request), expires });
  const member = memberCookieOf(request.service, sessionIdOf(secret));
  reply.setCookie(MEMBER_COOKIE, member, { ...memberOptionsOf(request), expires });
}

function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(COOKIE_NAME, optionsOf(request));
  reply.clearCookie(MEMBER_COOKIE, memberOptionsOf(request));
}

function optionsOf({ service }: FastifyRequest) {
  return {
    path: '/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: service.publicUrl.startsWith('https:'),
  } as const;
}

/** Links from other pages to a published one are followed with it. */
function memberOptionsOf(request: FastifyRequest) {
  return { ...optionsOf(request), path: MEMBER_COOKIE_PATH, sameSite: 'lax' } as const;
}

/** A token or a code in JSON; the caller is not authenticated yet. */
const MAX_BODY_BYTES = 4096;

/**
 * Browser sessions under `/auth`, outside the contract: the page keeps a short-lived access token in memory; an
 * HttpOnly cookie renews it. `registerMore` adds routes with the same checks.
 */
export async function registerSessions(
  app: FastifyInstance,
  registerMore: (auth: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (auth) => {
    await auth.register(cookies);
    auth.addHook('onRoute', (route) => {
      route.bodyLimit ??= MAX_BODY_BYTES;
    });
    auth.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      assertFromConsole(request);
    });

    registerMore(auth);

    auth.post('/auth/session', async (request, reply) => {
      const token = readStringProperty(request.body, 'token');
      return sendSession(
        request,
        reply,
        await startSessionByToken(request.db, token, sessionContext(request)),
      );
    });

    auth.post('/auth/refresh', async (request, reply) => {
      const secret = readSessionCookie(request);
      if (request.isReadOnly) return sendReading(request, secret);
      const refreshed =
        secret === undefined ? undefined : await refreshSession(request.db, secret, sessionContext(request));
      if (refreshed && !('endedUserId' in refreshed)) return sendSession(request, reply, refreshed);
      if (refreshed) request.actors.invalidateUser(refreshed.endedUserId);
      clearSessionCookie(request, reply);
      return sendSession(request, reply, undefined);
    });

    auth.delete('/auth/session', async (request, reply) => {
      const secret = readSessionCookie(request);
      const now = request.clock.now();
      const userId = secret === undefined ? undefined : await endSessionBySecret(request.db, secret, now);
      if (userId !== undefined) request.actors.invalidateUser(userId);
      clearSessionCookie(request, reply);
      return reply.code(204).send();
    });
  });
}

/** The browser of a person who signs in by themselves. */
export function browserOf(request: FastifyRequest): BrowserContext {
  return {
    ...sessionContext(request),
    clientKey: keyOfAddress(request.clientAddress),
    deviceSecret: readSecretCookie(request, DEVICE_COOKIE),
    nextDeviceSecret: newSecret(),
    mailer: request.mailer,
  };
}

/** Answers with the new session, and lets the browser be known the next time. */
export function sendSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { grant, browser }: { grant: SessionGrant; browser: BrowserContext },
) {
  reply.setCookie(DEVICE_COOKIE, browser.nextDeviceSecret, {
    ...optionsOf(request),
    maxAge: DEVICE_SECONDS,
  });
  request.actors.invalidateUser(grant.userId);
  return sendSession(request, reply, grant);
}

/** How long a session is read with before its cookie is looked at again. */
const READING_MS = 2 * 60_000;

/**
 * While there is no primary, a session that a replica has is read with by a signed token, which nothing stores. A cookie that the replica
 * does not know may be newer than what it has: it is neither refused nor cleared.
 */
async function sendReading(request: FastifyRequest, secret: string | undefined) {
  const { db, clock, service } = request;
  const session = secret === undefined ? undefined : await findLivingSession(db, secret, clock.now());
  if (secret !== undefined && !session) throw unavailable('You can go on in a few seconds.');
  const expiresAt = clock.now().getTime() + READING_MS;
  const accessToken = session && readingTokenOf(service, { sessionId: session.id, expiresAt });
  const actor = accessToken === undefined ? undefined : await request.findActor(accessToken);
  if (!actor) throw unauthorized('The token, link or session is invalid, already used, expired or revoked.');
  return { accessToken, expiresAt: new Date(expiresAt).toISOString(), user: toCallerView(actor) };
}

/** When and from where a request for a session comes. */
export function sessionContext(request: FastifyRequest): SessionContext {
  const linkSecret = readLinkCookie(request);
  return { now: request.clock.now(), origin: originOf(request), linkSecret };
}

/** Lets the browser link an identity to the account, after its person has signed in. */
export function setLinkCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, expiresAt: expires }: { secret: string; expiresAt: Date },
): void {
  reply.setCookie(LINK_COOKIE, secret, { ...optionsOf(request), expires });
}

export function readLinkCookie(request: FastifyRequest): string | undefined {
  return readSecretCookie(request, LINK_COOKIE);
}

export function clearLinkCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(LINK_COOKIE, optionsOf(request));
}

/** Pages of other origins must not use the cookie, nor start a session of their own; see also `reader-isolation.ts`. */
function assertFromConsole({ headers, service, method }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers['sec-fetch-site'];
  const fromHere = site === undefined || site === 'same-origin' || site === 'none';
  const { origin } = headers;
  const isExpectedOrigin =
    origin === undefined || origin === parseUrl(service.publicUrl)?.origin || hostOf(origin) === headers.host;
  if (!fromHere || !isExpectedOrigin)
    throw forbidden("Sessions can only be used from this server's console.");
}

function hostOf(origin: string): string | undefined {
  return parseUrl(origin)?.host;
}

/** The only string property of a small JSON body. */
function readStringProperty(body: unknown, member: string): string {
  if (typeof body !== 'object' || body === null) throw badRequest('A JSON body is required.');
  const unknown = Object.keys(body).find((key) => key !== member);
  if (unknown !== undefined) throw badValue(`body.${unknown}`, 'is not a known property');
  const value: unknown = Reflect.get(body, member);
  if (typeof value !== 'string' || value === '') throw badValue(`body.${member}`, 'must be a string');
  if (value.length > MAX_SECRET_LENGTH) throw badValue(`body.${member}`, 'is too long');
  return value;
}

export async function sendSession(
  request: FastifyRequest,
  reply: FastifyReply,
  grant: SessionGrant | undefined,
) {
  const actor = grant && (await request.actors.find(grant.accessToken));
  if (!actor) throw unauthorized('The token, link or session is invalid, already used, expired or revoked.');
  if (grant.refresh) setSessionCookie(request, reply, grant.refresh);
  return {
    accessToken: grant.accessToken,
    expiresAt: grant.accessTokenExpiresAt.toISOString(),
    user: toCallerView(actor),
  };
}
