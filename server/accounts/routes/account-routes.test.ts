import { describe, expect, it } from 'vitest';
import { AccountServer, newEmail, PASSWORD } from '#server/test/account-server.ts';
import { createMember } from '#server/test/factories.ts';
import { createCode } from '../credentials/one-time-codes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const w = new AccountServer();

describe('an invited person', () => {
  it('makes an account with a name and a password, and is in', async () => {
    const email = newEmail();
    const code = await w.invite(email);
    const browser = w.newBrowser();
    expect((await browser.post('code', { code })).body).toEqual({ kind: 'account', email, displayName: '' });
    const { status, body } = await browser.post('account', {
      code,
      displayName: ' Ada Lovelace ',
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ displayName: 'Ada Lovelace', email });
    expect(await w.statusAt(`/v1/orgs/${w.admin.organizationId}`, body.accessToken)).toBe(200);
    const user = await w.db
      .selectFrom('users')
      .select(['email_confirmed_at'])
      .where('id', '=', body.user.id)
      .executeTakeFirstOrThrow();
    expect(user.email_confirmed_at).toBeInstanceOf(Date);
    const again = await w.newBrowser().post('password', { email: email.toUpperCase(), password: PASSWORD });
    expect(again.status).toBe(200);
  });

  it('makes an account with a passkey, and signs in with it', async () => {
    const { authenticator, id } = await w.createPasskeyPerson();
    const browser = w.newBrowser();
    const options = (await browser.post('passkey/options')).body;
    expect(options.allowCredentials ?? []).toEqual([]);
    const { status, body } = await browser.post('passkey', { passkey: authenticator.get(options) });
    expect(status).toBe(200);
    expect(body.user.id).toBe(id);
  });

  it('gets the reason why a password is too weak, and keeps the link', async () => {
    const email = newEmail();
    const code = await w.invite(email);
    const browser = w.newBrowser();
    const attempt = (password: string) => browser.post('account', { code, displayName: 'Ada', password });
    for (const password of ['short', 'password1234', email, 'x'.repeat(257)])
      expect(await attempt(password)).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: 'body.password' }] } },
      });
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  it('gets the problem of a request', async () => {
    const browser = w.newBrowser();
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
    const { code } = await w.createPerson();
    const attempt = (used: string) =>
      w.newBrowser().post('account', { code: used, displayName: 'Eve', password: PASSWORD });
    expect((await attempt(code)).status).toBe(401);
    const expired = await w.invite(newEmail());
    w.clock.advance(7 * 24 * HOUR_MS + 1000);
    expect((await attempt(expired)).status).toBe(401);
    const email = newEmail();
    const stale = await w.invite(email);
    await w.db.updateTable('users').set({ email: newEmail() }).where('email', '=', email).execute();
    expect((await attempt(stale)).status).toBe(401);
  });
});

describe('a person who was removed before they came', () => {
  it('can’t make an account with the link that they were mailed', async () => {
    const email = newEmail();
    const code = await w.invite(email);
    const { id } = await w.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const removed = await w.app.inject({
      method: 'DELETE',
      url: `/v1/orgs/${w.admin.organizationId}/members/${id}`,
      headers: { authorization: `Bearer ${w.admin.token}` },
    });
    expect(removed.statusCode).toBeLessThan(300);
    const made = await w.newBrowser().post('account', { code, displayName: 'Eve', password: PASSWORD });
    expect(made.status).toBe(401);
  });
});

describe('a link that an administrator passes on', () => {
  it('opens only their organization', async () => {
    const { db, clock } = w;
    const otherMember = await createMember({ role: 'admin' });
    const email = newEmail();
    await w.invite(email);
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const membership = {
      organization_id: otherMember.organizationId,
      user_id: user.id,
      role: 6,
      search_text: '',
    };
    await db.insertInto('members').values(membership).execute();
    const expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const vouched = { user_id: user.id, organization_id: w.admin.organizationId, expires_at };
    const code = await createCode(db, { purpose: 'account', ...vouched }, clock.now());
    const made = await w.newBrowser().post('account', { code, displayName: 'Mallory', password: PASSWORD });
    expect(made.status).toBe(200);
    const again = await w.newBrowser().post('password', { email, password: PASSWORD });
    for (const { body } of [made, again]) {
      expect(await w.statusAt(`/v1/orgs/${w.admin.organizationId}`, body.accessToken)).toBe(200);
      expect(await w.statusAt(`/v1/orgs/${otherMember.organizationId}`, body.accessToken)).toBe(404);
    }
    const after = db.selectFrom('users').select('email_confirmed_at').where('id', '=', user.id);
    expect(await after.executeTakeFirstOrThrow()).toEqual({ email_confirmed_at: null });
  });

  it('adds nothing to an account that has a credential', async () => {
    const { db, clock } = w;
    const { id, email } = await w.createPerson();
    const expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const vouched = { user_id: id, organization_id: w.admin.organizationId, expires_at };
    const code = await createCode(db, { purpose: 'account', ...vouched }, clock.now());
    const takeover = { code, displayName: 'Mallory', password: 'another good password' };
    expect((await w.newBrowser().post('account', takeover)).status).toBe(401);
    expect((await w.newBrowser().post('password', { email, password: takeover.password })).status).toBe(401);
    expect((await w.newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('a stranger', () => {
  it('gets the same answers for addresses that exist and that don’t', async () => {
    const { email } = await w.createPerson();
    const { email: withPasskey } = await w.createPasskeyPerson();
    const answers = async (address: string) => {
      const browser = w.newBrowser();
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
    w.clock.freeze();
    const { email } = await w.createPerson();
    const attempts = async (address: string) => {
      const statuses: unknown[] = [];
      for (let count = 0; count < 8; count += 1) {
        const { status, headers } = await w.newBrowser().post('password', {
          email: address,
          password: 'wrong',
        });
        statuses.push([status, headers['retry-after']]);
      }
      return statuses;
    };
    const responseTimes = await attempts(email);
    expect(responseTimes.map((answer) => Object(answer)[0])).toEqual([
      401, 401, 401, 401, 401, 401, 429, 429,
    ]);
    expect(await attempts(newEmail())).toEqual(responseTimes);
  });

  it('can’t lock the owner out of a browser that they use', async () => {
    w.clock.freeze();
    const { email, browser } = await w.createPerson();
    for (let count = 0; count < 8; count += 1)
      await w.newBrowser().post('password', { email, password: 'wrong' });
    expect((await w.newBrowser().post('password', { email, password: PASSWORD })).status).toBe(429);
    expect((await browser.post('password', { email, password: PASSWORD })).status).toBe(200);
    w.clock.advance(15 * MINUTE_MS);
    expect((await w.newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
  });

  it('gets no mail for an address without an account', async () => {
    const email = newEmail();
    expect((await w.newBrowser().post('mail', { email })).status).toBe(202);
    expect(await w.mailsTo(email)).toEqual([]);
  });

  it('can’t have more than a few mails sent', async () => {
    w.clock.freeze();
    const browser = w.newBrowser();
    const statuses: number[] = [];
    for (let count = 0; count < 13; count += 1)
      statuses.push((await browser.post('mail', { email: newEmail() })).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(11);
    expect(statuses.at(-1)).toBe(429);
  });

  it('can’t keep notices from the owner, nor links from a browser that they use', async () => {
    w.clock.freeze();
    const { email, browser } = await w.createPerson();
    for (let count = 0; count < 6; count += 1)
      expect((await w.newBrowser().post('mail', { email })).status).toBe(202);
    const before = (await w.mailsTo(email)).length;
    expect((await w.newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
    expect((await browser.post('mail', { email })).status).toBe(202);
    const mails = (await w.mailsTo(email)).slice(before).map(({ subject }) => subject);
    expect(mails).toHaveLength(2);
    expect(mails).toContainEqual(
      expect.stringMatching(/signed? in.*(browser|device)|new (browser|device|sign-in)/i),
    );
  });

  it('gets a link for an address only five times an hour, however many ask at once', async () => {
    w.clock.freeze();
    const { email } = await w.createPerson();
    const before = (await w.mailsTo(email)).length;
    await Promise.all(Array.from({ length: 10 }, () => w.newBrowser().post('mail', { email })));
    expect((await w.mailsTo(email)).length - before).toBe(5);
  });

  it('can’t plant a device cookie that is known afterwards', async () => {
    w.clock.freeze();
    const { email, browser } = await w.createPerson();
    const signIn = (from = w.newBrowser()) => from.post('password', { email, password: PASSWORD });
    const planted = 'planted-by-a-neighbouring-subdomain';
    const victim = w.newBrowser();
    victim.cookies.set('bindery_device', planted);
    expect((await signIn(victim)).status).toBe(200);
    expect(victim.cookies.get('bindery_device')).not.toBe(planted);
    // The person's new device value works at the next sign-in; a copy of the old one does not.
    const before = (await w.mailsTo(email)).length;
    expect((await signIn(victim)).status).toBe(200);
    expect((await signIn(browser)).status).toBe(200);
    expect((await w.mailsTo(email)).length).toBe(before);
    const attacker = w.newBrowser();
    attacker.cookies.set('bindery_device', planted);
    expect((await signIn(attacker)).status).toBe(200);
    expect((await w.mailsTo(email)).length).toBe(before + 1);
  });

  it('on a page of another site signs no one in', async () => {
    const { email } = await w.createPerson();
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
        expect((await w.newBrowser().post(path, body, headers)).status).toBe(403);
  });
});
