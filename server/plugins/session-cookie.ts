import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefreshSecret } from '#server/access/sessions.ts';
import { MAX_SECRET_LENGTH } from '#server/access/tokens.ts';

/** The cookie that renews a browser's session. No script can read it, and no other site can make it be sent. */
const COOKIE_NAME = 'bindery_refresh';

/** The refresh secret that a request brings. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  return readSecretCookie(request, COOKIE_NAME);
}

/** The secret in a cookie; what is longer than any is none, and is not hashed. */
export function readSecretCookie({ cookies }: FastifyRequest, name: string): string | undefined {
  const secret = cookies[name];
  return secret !== undefined && secret.length <= MAX_SECRET_LENGTH ? secret : undefined;
}

/** Hands a refresh secret to the browser. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, refresh: RefreshSecret): void {
  reply.setCookie(COOKIE_NAME, refresh.secret, { ...optionsOf(request), expires: refresh.expiresAt });
}

/** Takes the refresh secret from the browser. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(COOKIE_NAME, optionsOf(request));
}

function optionsOf({ service }: FastifyRequest) {
  return {
    path: '/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: service.publicUrl.startsWith('https:'),
  } as const;
}
