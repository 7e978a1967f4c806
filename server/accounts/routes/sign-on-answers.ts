import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#server/base/errors.ts';
import { sendRedirect } from '#server/base/locations.ts';
import type { FinishedSignOn } from '../sign-on/finish-sign-on.ts';
import type { Provider } from '../sign-on/identities.ts';
import { safeReturnPath } from '../sign-on/return-path.ts';
import { SignOnError } from '../sign-on/sign-on-error.ts';
import { type SignOnTestResult, storeResult } from '../sign-on/sign-on-test.ts';
import { setLinkCookie, setSessionCookie } from './session-routes.ts';

/** The console's page of the signed-in person. */
export const ACCOUNT_PATH = '/account';

/** The code that the sign-in page gets for a person who has to link. */
const LINK_CODES = { credential: 'sso-link', mail: 'sso-mailed', administrator: 'sso-unconfirmed' };

/**
 * Signs the browser in, or redirects to the page where the person links the identity: their account's page,
 * after a sign-in where they are signed out.
 */
export function sendSignOn(
  request: FastifyRequest,
  reply: FastifyReply,
  finished: FinishedSignOn,
): FastifyReply {
  if (finished.kind === 'session') {
    request.actors.invalidateUser(finished.userId);
    setSessionCookie(request, reply, finished.refresh);
    const { returnTo: next, offersAddress } = finished;
    return sendRedirect(
      reply,
      offersAddress ? `${ACCOUNT_PATH}?${new URLSearchParams({ next })}` : next,
      303,
    );
  }
  setLinkCookie(request, reply, finished.link);
  if (finished.signIn === 'session') return sendRedirect(reply, ACCOUNT_PATH, 303);
  const query = new URLSearchParams({ error: LINK_CODES[finished.signIn], next: ACCOUNT_PATH });
  return sendRedirect(reply, `/login?${query}`, 303);
}

/** Leads the administrator who tests a provider to what it said: the code after the `#` reads it in their session. */
export async function sendTestResult(
  { clock, db }: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  { sessionId, tested }: { sessionId: string; tested: SignOnTestResult },
): Promise<FastifyReply> {
  const code = await storeResult(db, provider, sessionId, tested, clock.now());
  return sendRedirect(reply, `/o/${provider.organization_id}/sso/test#${code}`, 303);
}

/**
 * Redirects to the console's sign-in page with the reason, the request id, which is in the log too, and the return
 * path.
 */
export function redirectToSignIn(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  requestedPath: unknown,
): FastifyReply {
  const code = error instanceof SignOnError ? error.code : errorCodeOf(error);
  if (code === 'sso-failed') request.log.error({ err: error }, 'sign-in failed');
  else request.log.warn({ err: error }, 'sign-in rejected');
  const query = new URLSearchParams({ error: code, request: request.id });
  const next = safeReturnPath(requestedPath);
  if (next !== '/') query.set('next', next);
  return sendRedirect(reply, `/login?${query}`, 303);
}

/** Errors of the framework or the database are not the provider's fault. */
function errorCodeOf(error: unknown): string {
  const status = error instanceof ApiError ? error.status : Reflect.get(Object(error), 'statusCode');
  return typeof status === 'number' && status < 500 ? 'sso-refused' : 'sso-failed';
}
