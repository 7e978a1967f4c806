import { describe, expect, it } from 'vitest';
import { AccountServer, newEmail, ORIGIN, PASSWORD } from '#server/test/account-server.ts';
import { Authenticator } from '#server/test/authenticator.ts';
import { createCode } from '../credentials/one-time-codes.ts';
import { isOutdated } from '../credentials/password-hash.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const w = new AccountServer();

describe('a sign-in', () => {
  it('never takes over a session that the browser brought along', async () => {
    const { email } = await w.createPerson();
    const browser = w.newBrowser();
    browser.cookies.set('bindery_refresh', 'planted.secret');
    await browser.post('password', { email, password: PASSWORD });
    expect(browser.cookies.get('bindery_refresh')).not.toContain('planted');
  });

  it('by a mailed link works once, within half an hour, and returns where the person was', async () => {
    const { email, id } = await w.createPerson();
    await w.newBrowser().post('mail', { email, next: '/o/abc/members' });
    const mail = (await w.mailsTo(email)).at(-1);
    expect(mail?.text).toContain(`${ORIGIN}/login?next=%2Fo%2Fabc%2Fmembers#mail=`);
    const code = await w.codeMailedTo(email);
    expect((await w.newBrowser().post('code', { code })).body).toEqual({ kind: 'sign-in', email });
    const { status, body } = await w.newBrowser().post('link', { code });
    expect([status, body.user?.id]).toEqual([200, id]);
    expect((await w.newBrowser().post('link', { code })).status).toBe(401);
    expect((await w.newBrowser().post('code', { code })).status).toBe(401);
    await w.newBrowser().post('mail', { email, next: '//evil.example' });
    const second = await w.codeMailedTo(email);
    expect((await w.mailsTo(email)).at(-1)?.text).not.toContain('evil');
    w.clock.advance(30 * MINUTE_MS + 1000);
    expect((await w.newBrowser().post('link', { code: second })).status).toBe(401);
  });

  it('by a mailed link confirms the address, and opens nothing more of what was made without proof', async () => {
    const { db, clock } = w;
    const email = newEmail();
    await w.invite(email);
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const vouched = { user_id: user.id, organization_id: w.admin.organizationId, expires_at };
    const code = await createCode(db, { purpose: 'account', ...vouched }, clock.now());
    await w.newBrowser().post('account', { code, displayName: 'Ada', password: PASSWORD });
    await w.newBrowser().post('mail', { email });
    expect((await w.newBrowser().post('link', { code: await w.codeMailedTo(email) })).status).toBe(200);
    const after = db.selectFrom('users').select('email_confirmed_at').where('id', '=', user.id);
    expect((await after.executeTakeFirstOrThrow()).email_confirmed_at).toBeInstanceOf(Date);
    const password = db.selectFrom('passwords').select('organization_id').where('user_id', '=', user.id);
    expect(await password.executeTakeFirstOrThrow()).toEqual({ organization_id: w.admin.organizationId });
  });

  it('by a link that was mailed to a former address is none', async () => {
    const { email, id } = await w.createPerson();
    await w.newBrowser().post('mail', { email });
    const code = await w.codeMailedTo(email);
    await w.db.updateTable('users').set({ email: newEmail() }).where('id', '=', id).execute();
    expect((await w.newBrowser().post('code', { code })).status).toBe(401);
    expect((await w.newBrowser().post('link', { code })).status).toBe(401);
  });

  it('with a new browser sends a mail, with a known one none', async () => {
    const { email, browser } = await w.createPerson();
    const deviceMails = async () =>
      (await w.mailsTo(email)).filter(({ subject }) => subject === 'New sign-in to your account').length;
    await browser.post('password', { email, password: PASSWORD });
    expect(await deviceMails()).toBe(0);
    await w.newBrowser().post('password', { email, password: PASSWORD });
    expect(await deviceMails()).toBe(1);
  });

  it('is in the audit log', async () => {
    const { id } = await w.createPerson();
    const entries = await w.db
      .selectFrom('audit_log')
      .select(['action', 'summary'])
      .where('organization_id', '=', w.admin.organizationId)
      .where('actor_id', '=', id)
      .execute();
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['createAccount', 'signIn']);
  });

  it('stores a password anew when its parameters are outdated', async () => {
    const { email, id } = await w.createPerson();
    const { scryptSync } = await import('node:crypto');
    const salt = Buffer.from('salt of 16 bytes');
    const hash = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 }).toString('base64url');
    const old = `$scrypt$ln=10,r=8,p=1$${salt.toString('base64url')}$${hash}`;
    await w.db.updateTable('passwords').set({ hash: old }).where('user_id', '=', id).execute();
    expect((await w.newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
    const stored = w.db.selectFrom('passwords').select('hash').where('user_id', '=', id);
    expect(isOutdated((await stored.executeTakeFirstOrThrow()).hash)).toBe(false);
    expect((await w.newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('a passkey', () => {
  it('costs the server nothing until it has signed, and one signature works once at all servers', async () => {
    const { authenticator } = await w.createPasskeyPerson();
    const codes = async () =>
      (
        await w.db
          .selectFrom('one_time_codes')
          .select('hash')
          .where('purpose', '=', 'passkey-sign-in')
          .execute()
      ).length;
    const before = await codes();
    const asked = await Promise.all(Array.from({ length: 20 }, () => w.newBrowser().post('passkey/options')));
    expect(new Set(asked.map(({ body }) => body.challenge)).size).toBe(20);
    expect(await codes()).toBe(before);
    const passkey = authenticator.get(asked[0]?.body);
    const attempts = await Promise.all([1, 2, 3].map(() => w.newBrowser().post('passkey', { passkey })));
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(await codes()).toBe(before + 1);
  });

  it('is refused when its signature is used again, expired, or made by another key', async () => {
    const { authenticator, email } = await w.createPasskeyPerson();
    const options = async () => (await w.newBrowser().post('passkey/options')).body;
    const statusOf = async (passkey: object) => (await w.newBrowser().post('passkey', { passkey })).status;
    const used = authenticator.get(await options());
    expect(await statusOf(used)).toBe(200);
    expect(await statusOf(used)).toBe(401);
    const late = authenticator.get(await options());
    w.clock.advance(6 * MINUTE_MS);
    expect(await statusOf(late)).toBe(401);
    expect(await statusOf(authenticator.get(await options(), { origin: 'https://evil.example' }))).toBe(401);
    expect(await statusOf(authenticator.get(await options(), { isVerified: false }))).toBe(401);
    expect(await statusOf(authenticator.get({ ...(await options()), rpId: 'evil.example' }))).toBe(401);
    expect(await statusOf(authenticator.get({ ...(await options()), challenge: 'bWFkZSB1cA' }))).toBe(401);
    const userHandle = Buffer.from(w.admin.id).toString('base64url');
    expect(await statusOf(authenticator.get(await options(), { userHandle }))).toBe(401);
    // A copy of the authenticator that has fallen behind.
    authenticator.counter = 0;
    expect(await statusOf(authenticator.get(await options()))).toBe(401);
    authenticator.counter = 10;
    expect(await statusOf(authenticator.get(await options()))).toBe(200);
    // No password opens an account that has none.
    expect((await w.newBrowser().post('password', { email, password: PASSWORD })).status).toBe(401);
  });

  it('is not registered for a challenge of another account, nor twice', async () => {
    const { authenticator } = await w.createPasskeyPerson();
    const [mine, theirs] = [await w.invite(newEmail()), await w.invite(newEmail())];
    const browser = w.newBrowser();
    const started = await browser.post('account/passkey', { code: theirs, displayName: 'Eve' });
    const make = (passkey: object) => browser.post('account', { code: mine, displayName: 'Eve', passkey });
    expect((await make(new Authenticator(ORIGIN).create(started.body))).status).toBe(400);
    const response = await browser.post('account/passkey', { code: mine, displayName: 'Eve' });
    expect((await make(authenticator.create(response.body))).status).toBe(409);
  });
});
