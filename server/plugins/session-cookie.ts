import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefreshSecret } from '#server/access/sessions.ts';
import { MAX_SECRET_LENGTH } from '#server/access/tokens.ts';

/** The refresh cookie of a browser session. Scripts cannot read it, and other sites cannot trigger sending it. */
const COOKIE_NAME = 'bindery_refresh';

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return readSecretCookie(request, COOKIE_NAME);
}

/** Ignores secrets that are too long to be valid, so that they are never hashed. */
export function readSecretCookie({ cookies }: FastifyRequest, name: string): string | undefined {
  const secret = cookies[name];
  return secret !== undefined && secret.length <= MAX_SECRET_LENGTH ? secret : undefined;
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, refresh: RefreshSecret): void {
  reply.setCookie(COOKIE_NAME, refresh.secret, { ...optionsOf(request), expires: refresh.expiresAt });
}

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
