import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_SECRET_LENGTH } from '#server/access/tokens.ts';
import { sendRedirect } from '#server/base/locations.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { OIDC_PATH } from '../oidc/relying-party.ts';
import { findAnyProvider, finishSignIn, startSignIn } from '../oidc/sign-in.ts';
import { consumeTest, testRedirect } from '../oidc/test-sign-in.ts';
import { pathOf, safeReturnPath } from '../sign-on/return-path.ts';
import { refusedResponse, SignOnError } from '../sign-on/sign-on-error.ts';
import { readSecretCookie, sessionContext } from './session-routes.ts';
import { redirectToSignIn, sendSignOn, sendTestResult } from './sign-on-answers.ts';
import { forgetUnsolicited, noteUnsolicited } from './unsolicited.ts';

const BROWSER_COOKIE = 'bindery_oidc';
const BROWSER_COOKIE_SECONDS = 600;
/** Codes and states are much shorter. */
const MAX_QUERY_LENGTH = 8192;
/** An address, or what the provider calls a person. */
const MAX_HINT_LENGTH = 1024;

type ProviderRoute = { Params: { providerId: string } };
type StartRoute = ProviderRoute & { Querystring: Record<string, unknown> };

/**
 * Sign-in with OpenID Connect, outside the contract: the start of a provider, and where it leads back to. Errors
 * redirect to the console's sign-in page, which shows them.
 */
export async function registerOidc(app: FastifyInstance): Promise<void> {
  await app.register(async (oidc) => {
    await oidc.register(cookies);
    oidc.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    oidc.setErrorHandler((error, request, reply) =>
      redirectToSignIn(error, request, reply, Reflect.get(Object(request.query), 'RelayState')),
    );

    oidc.get<StartRoute>(`${OIDC_PATH}/:providerId`, { exposeHeadRoute: false }, async (request, reply) => {
      const { query, service } = request;
      const provider = await loadProvider(request);
      // As providers start it (section 4 of OpenID Connect Core): they say who they are, for whom, and where to.
      const { iss, login_hint: loginHint, target_link_uri: target } = query;
      if (iss !== undefined && iss !== provider.issuer)
        throw refusedResponse('The sign-in was started by another issuer.');
      const returnTo = safeReturnPath(pathOf(service, query['RelayState'] ?? target));
      return redirectToProvider(request, reply, provider, { returnTo, loginHint });
    });

    oidc.get<ProviderRoute>(
      `${OIDC_PATH}/:providerId/callback`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        const { db, fetcher, mailer, service } = request;
        const provider = await loadProvider(request);
        const query = queryOf(request);
        if (isUnsolicited(query)) {
          noteUnsolicited(request, reply, OIDC_PATH);
          return redirectToProvider(request, reply, provider, { returnTo: '/' });
        }
        const browserSecret = readSecretCookie(request, BROWSER_COOKIE);
        const now = request.clock.now();
        const test = await consumeTest(db, provider, { query, browserSecret, now });
        if (test) {
          const tested = await testRedirect(db, provider, { query, checks: test }, { service, fetcher, now });
          reply.clearCookie(BROWSER_COOKIE, cookieOptions(request));
          const { sessionId } = test;
          return sendTestResult(request, reply, { ...provider, kind: 'oidc' }, { sessionId, tested });
        }
        const received = { provider, query, browserSecret, session: sessionContext(request), mailer };
        const finished = await finishSignIn(db, received, { service, fetcher });
        reply.clearCookie(BROWSER_COOKIE, cookieOptions(request));
        forgetUnsolicited(request, reply, OIDC_PATH);
        return sendSignOn(request, reply, finished);
      },
    );
  });
}

async function redirectToProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Row<'oidc_providers'>,
  { returnTo, loginHint }: { returnTo: string; loginHint?: unknown },
): Promise<FastifyReply> {
  const { clock, db, fetcher, service } = request;
  const hint = typeof loginHint === 'string' && loginHint.length <= MAX_HINT_LENGTH ? loginHint : undefined;
  const started = await startSignIn(db, provider, {
    service,
    fetcher,
    returnTo,
    now: clock.now(),
    loginHint: hint,
  });
  setOidcBrowserCookie(request, reply, started.browserSecret);
  return sendRedirect(reply, started.url, 303);
}

/** An unrequested code, as some tiles bring one: without the state that each request here has. */
function isUnsolicited(query: string): boolean {
  const parameters = new URLSearchParams(query);
  return parameters.has('code') && !parameters.has('state');
}

async function loadProvider({ db, params }: FastifyRequest<ProviderRoute>) {
  const provider = await findAnyProvider(db, params.providerId);
  if (!provider) throw new SignOnError('sso-unavailable', 'The identity provider does not exist.');
  return provider;
}

/** As the browser sent it: the library checks parameters that stand twice. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  const query = start < 0 ? '' : url.slice(start + 1);
  const state = new URLSearchParams(query).get('state') ?? '';
  if (query.length > MAX_QUERY_LENGTH || state.length > MAX_SECRET_LENGTH)
    throw refusedResponse('The response is too long.');
  return query;
}

export function setOidcBrowserCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  reply.setCookie(BROWSER_COOKIE, secret, { ...cookieOptions(request), maxAge: BROWSER_COOKIE_SECONDS });
}

/** Ties a sign-in to the browser that started it. The provider leads back by a link, with which `lax` cookies are sent. */
function cookieOptions({ service }: FastifyRequest) {
  const secure = service.publicUrl.startsWith('https:');
  return { path: OIDC_PATH, httpOnly: true, secure, sameSite: 'lax' } as const;
}
