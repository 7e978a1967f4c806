import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCode } from '#server/access/one-time-codes.ts';
import { newId } from '#server/database/ids.ts';
import { runDueJobs } from '#server/jobs/queue.ts';
import { mailJobs } from '#server/mail/mail-queue.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { AccountBrowser } from '#server/test/account-browser.ts';
import { Authenticator } from '#server/test/authenticator.ts';
import { createMember, type TestMember } from '#server/test/factories.ts';
import { startMailServer, type TestMailServer } from '#server/test/mail-server.ts';
import { sharedDatabase, startApp, type TestApp } from '#server/test/test-app.ts';

const ORIGIN = 'http://localhost:4400';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PASSWORD = 'correct horse battery staple';

let server: TestApp & { close: () => Promise<void> };
let mails: TestMailServer;
beforeAll(async () => {
  mails = await startMailServer();
  const mailer = createMailer({ smtpUrl: mails.url, from: 'docs@press.example' });
  // Passkeys need a host name.
  server = await startApp({ database: await sharedDatabase(), publicUrl: ORIGIN, mailer });
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

let admin: TestMember;
beforeEach(async () => {
  server.clock.reset();
  admin = await createMember({ role: 'admin' });
  await server.db.deleteFrom('sign_in_failures').execute();
});

const newBrowser = () => new AccountBrowser(server.app);

async function sendMails(): Promise<void> {
  const { db, clock } = server;
  const mailer = createMailer({ smtpUrl: mails.url, from: 'docs@press.example' });
  await runDueJobs(db, mailJobs({ mailer, publicUrl: ORIGIN }), clock);
}

async function mailsTo(email: string) {
  await sendMails();
  const received = await mails.received();
  return received.filter(({ to }) => to?.[0]?.address === email.toLowerCase());
}

async function codeMailedTo(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  return /#mail=(\w{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

const newEmail = () => `${newId()}@press.example`.toLowerCase();

/** Invites an address; returns the code that was mailed to it. */
async function invite(email: string): Promise<string> {
  const response = await server.app.inject({
    method: 'POST',
    url: `/v1/orgs/${admin.organizationId}/invites`,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { emails: [email], role: 'edit' },
  });
  expect(response.statusCode).toBe(200);
  return codeMailedTo(email);
}

/** An invited person who has made an account with a password. */
async function createPerson(browser = newBrowser()) {
  const email = newEmail();
  const code = await invite(email);
  const made = await browser.post('account', { code, displayName: 'Ada Lovelace', password: PASSWORD });
  expect(made.status).toBe(200);
  return { email, code, browser, id: String(made.body.user.id), accessToken: String(made.body.accessToken) };
}

async function createPasskeyPerson() {
  const email = newEmail();
  const code = await invite(email);
  const browser = newBrowser();
  const authenticator = new Authenticator(ORIGIN);
  const started = await browser.post('account/passkey', { code, displayName: 'Pia Passkey' });
  const passkey = authenticator.create(started.body);
  const made = await browser.post('account', { code, displayName: 'Pia Passkey', passkey });
  expect(made).toMatchObject({ status: 200 });
  return { email, browser, authenticator, id: String(made.body.user.id) };
}

async function statusAt(path: string, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await server.app.inject({ url: path, headers })).statusCode;
}

describe('an invited person', () => {
  it('makes an account with a name and a password, and is in', async () => {
    const email = newEmail();
    const code = await invite(email);
    const browser = newBrowser();
    expect((await browser.post('code', { code })).body).toEqual({ kind: 'account', email, displayName: '' });
    const { status, body } = await browser.post('account', {
      code,
      displayName: ' Ada Lovelace ',
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ displayName: 'Ada Lovelace', email });
    expect(await statusAt(`/v1/orgs/${admin.organizationId}`, body.accessToken)).toBe(200);
    const user = await server.db
      .selectFrom('users')
      .select(['email_confirmed_at'])
      .where('id', '=', body.user.id)
      .executeTakeFirstOrThrow();
    expect(user.email_confirmed_at).toBeInstanceOf(Date);
    const again = await newBrowser().post('password', { email: email.toUpperCase(), password: PASSWORD });
    expect(again.status).toBe(200);
  });

  it('makes an account with a passkey, and signs in with it', async () => {
    const { authenticator, id } = await createPasskeyPerson();
    const browser = newBrowser();
    const options = (await browser.post('passkey/options')).body;
    expect(options.allowCredentials ?? []).toEqual([]);
    const { status, body } = await browser.post('passkey', { passkey: authenticator.get(options) });
    expect(status).toBe(200);
    expect(body.user.id).toBe(id);
  });

  it('is told which password is too weak, and keeps the link', async () => {
    const email = newEmail();
    const code = await invite(email);
    const browser = newBrowser();
    const attempt = (password: string) => browser.post('account', { code, displayName: 'Ada', password });
    for (const password of ['short', 'password1234', email, 'x'.repeat(257)])
      expect(await attempt(password)).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: 'body.password' }] } },
      });
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  it('is told what is wrong in a request', async () => {
    const browser = newBrowser();
    const attempt = (body: object) => browser.post('account', { code: 'x', displayName: 'Ada', ...body });
    for (const [body, path] of [
      [{ displayName: ' ', password: PASSWORD }, 'body.displayName'],
      [{ displayName: 'x'.repeat(101), password: PASSWORD }, 'body.displayName'],
      [{ password: PASSWORD, role: 'admin' }, 'body.role'],
      [{}, 'body.password'],
      [{ passkey: { id: 'x' } }, 'body.passkey.rawId'],
    ] as const) {
      const { status, body: answer } = await attempt(body);
      expect(status).toBe(400);
      expect(answer.error.details[0].path).toBe(path);
    }
  });

  it('can’t use the link twice, nor after a week, nor for an address that has changed', async () => {
    const { code } = await createPerson();
    const attempt = (used: string) =>
      newBrowser().post('account', { code: used, displayName: 'Eve', password: PASSWORD });
    expect((await attempt(code)).status).toBe(401);
    const expired = await invite(newEmail());
    server.clock.advance(7 * 24 * HOUR_MS + 1000);
    expect((await attempt(expired)).status).toBe(401);
    const email = newEmail();
    const stale = await invite(email);
    await server.db.updateTable('users').set({ email: newEmail() }).where('email', '=', email).execute();
    expect((await attempt(stale)).status).toBe(401);
  });
});

describe('a link that an administrator passes on', () => {
  it('opens only their organization', async () => {
    const { db, clock } = server;
    const other = await createMember({ role: 'admin' });
    const email = newEmail();
    await invite(email);
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const membership = { organization_id: other.organizationId, user_id: user.id, role: 6, search_text: '' };
    await db.insertInto('members').values(membership).execute();
    const expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const vouched = { user_id: user.id, organization_id: admin.organizationId, expires_at };
    const code = await createCode(db, { purpose: 'account', ...vouched }, clock.now());
    const made = await newBrowser().post('account', { code, displayName: 'Mallory', password: PASSWORD });
    expect(made.status).toBe(200);
    const again = await newBrowser().post('password', { email, password: PASSWORD });
    for (const { body } of [made, again]) {
      expect(await statusAt(`/v1/orgs/${admin.organizationId}`, body.accessToken)).toBe(200);
      expect(await statusAt(`/v1/orgs/${other.organizationId}`, body.accessToken)).toBe(404);
    }
    const after = db.selectFrom('users').select('email_confirmed_at').where('id', '=', user.id);
    expect(await after.executeTakeFirstOrThrow()).toEqual({ email_confirmed_at: null });
  });

  it('adds nothing to an account that has a credential', async () => {
    const { db, clock } = server;
    const { id, email } = await createPerson();
    const expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const vouched = { user_id: id, organization_id: admin.organizationId, expires_at };
    const code = await createCode(db, { purpose: 'account', ...vouched }, clock.now());
    const taken = { code, displayName: 'Mallory', password: 'another good password' };
    expect((await newBrowser().post('account', taken)).status).toBe(401);
    expect((await newBrowser().post('password', { email, password: taken.password })).status).toBe(401);
    expect((await newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('somebody with an invite link and no account', () => {
  /** An invite link of the administrator's organization. */
  async function createInvite(): Promise<{ id: string; secret: string }> {
    const response = await server.app.inject({
      method: 'POST',
      url: `/v1/orgs/${admin.organizationId}/link-invites`,
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { role: 'edit' },
    });
    return { id: response.json().id, secret: response.json().urls.app.split('/').at(-1) };
  }
  const ask = (secret: string, email: string, organizationId = admin.organizationId) =>
    newBrowser().post('join', { organizationId, secret, email });
  const revoke = (id: string) =>
    server.app.inject({
      method: 'DELETE',
      url: `/v1/orgs/${admin.organizationId}/link-invites/${id}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
  const accept = async (secret: string, accessToken: string) =>
    (
      await server.app.inject({
        method: 'POST',
        url: `/v1/orgs/${admin.organizationId}/invites/${secret}`,
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).statusCode;

  it('makes an account by a mailed link, and joins', async () => {
    const email = newEmail();
    const { secret } = await createInvite();
    expect((await ask(secret, email)).status).toBe(202);
    expect((await mailsTo(email)).at(-1)?.text).toContain(
      `next=%2Fjoin%2F${admin.organizationId}%2F${secret}#mail=`,
    );
    const code = await codeMailedTo(email);
    expect((await newBrowser().post('code', { code })).body).toEqual({
      kind: 'account',
      email,
      displayName: '',
    });
    const account = { code, displayName: 'Ada Lovelace', password: PASSWORD };
    const { status, body } = await newBrowser().post('account', account);
    expect(status).toBe(200);
    const confirmed = server.db
      .selectFrom('users')
      .select('email_confirmed_at')
      .where('id', '=', body.user.id);
    expect((await confirmed.executeTakeFirstOrThrow()).email_confirmed_at).toBeInstanceOf(Date);
    const path = `/v1/orgs/${admin.organizationId}`;
    expect(await statusAt(path, body.accessToken)).toBe(404);
    expect(await accept(secret, body.accessToken)).toBe(200);
    expect(await statusAt(path, body.accessToken)).toBe(200);
    expect((await newBrowser().post('account', account)).status).toBe(401);
    // Whoever has an account already signs in with such a link.
    await ask(secret, email);
    const again = await codeMailedTo(email);
    expect((await newBrowser().post('code', { code: again })).body).toEqual({ kind: 'sign-in', email });
  });

  it('makes one account, whatever links were mailed to the address', async () => {
    const email = newEmail();
    const { secret } = await createInvite();
    await ask(secret, email);
    const first = await codeMailedTo(email);
    await ask(secret, email);
    const second = await codeMailedTo(email);
    const make = (code: string) =>
      newBrowser().post('account', { code, displayName: 'Ada', password: PASSWORD });
    expect((await make(first)).status).toBe(200);
    expect((await make(second)).status).toBe(401);
  });

  it('gets nowhere with links that are wrong, revoked, turned off or of another organization', async () => {
    const { id, secret } = await createInvite();
    const other = await createMember({ role: 'admin' });
    expect((await ask('x'.repeat(32), newEmail())).status).toBe(404);
    expect((await ask(id, newEmail())).status).toBe(404);
    expect((await ask(secret, newEmail(), other.organizationId)).status).toBe(404);
    const turn = (columns: object) =>
      server.db.updateTable('organizations').set(columns).where('id', '=', admin.organizationId).execute();
    await turn({ invite_links: false });
    expect((await ask(secret, newEmail())).status).toBe(409);
    await turn({ invite_links: true, sso: true });
    expect((await ask(secret, newEmail())).status).toBe(403);
    await turn({ sso: false });
    const email = newEmail();
    expect((await ask(secret, email)).status).toBe(202);
    const before = await codeMailedTo(email);
    expect((await ask(secret, email)).status).toBe(202);
    expect((await revoke(id)).statusCode).toBe(204);
    expect((await ask(secret, newEmail())).status).toBe(404);
    // What was asked for before is dropped, and an account does not make a member.
    expect(await codeMailedTo(email)).toBe(before);
    const made = await newBrowser().post('account', { code: before, displayName: 'Ada', password: PASSWORD });
    expect(made.status).toBe(200);
    expect(await accept(secret, made.body.accessToken)).toBe(404);
  });

  it('waits no longer than a day with the mailed link', async () => {
    const email = newEmail();
    await ask((await createInvite()).secret, email);
    const code = await codeMailedTo(email);
    server.clock.advance(24 * HOUR_MS + 1000);
    expect(
      (await newBrowser().post('account', { code, displayName: 'Ada', password: PASSWORD })).status,
    ).toBe(401);
  });

  it('gets the same answer for addresses that have an account and that don’t', async () => {
    const { secret } = await createInvite();
    const { email } = await createPerson();
    const answer = async (address: string) => {
      const { status, body } = await ask(secret, address);
      return [status, body];
    };
    expect(await answer(email)).toEqual(await answer(newEmail()));
  });

  it('is told whom to ask where no mail is sent', async () => {
    const { secret } = await createInvite();
    const without = await startApp({
      database: await sharedDatabase(),
      publicUrl: ORIGIN,
      mailer: createMailer(undefined),
    });
    const asked = await new AccountBrowser(without.app).post('join', {
      organizationId: admin.organizationId,
      secret,
      email: newEmail(),
    });
    await without.close();
    expect(asked.status).toBe(409);
    expect(asked.body.error.message).toMatch(/^This server can’t send mail/);
  });
});

describe('a stranger', () => {
  it('gets the same answers for addresses that exist and that don’t', async () => {
    const { email } = await createPerson();
    const { email: withPasskey } = await createPasskeyPerson();
    const answers = async (address: string) => {
      const browser = newBrowser();
      const wrong = await browser.post('password', { email: address, password: 'not the right one' });
      const mailed = await browser.post('mail', { email: address });
      return [wrong.status, wrong.body, mailed.status, mailed.body];
    };
    const expected = await answers(newEmail());
    const error = { code: 401, message: 'The email address or the password is wrong.' };
    expect(expected).toEqual([401, { error }, 202, undefined]);
    expect(await answers(email)).toEqual(expected);
    expect(await answers(withPasskey)).toEqual(expected);
  });

  it('waits for the same time after wrong passwords, whether the address exists or not', async () => {
    server.clock.freeze();
    const { email } = await createPerson();
    const attempts = async (address: string) => {
      const statuses: unknown[] = [];
      for (let count = 0; count < 8; count += 1) {
        const { status, headers } = await newBrowser().post('password', {
          email: address,
          password: 'wrong',
        });
        statuses.push([status, headers['retry-after']]);
      }
      return statuses;
    };
    const known = await attempts(email);
    expect(known.map((answer) => Object(answer)[0])).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect(await attempts(newEmail())).toEqual(known);
  });

  it('can’t lock the owner out of a browser that they use', async () => {
    server.clock.freeze();
    const { email, browser } = await createPerson();
    for (let count = 0; count < 8; count += 1)
      await newBrowser().post('password', { email, password: 'wrong' });
    expect((await newBrowser().post('password', { email, password: PASSWORD })).status).toBe(429);
    expect((await browser.post('password', { email, password: PASSWORD })).status).toBe(200);
    server.clock.advance(15 * MINUTE_MS);
    expect((await newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
  });

  it('gets no mail for an address without an account', async () => {
    const email = newEmail();
    expect((await newBrowser().post('mail', { email })).status).toBe(202);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('can’t have more than a few mails sent', async () => {
    server.clock.freeze();
    const browser = newBrowser();
    const statuses: number[] = [];
    for (let count = 0; count < 13; count += 1)
      statuses.push((await browser.post('mail', { email: newEmail() })).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(11);
    expect(statuses.at(-1)).toBe(429);
  });

  it('on a page of another site signs nobody in', async () => {
    const { email } = await createPerson();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign)
      for (const [path, body] of [
        ['password', { email, password: PASSWORD }],
        ['passkey/options', {}],
        ['mail', { email }],
        ['join', { organizationId: 'x', secret: 'x', email }],
        ['link', { code: 'x' }],
        ['set-up', { code: 'x', displayName: 'Eve', email, organization: 'Evil', password: PASSWORD }],
        ['code', { code: 'x' }],
        ['account', { code: 'x', displayName: 'Eve', password: PASSWORD }],
      ] as const)
        expect((await newBrowser().post(path, body, headers)).status).toBe(403);
  });
});

describe('a sign-in', () => {
  it('never takes over a session that the browser brought along', async () => {
    const { email } = await createPerson();
    const browser = newBrowser();
    browser.cookies.set('bindery_refresh', 'planted.secret');
    await browser.post('password', { email, password: PASSWORD });
    expect(browser.cookies.get('bindery_refresh')).not.toContain('planted');
  });

  it('by a mailed link works once, within half an hour, and returns where the person was', async () => {
    const { email, id } = await createPerson();
    await newBrowser().post('mail', { email, next: '/o/abc/members' });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.text).toContain(`${ORIGIN}/login?next=%2Fo%2Fabc%2Fmembers#mail=`);
    const code = await codeMailedTo(email);
    expect((await newBrowser().post('code', { code })).body).toEqual({ kind: 'sign-in', email });
    const { status, body } = await newBrowser().post('link', { code });
    expect([status, body.user?.id]).toEqual([200, id]);
    expect((await newBrowser().post('link', { code })).status).toBe(401);
    expect((await newBrowser().post('code', { code })).status).toBe(401);
    await newBrowser().post('mail', { email, next: '//evil.example' });
    const second = await codeMailedTo(email);
    expect((await mailsTo(email)).at(-1)?.text).not.toContain('evil');
    server.clock.advance(30 * MINUTE_MS + 1000);
    expect((await newBrowser().post('link', { code: second })).status).toBe(401);
  });

  it('by a mailed link confirms the address, and opens nothing more of what was made without proof', async () => {
    const { db, clock } = server;
    const email = newEmail();
    await invite(email);
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const vouched = { user_id: user.id, organization_id: admin.organizationId, expires_at };
    const code = await createCode(db, { purpose: 'account', ...vouched }, clock.now());
    await newBrowser().post('account', { code, displayName: 'Ada', password: PASSWORD });
    await newBrowser().post('mail', { email });
    expect((await newBrowser().post('link', { code: await codeMailedTo(email) })).status).toBe(200);
    const after = db.selectFrom('users').select('email_confirmed_at').where('id', '=', user.id);
    expect((await after.executeTakeFirstOrThrow()).email_confirmed_at).toBeInstanceOf(Date);
    const password = db.selectFrom('passwords').select('organization_id').where('user_id', '=', user.id);
    expect(await password.executeTakeFirstOrThrow()).toEqual({ organization_id: admin.organizationId });
  });

  it('by a link that was mailed to a former address is none', async () => {
    const { email, id } = await createPerson();
    await newBrowser().post('mail', { email });
    const code = await codeMailedTo(email);
    await server.db.updateTable('users').set({ email: newEmail() }).where('id', '=', id).execute();
    expect((await newBrowser().post('code', { code })).status).toBe(401);
    expect((await newBrowser().post('link', { code })).status).toBe(401);
  });

  it('with a new browser is told by mail, with a known one not', async () => {
    const { email, browser } = await createPerson();
    const told = async () =>
      (await mailsTo(email)).filter(({ subject }) => subject === 'New sign-in to your account').length;
    await browser.post('password', { email, password: PASSWORD });
    expect(await told()).toBe(0);
    await newBrowser().post('password', { email, password: PASSWORD });
    expect(await told()).toBe(1);
  });

  it('is in the audit log', async () => {
    const { id } = await createPerson();
    const entries = await server.db
      .selectFrom('audit_log')
      .select(['action', 'summary'])
      .where('organization_id', '=', admin.organizationId)
      .where('actor_id', '=', id)
      .execute();
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['createAccount', 'signIn']);
  });

  it('stores a password anew when its parameters are outdated', async () => {
    const { email, id } = await createPerson();
    const { scryptSync } = await import('node:crypto');
    const salt = Buffer.from('salt of 16 bytes');
    const hash = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 }).toString('base64url');
    const old = `$scrypt$ln=10,r=8,p=1$${salt.toString('base64url')}$${hash}`;
    await server.db.updateTable('passwords').set({ hash: old }).where('user_id', '=', id).execute();
    expect((await newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
    const stored = server.db.selectFrom('passwords').select('hash').where('user_id', '=', id);
    expect((await stored.executeTakeFirstOrThrow()).hash).toMatch(/^\$scrypt\$ln=14,/);
    expect((await newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('a passkey', () => {
  it('costs the server nothing until it has signed, and one signature works once at all servers', async () => {
    const { authenticator } = await createPasskeyPerson();
    const codes = async () =>
      (
        await server.db
          .selectFrom('one_time_codes')
          .select('hash')
          .where('purpose', '=', 'passkey-sign-in')
          .execute()
      ).length;
    const before = await codes();
    const asked = await Promise.all(Array.from({ length: 20 }, () => newBrowser().post('passkey/options')));
    expect(new Set(asked.map(({ body }) => body.challenge)).size).toBe(20);
    expect(await codes()).toBe(before);
    const passkey = authenticator.get(asked[0]?.body);
    const attempts = await Promise.all([1, 2, 3].map(() => newBrowser().post('passkey', { passkey })));
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(await codes()).toBe(before + 1);
  });

  it('is refused when its signature is used again, expired, or made elsewhere', async () => {
    const { authenticator, email } = await createPasskeyPerson();
    const options = async () => (await newBrowser().post('passkey/options')).body;
    const statusOf = async (passkey: object) => (await newBrowser().post('passkey', { passkey })).status;
    const used = authenticator.get(await options());
    expect(await statusOf(used)).toBe(200);
    expect(await statusOf(used)).toBe(401);
    const late = authenticator.get(await options());
    server.clock.advance(6 * MINUTE_MS);
    expect(await statusOf(late)).toBe(401);
    expect(await statusOf(authenticator.get(await options(), { origin: 'https://evil.example' }))).toBe(401);
    expect(await statusOf(authenticator.get(await options(), { isVerified: false }))).toBe(401);
    expect(await statusOf(authenticator.get({ ...(await options()), rpId: 'evil.example' }))).toBe(401);
    expect(await statusOf(authenticator.get({ ...(await options()), challenge: 'bWFkZSB1cA' }))).toBe(401);
    const userHandle = Buffer.from(admin.id).toString('base64url');
    expect(await statusOf(authenticator.get(await options(), { userHandle }))).toBe(401);
    // A copy of the authenticator that has fallen behind.
    authenticator.counter = 0;
    expect(await statusOf(authenticator.get(await options()))).toBe(401);
    authenticator.counter = 10;
    expect(await statusOf(authenticator.get(await options()))).toBe(200);
    // No password opens an account that has none.
    expect((await newBrowser().post('password', { email, password: PASSWORD })).status).toBe(401);
  });

  it('is not registered for a challenge of another account, nor twice', async () => {
    const { authenticator } = await createPasskeyPerson();
    const [mine, theirs] = [await invite(newEmail()), await invite(newEmail())];
    const browser = newBrowser();
    const started = await browser.post('account/passkey', { code: theirs, displayName: 'Eve' });
    const make = (passkey: object) => browser.post('account', { code: mine, displayName: 'Eve', passkey });
    expect((await make(new Authenticator(ORIGIN).create(started.body))).status).toBe(400);
    const own = await browser.post('account/passkey', { code: mine, displayName: 'Eve' });
    expect((await make(authenticator.create(own.body))).status).toBe(409);
  });
});
