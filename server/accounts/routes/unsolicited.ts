import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignOnError } from '../sign-on/sign-on-error.ts';

const COOKIE = 'bindery_sso_tile';
/** Longer than a redirect to the provider and back, shorter than the pause before a person tries again. */
const SECONDS = 60;

/**
 * Records that a browser brought an unrequested response (a tile at the provider), after which a sign-on is
 * started. Throws `SignOnError` where it did so just before: the provider answers such requests the same way,
 * in a loop.
 */
export function noteUnsolicited(request: FastifyRequest, reply: FastifyReply, path: string): void {
  if (request.cookies[COOKIE] !== undefined)
    throw new SignOnError('sso-unsolicited', 'The provider’s responses name no request, again and again.');
  reply.setCookie(COOKIE, '1', { ...optionsOf(request, path), maxAge: SECONDS });
}

export function forgetUnsolicited(request: FastifyRequest, reply: FastifyReply, path: string): void {
  if (request.cookies[COOKIE] !== undefined) reply.clearCookie(COOKIE, optionsOf(request, path));
}

/** Without `SameSite` over http, as browsers then send it with a cross-site post for the first minutes. */
function optionsOf({ service }: FastifyRequest, path: string) {
  const secure = service.publicUrl.startsWith('https:');
  return { path, httpOnly: true, secure, ...(secure && { sameSite: 'none' as const }) };
}
