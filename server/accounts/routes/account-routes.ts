import type { FastifyInstance } from 'fastify';
import { normalizeEmail } from '#server/base/email-addresses.ts';
import { badValue, conflict, forbidden, notFound, unauthorized } from '#server/base/errors.ts';
import { keyOfAddress } from '#server/plugins/limits/rate-limit.ts';
import { canMail, enqueueMails, OWN_BROWSER } from '#server/queue/mail-queue.ts';
import { relyingPartyOf } from '../credentials/passkeys.ts';
import { countAttempt } from '../credentials/sign-in-waits.ts';
import { findOpenInvite } from '../joining/joining.queries.ts';
import { isDeviceOfAddress } from '../sessions/known-devices.ts';
import { isSetUpCode } from '../sign-in/first-administrator.ts';
import { findSentSignIn, startSessionByCode } from '../sign-in/link-sign-in.ts';
import { createAccount, findAccountCode, startAccountPasskey } from '../sign-in/new-account.ts';
import { startPasskeySignIn, startSessionByPasskey } from '../sign-in/passkey-sign-in.ts';
import { startSessionByPassword } from '../sign-in/password-sign-in.ts';
import { safeReturnPath } from '../sign-on/return-path.ts';
import { bodies, parseBody, toAuthentication, toCredential } from './account-bodies.ts';
import { partyOr409, registerCredentials, registerOwnAccount } from './credential-routes.ts';
import { INVALID_CODE, listDemonstrationPeople, registerFirstStart } from './first-start-routes.ts';
import { registerIdentities } from './identity-routes.ts';
import { browserOf, sendSignIn } from './session-routes.ts';

/** A passkey with its signature. */
const MAX_PASSKEY_BYTES = 32 * 1024;

const SSO_REQUIRED = 'This organization requires single sign-on. Sign in through your identity provider.';
const CANNOT_CONFIRM =
  'This server can’t send mail, so it can’t confirm your address. Ask whoever sent you the link to invite your address: they get a one-time link for you.';

/** Signing in by oneself, and making an account: below `/auth`, in the scope of `registerSessions`. */
export function registerAccounts(auth: FastifyInstance): void {
  const large = { bodyLimit: MAX_PASSKEY_BYTES };
  registerCredentials(auth, large);
  registerOwnAccount(auth);
  registerIdentities(auth);

  registerFirstStart(auth, large);

  auth.get('/auth/options', async (request) => ({
    mail: request.mailer.delivery !== 'none',
    passkeys: relyingPartyOf(request.service.publicUrl) !== null,
    demonstration: await listDemonstrationPeople(request),
  }));

  registerSignIn(auth, large);
  registerMails(auth);
  registerNewAccounts(auth, large);
}

/** Options of a route whose body has a passkey. */
interface LargeBody {
  bodyLimit: number;
}

function registerSignIn(auth: FastifyInstance, large: LargeBody): void {
  auth.post('/auth/link', async (request, reply) => {
    const { code } = parseBody(bodies.code, request.body);
    const browser = browserOf(request);
    const grant = await startSessionByCode(request.db, code, browser);
    if (!grant) throw unauthorized(INVALID_CODE);
    return sendSignIn(request, reply, { grant, browser });
  });

  auth.post('/auth/password', async (request, reply) => {
    const body = parseBody(bodies.password, request.body);
    const browser = browserOf(request);
    const grant = await startSessionByPassword(request.db, body, browser);
    if (!grant) throw unauthorized('The email address or the password is wrong.');
    return sendSignIn(request, reply, { grant, browser });
  });

  auth.post('/auth/passkey/options', async ({ clock, service }) =>
    startPasskeySignIn(service.signingKey, partyOr409(service.publicUrl), clock.now()),
  );

  auth.post('/auth/passkey', large, async (request, reply) => {
    const { passkey } = parseBody(bodies.passkey, request.body);
    const { publicUrl, signingKey } = request.service;
    const site = { signingKey, party: partyOr409(publicUrl) };
    const browser = browserOf(request);
    const grant = await startSessionByPasskey(request.db, site, toAuthentication(passkey), browser);
    if (!grant) throw unauthorized('This passkey isn’t known here, or its sign-in expired. Try again.');
    return sendSignIn(request, reply, { grant, browser });
  });
}

/** Mails with links to sign in, and to join an organization. */
function registerMails(auth: FastifyInstance): void {
  auth.post('/auth/mail', async (request, reply) => {
    const body = parseBody(bodies.mail, request.body);
    const { clock, db, mailer } = request;
    if (mailer.delivery === 'none') throw conflict('This server can’t send mail.');
    const email = normalizeEmail(body.email);
    if (email === null) throw badValue('body.email', 'is not a valid email address');
    await countAttempt(db, { kind: 'mail', name: keyOfAddress(request.clientAddress) }, clock.now());
    const isOwn = await isDeviceOfAddress(db, email, browserOf(request).deviceSecret);
    const data = { next: safeReturnPath(body.next), ...(isOwn && OWN_BROWSER) };
    // The account is looked up when the mail is written, so that response times disclose nothing.
    if (canMail(mailer, email)) await enqueueMails(db, [{ kind: 'sign-in', to: email, data }], clock.now());
    return reply.code(202).send();
  });

  auth.post('/auth/join', async (request, reply) => {
    const { organizationId, secret, ...body } = parseBody(bodies.join, request.body);
    const { clientAddress, clock, db, mailer } = request;
    const email = normalizeEmail(body.email);
    if (email === null) throw badValue('body.email', 'is not a valid email address');
    await countAttempt(db, { kind: 'mail', name: keyOfAddress(clientAddress) }, clock.now());
    const invite = await findOpenInvite(db, organizationId, secret);
    if (!invite) throw notFound('invite link');
    if (!invite.inviteLinks) throw conflict('Invite links are turned off for this organization.');
    if (invite.sso) throw forbidden(SSO_REQUIRED);
    if (mailer.delivery === 'none') throw conflict(CANNOT_CONFIRM);
    const mail = { kind: 'join', to: email, organizationId, data: { secret } };
    // The account is looked up when the mail is written, so that response times disclose nothing.
    if (canMail(mailer, email)) await enqueueMails(db, [mail], clock.now());
    return reply.code(202).send();
  });
}

/** The purpose of a mailed code, and the account that it makes. */
function registerNewAccounts(auth: FastifyInstance, large: LargeBody): void {
  auth.post('/auth/code', async ({ body, clock, db }) => {
    const { code } = parseBody(bodies.code, body);
    const account = await findAccountCode(db, code, clock.now());
    if (account) return { kind: 'account', email: account.email, displayName: account.displayName };
    const signIn = await findSentSignIn(db, code, clock.now());
    // The account's owner, so that a forwarded link does not sign a person in to a stranger's account.
    if (signIn) return { kind: 'sign-in', email: signIn.email };
    if (await isSetUpCode(db, code, clock.now())) return { kind: 'set-up' };
    throw unauthorized(INVALID_CODE);
  });

  auth.post('/auth/account/passkey', async ({ body, clock, db, service }) => {
    const fields = parseBody(bodies.accountPasskey, body);
    const options = await startAccountPasskey(db, partyOr409(service.publicUrl), fields, clock.now());
    if (!options) throw unauthorized(INVALID_CODE);
    return options;
  });

  auth.post('/auth/account', large, async (request, reply) => {
    const { code, displayName, password, passkey } = parseBody(bodies.account, request.body);
    const credential = toCredential({ password, passkey });
    const party = relyingPartyOf(request.service.publicUrl);
    const browser = browserOf(request);
    const grant = await createAccount(request.db, party, { code, displayName, credential }, browser);
    if (!grant) throw unauthorized(INVALID_CODE);
    return sendSignIn(request, reply, { grant, browser });
  });
}
