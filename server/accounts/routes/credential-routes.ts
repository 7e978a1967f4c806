import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#server/base/email-addresses.ts';
import { badValue, conflict } from '#server/base/errors.ts';
import { authenticate } from '#server/plugins/authentication.ts';
import { keyOfAddress } from '#server/plugins/limits/rate-limit.ts';
import { type RelyingParty, relyingPartyOf } from '../credentials/passkeys.ts';
import { addressOwner, getOwnOffer } from '../own/offered-address.ts';
import {
  confirmEmailChange,
  deleteOwnAccount,
  findEmailChange,
  getOwnAddress,
  startEmailChange,
  startEmailConfirmation,
  startOfferedChange,
} from '../own/own-account.ts';
import {
  addOwnPasskey,
  changePassword,
  type ChangeContext,
  type CredentialOwner,
  credentialOwner,
  getOwnCredentials,
  removeOwnPasskey,
  removeOwnPassword,
  renameOwnPasskey,
  startOwnPasskey,
} from '../own/own-credentials.ts';
import { nameOfPasskey, originOf } from '../sessions/devices.ts';
import { getOwnIdentities } from '../sign-on/own-identities.ts';
import { bodies, parseBody, toRegistration } from './account-bodies.ts';
import { readLinkCookie } from './session-routes.ts';

/** How the signed-in person signs in: below `/auth/credentials`, with the access token of their session. */
export function registerCredentials(auth: FastifyInstance, large: { bodyLimit: number }): void {
  auth.get('/auth/credentials', async (request) => {
    const { clock, db } = request;
    const owner = await ownerOf(request);
    const identities = await getOwnIdentities(db, owner, readLinkCookie(request), clock.now());
    return { ...(await getOwnCredentials(db, owner)), identities };
  });

  auth.put('/auth/credentials/password', async (request, reply) => {
    const owner = await ownerOf(request);
    const { password, current } = parseBody(bodies.newPassword, request.body);
    await changePassword(request.db, owner, { password, current }, contextOf(request));
    request.actors.invalidateUser(owner.actor.user.id);
    return reply.code(204).send();
  });

  auth.delete('/auth/credentials/password', async (request, reply) => {
    await removeOwnPassword(request.db, await ownerOf(request), contextOf(request));
    return reply.code(204).send();
  });

  auth.post('/auth/credentials/passkey-options', async (request) => {
    const owner = await ownerOf(request);
    return startOwnPasskey(request.db, partyOr409(request.service.publicUrl), owner, request.clock.now());
  });

  auth.post('/auth/credentials/passkeys', large, async (request, reply) => {
    const owner = await ownerOf(request);
    const { passkey } = parseBody(bodies.newPasskey, request.body);
    const party = partyOr409(request.service.publicUrl);
    const name = nameOfPasskey(originOf(request).userAgent);
    const added = { response: toRegistration(passkey), name };
    await addOwnPasskey(request.db, party, owner, added, contextOf(request));
    return reply.code(204).send();
  });

  auth.patch<{ Params: { id: string } }>('/auth/credentials/passkeys/:id', async (request, reply) => {
    const owner = await ownerOf(request);
    const { name } = parseBody(bodies.passkeyName, request.body);
    const renamed = { passkeyId: request.params.id, name };
    await renameOwnPasskey(request.db, owner, renamed, contextOf(request));
    return reply.code(204).send();
  });

  auth.delete<{ Params: { id: string } }>('/auth/credentials/passkeys/:id', async (request, reply) => {
    await removeOwnPasskey(request.db, await ownerOf(request), request.params.id, contextOf(request));
    return reply.code(204).send();
  });
}

/** The person's address, and the whole account: below `/auth/credentials` too. */
export function registerOwnAccount(auth: FastifyInstance): void {
  auth.post('/auth/credentials/email', async (request, reply) => {
    const owner = await ownerOf(request);
    const { current, ...body } = parseBody(bodies.newEmail, request.body);
    const email = normalizeEmail(body.email);
    if (email === null) throw badValue('body.email', 'is not a valid email address');
    await startEmailChange(request.db, owner, { email, current }, contextOf(request));
    return reply.code(202).send();
  });

  auth.get('/auth/credentials/email', async (request) =>
    getOwnAddress(request.db, await addressOwnerOf(request), request.mailer),
  );

  auth.post('/auth/credentials/email/confirmation', async (request, reply) => {
    await startEmailConfirmation(request.db, await addressOwnerOf(request), contextOf(request));
    return reply.code(202).send();
  });

  auth.get('/auth/credentials/offered-email', async (request) => ({
    offer: await getOwnOffer(request.db, await addressOwnerOf(request), request.mailer),
  }));

  auth.post('/auth/credentials/offered-email', async (request, reply) => {
    const owner = await addressOwnerOf(request);
    const { email, current } = parseBody(bodies.newEmail, request.body);
    await startOfferedChange(request.db, owner, { email, current }, contextOf(request));
    return reply.code(202).send();
  });

  // The address is named before it is used, as a link may have been for another one.
  auth.post('/auth/credentials/email/code', async (request) => {
    const owner = await addressOwnerOf(request);
    const { code } = parseBody(bodies.code, request.body);
    return findEmailChange(request.db, owner, code, request.clock.now());
  });

  auth.post('/auth/credentials/email/confirm', async (request, reply) => {
    const owner = await addressOwnerOf(request);
    const { code } = parseBody(bodies.code, request.body);
    await confirmEmailChange(request.db, owner, code, contextOf(request));
    request.actors.invalidateUser(owner.actor.user.id);
    return reply.code(204).send();
  });

  auth.post('/auth/credentials/delete-account', async (request, reply) => {
    const owner = await ownerOf(request);
    const { current } = parseBody(bodies.deletion, request.body);
    await deleteOwnAccount(request.db, owner, current, contextOf(request));
    request.actors.invalidateUser(owner.actor.user.id);
    return reply.code(204).send();
  });
}

/** The name under which passkeys are made and used. 409 where the server's URL has none. */
export function partyOr409(publicUrl: string): RelyingParty {
  const party = relyingPartyOf(publicUrl);
  if (!party) throw conflict('Passkeys need https and a host name, or localhost.');
  return party;
}

async function ownerOf(request: FastifyRequest): Promise<CredentialOwner> {
  return credentialOwner(await authenticate(request));
}

async function addressOwnerOf(request: FastifyRequest): Promise<CredentialOwner> {
  return addressOwner(await authenticate(request));
}

function contextOf({ clientAddress, clock, mailer }: FastifyRequest): ChangeContext {
  return { now: clock.now(), clientKey: keyOfAddress(clientAddress), mailer };
}
