import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { conflict, notFound } from '#server/base/errors.ts';
import { authenticate } from '#server/plugins/authentication.ts';
import { OIDC_PATH } from '../oidc/relying-party.ts';
import { findAnyProvider as findOidcProvider, startSignIn as startOidc } from '../oidc/sign-in.ts';
import { credentialOwner } from '../own/own-credentials.ts';
import { isConfigured, SAML_PATH } from '../saml/service-provider.ts';
import { findAnyProvider as findSamlProvider } from '../saml/sign-in.queries.ts';
import { startSignIn as startSaml } from '../saml/sign-in.ts';
import type { ProviderKind } from '../sign-on/identities.ts';
import { linkIdentity, requireOwnProvider, unlinkIdentity } from '../sign-on/own-identities.ts';
import { SignOnError } from '../sign-on/sign-on-error.ts';
import { readResult, requireTester } from '../sign-on/sign-on-test.ts';
import { bodies, parseBody } from './account-bodies.ts';
import { setOidcBrowserCookie } from './oidc-routes.ts';
import { setSamlBrowserCookie } from './saml-routes.ts';
import { clearLinkCookie, readLinkCookie } from './session-routes.ts';
import { ACCOUNT_PATH } from './sign-on-answers.ts';

/**
 * At which identity providers the signed-in person is known: below `/auth/credentials/identities`. Administrators test
 * them: below `/auth/sign-on-tests`.
 */
export function registerIdentities(auth: FastifyInstance): void {
  auth.post('/auth/credentials/identities', async (request, reply) => {
    const owner = await ownerOf(request);
    const { providerId } = parseBody(bodies.identity, request.body);
    const provider = await requireOwnProvider(request.db, owner, providerId);
    return start(request, reply, provider, { returnTo: ACCOUNT_PATH, linkSessionId: owner.sessionId });
  });

  auth.post('/auth/sign-on-tests', async (request, reply) => {
    const actor = await authenticate(request);
    const { providerId } = parseBody(bodies.identity, request.body);
    const { provider, sessionId } = await requireTester(request.db, actor, providerId);
    return start(request, reply, provider, { returnTo: '/', testSessionId: sessionId });
  });

  auth.post('/auth/sign-on-tests/result', async (request) => {
    const actor = await authenticate(request);
    const { code } = parseBody(bodies.code, request.body);
    return readResult(request.db, actor, code, request.clock.now());
  });

  auth.post('/auth/credentials/identities/pending', async (request, reply) => {
    const owner = await ownerOf(request);
    const { clock, db, mailer } = request;
    const context = { now: clock.now(), mailer };
    const { provider, returnTo } = await linkIdentity(db, owner, readLinkCookie(request), context);
    request.actors.invalidateUser(owner.actor.user.id);
    clearLinkCookie(request, reply);
    // Where the session does not open the organization, as if it requires single sign-on, the sign-in goes on.
    const isOpen = owner.actor.membership(provider.organization_id) !== undefined;
    const start = provider.kind === 'saml' ? SAML_PATH : OIDC_PATH;
    const query = new URLSearchParams({ RelayState: returnTo });
    return { continueAt: isOpen ? null : `${start}/${provider.id}?${query}` };
  });

  auth.delete('/auth/credentials/identities/pending', async (request, reply) => {
    await ownerOf(request);
    clearLinkCookie(request, reply);
    return reply.code(204).send();
  });

  auth.delete<{ Params: { id: string } }>('/auth/credentials/identities/:id', async (request, reply) => {
    const owner = await ownerOf(request);
    const { clock, db, mailer } = request;
    await unlinkIdentity(db, owner, request.params.id, { now: clock.now(), mailer });
    return reply.code(204).send();
  });
}

/** The target and purpose of a sign-in of a signed-in person. */
interface StartOptions {
  returnTo: string;
  linkSessionId?: string;
  testSessionId?: string;
}

/** Starts a sign-in in this browser: where to lead it. */
async function start(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, kind }: { id: string; kind: ProviderKind },
  options: StartOptions,
): Promise<{ url: string }> {
  try {
    const started = await START[kind](request, id, options);
    (kind === 'saml' ? setSamlBrowserCookie : setOidcBrowserCookie)(request, reply, started.browserSecret);
    return { url: started.url };
  } catch (error) {
    if (error instanceof SignOnError)
      throw conflict('Couldn’t start the sign-in at the identity provider. Try again in a moment.');
    throw error;
  }
}

type Start = (
  request: FastifyRequest,
  providerId: string,
  options: StartOptions,
) => Promise<{ url: string; browserSecret: string }>;

const START: Record<ProviderKind, Start> = {
  async oidc({ clock, db, fetcher, service }, providerId, options) {
    const provider = await findOidcProvider(db, providerId);
    if (!provider) throw notFound('identity provider');
    return startOidc(db, provider, { service, fetcher, now: clock.now(), ...options });
  },
  async saml({ clock, db, service }, providerId, options) {
    const provider = await findSamlProvider(db, providerId);
    if (!provider || !isConfigured(provider)) throw notFound('identity provider');
    return startSaml(db, provider, { service, now: clock.now(), ...options });
  },
};

async function ownerOf(request: FastifyRequest) {
  return credentialOwner(await authenticate(request));
}
