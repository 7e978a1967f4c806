import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '#server/access/tokens.ts';
import { MAX_EMAIL_LENGTH } from '#server/base/email-addresses.ts';
import { notFound } from '#server/base/errors.ts';
import { sendRedirect } from '#server/base/locations.ts';
import { sendError } from '#server/plugins/errors.ts';
import { OIDC_PATH } from '../oidc/relying-party.ts';
import { isConfigured, metadataOf, SAML_PATH, type ConfiguredProvider } from '../saml/service-provider.ts';
import { consumeTest, findAnyProvider } from '../saml/sign-in.queries.ts';
import { finishSignIn, startSignIn } from '../saml/sign-in.ts';
import { testResponse } from '../saml/test-sign-in.ts';
import { verifyResponse } from '../saml/verify-response.ts';
import { findProviderFor } from '../sign-on/find-provider.ts';
import { pathOf, safeReturnPath } from '../sign-on/return-path.ts';
import { SignOnError } from '../sign-on/sign-on-error.ts';
import { readSecretCookie, sessionContext } from './session-routes.ts';
import { redirectToSignIn, sendSignOn, sendTestResult } from './sign-on-answers.ts';
import { forgetUnsolicited, noteUnsolicited } from './unsolicited.ts';

/** A response with its signature and certificates has about 10 KiB. */
const MAX_RESPONSE_BYTES = 256 * 1024;
const BROWSER_COOKIE = 'bindery_sso';
const BROWSER_COOKIE_SECONDS = 600;

type ProviderRoute = { Params: { providerId: string } };
type StartRoute = ProviderRoute & { Querystring: Record<string, unknown> };

/**
 * SAML sign-in, outside the contract: the start (of a provider, or of one of either kind by email), the assertion consumer service, and our
 * metadata. Errors in a browser redirect to the console's sign-in page, which shows them.
 */
export async function registerSaml(app: FastifyInstance): Promise<void> {
  await app.register(async (saml) => {
    await saml.register(cookies);
    saml.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_RESPONSE_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    saml.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    saml.setErrorHandler((error, request, reply) =>
      redirectToSignIn(error, request, reply, requestedPath(request)),
    );

    saml.get<Pick<StartRoute, 'Querystring'>>(
      SAML_PATH,
      { exposeHeadRoute: false },
      async (request, reply) => {
        const { email, RelayState } = request.query;
        const provider = mayBeEmail(email)
          ? await findProviderFor(request.db, email.trim().toLowerCase())
          : undefined;
        if (!provider) throw new SignOnError('sso-unknown', 'No identity provider for this email address.');
        const returnTo = new URLSearchParams({ RelayState: safeReturnPath(RelayState) });
        const path = provider.kind === 'oidc' ? OIDC_PATH : SAML_PATH;
        return sendRedirect(reply, `${path}/${provider.id}?${returnTo}`, 303);
      },
    );

    saml.get<StartRoute>(`${SAML_PATH}/:providerId`, { exposeHeadRoute: false }, async (request, reply) => {
      const provider = await loadConfiguredProvider(request);
      return redirectToProvider(request, reply, provider);
    });

    saml.post<ProviderRoute>(
      `${SAML_PATH}/:providerId/acs`,
      { bodyLimit: MAX_RESPONSE_BYTES },
      async (request, reply) => {
        const provider = await loadConfiguredProvider(request);
        const { service, clock } = request;
        const secret = readSecretCookie(request, BROWSER_COOKIE);
        if (secret !== undefined && (await answerTest(request, reply, provider, secret))) return reply;
        const claims = await verifyResponse(provider, responseOf(request), { service, now: clock.now() });
        if (claims === 'unsolicited') {
          noteUnsolicited(request, reply, SAML_PATH);
          return redirectToProvider(request, reply, provider);
        }
        const browser = isSecure(request) ? { secret } : undefined;
        const finished = await finishSignIn(request.db, {
          provider,
          claims,
          browser,
          context: sessionContext(request),
          mailer: request.mailer,
        });
        reply.clearCookie(BROWSER_COOKIE, { path: SAML_PATH });
        forgetUnsolicited(request, reply, SAML_PATH);
        return sendSignOn(request, reply, finished);
      },
    );

    saml.get<ProviderRoute>(`${SAML_PATH}/:providerId/metadata`, async (request, reply) => {
      const provider = await findAnyProvider(request.db, request.params.providerId);
      if (!provider) return sendError(notFound('identity provider'), request, reply);
      reply.type('application/samlmetadata+xml; charset=utf-8');
      return metadataOf(request.service, provider);
    });
  });
}

/** Only checks the length; the directory decides whether it is a known email. */
function mayBeEmail(email: unknown): email is string {
  return typeof email === 'string' && email.length <= MAX_EMAIL_LENGTH;
}

async function loadConfiguredProvider({
  db,
  params,
}: FastifyRequest<ProviderRoute>): Promise<ConfiguredProvider> {
  const provider = await findAnyProvider(db, params.providerId);
  if (provider && isConfigured(provider)) return provider;
  throw new SignOnError(
    'sso-unavailable',
    'The identity provider does not exist or is not fully configured.',
  );
}

/** Starts a sign-in at a provider, which leads back to the path of the relay state. */
async function redirectToProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: ConfiguredProvider,
): Promise<FastifyReply> {
  const { clock, db, service } = request;
  const returnTo = safeReturnPath(pathOf(service, requestedPath(request)));
  const started = await startSignIn(db, provider, { service, returnTo, now: clock.now() });
  setSamlBrowserCookie(request, reply, started.browserSecret);
  return sendRedirect(reply, started.url, 303);
}

/**
 * Redirects an administrator who tests the provider to the result of the response; false if it belongs to no
 * test.
 */
async function answerTest(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: ConfiguredProvider,
  secret: string,
): Promise<boolean> {
  const { clock, db, service } = request;
  const context = { service, now: clock.now() };
  const browserHash = hashSecret(secret);
  const test = await consumeTest(db, { providerId: provider.id, browserHash, now: context.now });
  if (!test) return false;
  const received = { samlResponse: responseOf(request), requestId: test.requestId };
  const tested = await testResponse(db, provider, received, context);
  reply.clearCookie(BROWSER_COOKIE, { path: SAML_PATH });
  await sendTestResult(request, reply, { ...provider, kind: 'saml' }, { sessionId: test.sessionId, tested });
  return true;
}

function responseOf({ body }: FastifyRequest): string | null {
  return body instanceof URLSearchParams ? body.get('SAMLResponse') : null;
}

/** The relay state: in the URL at the start, in the form of the provider's response. */
function requestedPath({ query, body }: FastifyRequest): unknown {
  return body instanceof URLSearchParams ? body.get('RelayState') : Reflect.get(Object(query), 'RelayState');
}

function isSecure({ service }: FastifyRequest): boolean {
  return service.publicUrl.startsWith('https:');
}

export function setSamlBrowserCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  reply.setCookie(BROWSER_COOKIE, secret, browserCookie(request));
}

/**
 * Ties a sign-in to the browser that started it; otherwise an attacker could sign a visitor in as another user. The
 * provider's page posts the response, so the cookie must be sent cross-site, which browsers only do over https.
 */
function browserCookie(request: FastifyRequest) {
  const secure = isSecure(request);
  const sameSite = secure ? ('none' as const) : ('lax' as const);
  return { path: SAML_PATH, httpOnly: true, secure, sameSite, maxAge: BROWSER_COOKIE_SECONDS };
}
