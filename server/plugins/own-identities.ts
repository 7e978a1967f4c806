import type { FastifyInstance, FastifyRequest } from 'fastify';
import { credentialOwner } from '#server/access/own-credentials.ts';
import { conflict, notFound } from '#server/errors.ts';
import { OIDC_PATH } from '#server/oidc/relying-party.ts';
import { findAnyProvider as findOidcProvider, startSignIn as startOidc } from '#server/oidc/sign-in.ts';
import { isConfigured, SAML_PATH } from '#server/saml/service-provider.ts';
import { findAnyProvider as findSamlProvider } from '#server/saml/sign-in.queries.ts';
import { startSignIn as startSaml } from '#server/saml/sign-in.ts';
import type { ProviderKind } from '#server/sign-on/identities.ts';
import { linkIdentity, requireOwnProvider, unlinkIdentity } from '#server/sign-on/own-identities.ts';
import { SignOnError } from '#server/sign-on/sign-on-error.ts';
import { bodies, parseBody } from './account-bodies.ts';
import { authenticate } from './authentication.ts';
import { setOidcBrowserCookie } from './oidc.ts';
import { setSamlBrowserCookie } from './saml.ts';
import { clearLinkCookie, readLinkCookie } from './sessions.ts';
import { ACCOUNT_PATH } from './sign-on-answers.ts';

/** At which identity providers the signed-in person is known: below `/auth/credentials/identities`. */
export function registerIdentities(auth: FastifyInstance): void {
  auth.post('/auth/credentials/identities', async (request, reply) => {
    const owner = await ownerOf(request);
    const { providerId } = parseBody(bodies.identity, request.body);
    const { id, kind } = await requireOwnProvider(request.db, owner, providerId);
    try {
      const started = await START[kind](request, id, owner.sessionId);
      (kind === 'saml' ? setSamlBrowserCookie : setOidcBrowserCookie)(request, reply, started.browserSecret);
      return { url: started.url };
    } catch (error) {
      if (error instanceof SignOnError)
        throw conflict('Couldn’t start the sign-in at the identity provider. Try again in a moment.');
      throw error;
    }
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

type Start = (
  request: FastifyRequest,
  providerId: string,
  linkSessionId: string,
) => Promise<{ url: string; browserSecret: string }>;

const START: Record<ProviderKind, Start> = {
  async oidc({ clock, db, fetcher, service }, providerId, linkSessionId) {
    const provider = await findOidcProvider(db, providerId);
    if (!provider) throw notFound('identity provider');
    const context = { service, fetcher, returnTo: ACCOUNT_PATH, now: clock.now(), linkSessionId };
    return startOidc(db, provider, context);
  },
  async saml({ clock, db, service }, providerId, linkSessionId) {
    const provider = await findSamlProvider(db, providerId);
    if (!provider || !isConfigured(provider)) throw notFound('identity provider');
    return startSaml(db, provider, { service, returnTo: ACCOUNT_PATH, now: clock.now(), linkSessionId });
  },
};

async function ownerOf(request: FastifyRequest) {
  return credentialOwner(await authenticate(request));
}
