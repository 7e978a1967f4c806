import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#server/access/email-addresses.ts';
import { createAccount, findAccountCode, startAccountPasskey } from '#server/access/new-account.ts';
import { startPasskeySignIn, startSessionByPasskey } from '#server/access/passkey-sign-in.ts';
import { relyingPartyOf } from '#server/access/passkeys.ts';
import { startSessionByPassword } from '#server/access/password-sign-in.ts';
import { findSignInCode, type SessionGrant } from '#server/access/sessions.ts';
import type { BrowserContext } from '#server/access/sign-in-browser.ts';
import { countAttempt } from '#server/access/sign-in-waits.ts';
import { newSecret } from '#server/access/tokens.ts';
import { badValue, conflict, unauthorized } from '#server/errors.ts';
import { canMail, enqueueMails } from '#server/mail/mail-queue.ts';
import { safeReturnPath } from '#server/saml/return-path.ts';
import { bodies, parseBody, toAuthentication, toRegistration } from './account-bodies.ts';
import { partyOr409, registerCredentials } from './own-credentials.ts';
import { keyOfAddress } from './rate-limit.ts';
import { readSecretCookie, sendSession, sessionContext } from './sessions.ts';

/** Known to a browser for as long as browsers keep a cookie; it gives no access. */
const DEVICE_COOKIE = 'bindery_device';
const DEVICE_SECONDS = 400 * 24 * 60 * 60;
/** A passkey with its signature. */
const MAX_PASSKEY_BYTES = 32 * 1024;

const INVALID_CODE = 'The link is invalid, already used or expired. Ask for a new one.';

/** Signing in by oneself, and making an account: below `/auth`, in the scope of `registerSessions`. */
export function registerAccounts(auth: FastifyInstance): void {
  const large = { bodyLimit: MAX_PASSKEY_BYTES };
  registerCredentials(auth, large);

  auth.get('/auth/options', async ({ mailer, service }) => ({
    mail: mailer.delivery !== 'none',
    passkeys: relyingPartyOf(service.publicUrl) !== null,
  }));

  auth.post('/auth/password', async (request, reply) => {
    const body = parseBody(bodies.password, request.body);
    const browser = browserOf(request);
    const grant = await startSessionByPassword(request.db, body, browser);
    if (!grant) throw unauthorized('The email address or the password is wrong.');
    return start(request, reply, { grant, browser });
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
    return start(request, reply, { grant, browser });
  });

  auth.post('/auth/mail', async (request, reply) => {
    const body = parseBody(bodies.mail, request.body);
    const { clock, db, mailer } = request;
    if (mailer.delivery === 'none') throw conflict('This server can’t send mail.');
    const email = normalizeEmail(body.email);
    if (email === null) throw badValue('body.email', 'is not a valid email address');
    await countAttempt(db, { kind: 'mail', name: keyOfAddress(request.ip) }, clock.now());
    const data = { next: safeReturnPath(body.next) };
    // Whether there is such an account is looked up when the mail is written: nobody can measure it here.
    if (canMail(mailer, email)) await enqueueMails(db, [{ kind: 'sign-in', to: email, data }], clock.now());
    return reply.code(202).send();
  });

  auth.post('/auth/code', async ({ body, clock, db }) => {
    const { code } = parseBody(bodies.code, body);
    const account = await findAccountCode(db, code, clock.now());
    if (account) return { kind: 'account', email: account.email, displayName: account.displayName };
    const signIn = await findSignInCode(db, code, clock.now());
    // Whose account it is, so that nobody signs in to another one by a link that someone else sent on.
    if (signIn?.email != null) return { kind: 'sign-in', email: signIn.email };
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
    if ((password === undefined) === (passkey === undefined))
      throw badValue('body.password', 'or body.passkey is required, not both');
    const credential = passkey ? { passkey: toRegistration(passkey) } : { password: password ?? '' };
    const party = relyingPartyOf(request.service.publicUrl);
    const browser = browserOf(request);
    const grant = await createAccount(request.db, party, { code, displayName, credential }, browser);
    if (!grant) throw unauthorized(INVALID_CODE);
    return start(request, reply, { grant, browser });
  });
}

function browserOf(request: FastifyRequest): BrowserContext {
  const deviceSecret = readSecretCookie(request, DEVICE_COOKIE);
  return {
    ...sessionContext(request),
    clientKey: keyOfAddress(request.ip),
    deviceSecret,
    nextDeviceSecret: deviceSecret ?? newSecret(),
    mailer: request.mailer,
  };
}

/** Answers with the new session, and lets the browser be known the next time. */
function start(
  request: FastifyRequest,
  reply: FastifyReply,
  { grant, browser }: { grant: SessionGrant; browser: BrowserContext },
) {
  reply.setCookie(DEVICE_COOKIE, browser.nextDeviceSecret, {
    path: '/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.service.publicUrl.startsWith('https:'),
    maxAge: DEVICE_SECONDS,
  });
  request.actors.invalidateUser(grant.userId);
  return sendSession(request, reply, grant);
}
