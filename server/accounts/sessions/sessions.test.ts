import { beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '#server/access/tokens.ts';
import { revokeToken } from '#server/commands/accounts.ts';
import { createMember, createToken, type TestMember } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { createAskedSignInCode } from '../sign-in/link-sign-in.ts';
import { deleteExpired } from './expired-sessions.ts';

const DAY_MS = 24 * 60 * 60_000;

let member: TestMember;
beforeEach(async () => {
  member = await createMember();
});

/** A browser on `/auth`: it stores the session's cookie and sends it again. */
class Browser {
  cookie = '';
  setCookie = '';

  async send(method: 'POST' | 'DELETE', path: string, body?: object, headers: Record<string, string> = {}) {
    const { app } = await testApp();
    const response = await app.inject({
      method,
      url: `/auth/${path}`,
      headers: {
        'x-requested-with': 'console',
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...headers,
      },
      ...(body ? { payload: body } : {}),
    });
    const cookies = [response.headers['set-cookie']].flat();
    const set = cookies.find((cookie) => cookie?.startsWith('bindery_refresh='));
    if (set !== undefined) {
      this.setCookie = set;
      this.cookie = set.split(';', 1)[0] ?? '';
    }
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
  }
}

/** A browser that signed in with the member's API token. */
async function signIn(): Promise<{ browser: Browser; accessToken: string }> {
  const browser = new Browser();
  const { body } = await browser.send('POST', 'session', { token: member.token });
  return { browser, accessToken: body.accessToken };
}

const statusWith = async (token: string) => (await as({ token }).get('/v1/user')).status;

describe('POST /auth/session', () => {
  it('returns an access token and sets an HttpOnly cookie', async () => {
    const browser = new Browser();
    const { status, body } = await browser.send('POST', 'session', { token: member.token });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: member.id, email: member.email });
    expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now());
    expect(await statusWith(body.accessToken)).toBe(200);
    expect(browser.setCookie).toMatch(
      /^bindery_refresh=\w+\.\w+; Path=\/auth; Expires=.*; HttpOnly; SameSite=Strict$/,
    );
  });

  it('rejects an unknown token and an access token', async () => {
    const { accessToken } = await signIn();
    expect((await new Browser().send('POST', 'session', { token: 'bnd_unknown' })).status).toBe(401);
    expect((await new Browser().send('POST', 'session', { token: accessToken })).status).toBe(401);
  });

  it('answers 400 to an unknown body', async () => {
    expect((await new Browser().send('POST', 'session')).status).toBe(400);
    expect((await new Browser().send('POST', 'session', { token: 3 })).status).toBe(400);
    const extra = await new Browser().send('POST', 'session', { token: member.token, remember: true });
    expect(extra.body.error.details[0].path).toBe('body.remember');
  });

  it('rejects other origins', async () => {
    const attempt = (headers: Record<string, string>) =>
      new Browser().send('POST', 'session', { token: member.token }, headers);
    expect((await attempt({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await attempt({ origin: 'null' })).status).toBe(403);
    expect((await attempt({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await attempt({ referer: 'http://bindery.test/published/acme/docs/page' })).status).toBe(403);
    expect((await attempt({ referer: 'http://bindery.test/login' })).status).toBe(200);
    expect((await attempt({ origin: 'http://bindery.test' })).status).toBe(200);
    expect((await attempt({ origin: 'http://other.test', host: 'other.test' })).status).toBe(200);
  });

  it('gives no session to an attacker who planted a cookie before (fixation)', async () => {
    const attacker = await signIn();
    const victim = new Browser();
    victim.cookie = attacker.browser.cookie;
    const otherMember = await createMember();
    const { body } = await victim.send('POST', 'session', { token: otherMember.token });
    expect(victim.cookie).not.toBe(attacker.browser.cookie);
    const planted = await attacker.browser.send('POST', 'refresh');
    expect(planted.body.user.id).toBe(member.id);
    expect((await as({ token: body.accessToken }).get('/v1/user')).body.id).toBe(otherMember.id);
    const selectedBrowser = new Browser();
    selectedBrowser.cookie = 'bindery_refresh=chosen-by-someone';
    await selectedBrowser.send('POST', 'session', { token: otherMember.token });
    expect(selectedBrowser.cookie).not.toContain('chosen-by-someone');
  });

  it('ends with the API token that started it', async () => {
    const { db, clock, app } = await testApp();
    const { browser, accessToken } = await signIn();
    const { id } = await db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', member.id)
      .where('session_id', 'is', null)
      .executeTakeFirstOrThrow();
    await revokeToken(db, id, clock.now());
    app.actors.invalidateAll();
    expect(await statusWith(accessToken)).toBe(401);
    expect((await browser.send('POST', 'refresh')).status).toBe(401);
  });

  it('ends no later than the API token', async () => {
    const { clock } = await testApp();
    const token = await createToken(member.id, '', { expiresAt: new Date(clock.now().getTime() + DAY_MS) });
    const browser = new Browser();
    await browser.send('POST', 'session', { token });
    const expires = /Expires=([^;]+)/.exec(browser.setCookie)?.[1] ?? '';
    expect(Date.parse(expires)).toBeLessThanOrEqual(clock.now().getTime() + DAY_MS);
  });
});

describe('POST /auth/link', () => {
  it('accepts a code once', async () => {
    const { db, clock } = await testApp();
    const code = await createAskedSignInCode(db, member.id, clock.now());
    const { status, body } = await new Browser().send('POST', 'link', { code });
    expect(status).toBe(200);
    expect(body.user.id).toBe(member.id);
    expect((await new Browser().send('POST', 'link', { code })).status).toBe(401);
  });

  it('rejects an expired code', async () => {
    const { db, clock } = await testApp();
    const code = await createAskedSignInCode(db, member.id, new Date(clock.now().getTime() - 8 * DAY_MS));
    expect((await new Browser().send('POST', 'link', { code })).status).toBe(401);
  });
});

describe('POST /auth/refresh', () => {
  it('answers 401 without a cookie', async () => {
    expect((await new Browser().send('POST', 'refresh')).status).toBe(401);
  });

  it('ignores a cookie that is longer than any secret, even if its hash is stored', async () => {
    const { browser } = await signIn();
    const long = 'x'.repeat(257);
    const { db } = await testApp();
    await db
      .updateTable('sessions')
      .set({ hash: hashSecret(long) })
      .where('user_id', '=', member.id)
      .execute();
    browser.cookie = `bindery_refresh=${long}`;
    expect((await browser.send('POST', 'refresh')).status).toBe(401);
    browser.cookie = `bindery_refresh=${long}`;
    expect((await browser.send('DELETE', 'session')).status).toBe(204);
    const session = db.selectFrom('sessions').select('revoked_at').where('user_id', '=', member.id);
    expect(await session.executeTakeFirstOrThrow()).toEqual({ revoked_at: null });
  });

  it('renews the access token and rotates the cookie', async () => {
    const { browser } = await signIn();
    const before = browser.cookie;
    const { status, body } = await browser.send('POST', 'refresh');
    expect(status).toBe(200);
    expect(await statusWith(body.accessToken)).toBe(200);
    expect(browser.cookie).not.toBe(before);
    expect((await browser.send('POST', 'refresh')).status).toBe(200);
  });

  it('accepts the previous cookie from tabs that refresh at the same time', async () => {
    const { browser } = await signIn();
    const tab = new Browser();
    tab.cookie = browser.cookie;
    await browser.send('POST', 'refresh');
    expect((await tab.send('POST', 'refresh')).status).toBe(200);
    expect((await browser.send('POST', 'refresh')).status).toBe(200);
  });

  it.each([1, 2])(
    'ends the session when a cookie is reused %i refreshes later, because it was copied',
    async (refreshes) => {
      const { clock } = await testApp();
      const { browser, accessToken } = await signIn();
      const copy = new Browser();
      copy.cookie = browser.cookie;
      for (let count = 0; count < refreshes; count += 1) await browser.send('POST', 'refresh');
      clock.advance(2 * 60_000);
      expect(await statusWith(accessToken)).toBe(200);
      expect((await copy.send('POST', 'refresh')).status).toBe(401);
      expect((await browser.send('POST', 'refresh')).status).toBe(401);
      expect(await statusWith(accessToken)).toBe(401);
      const { db } = await testApp();
      const entries = await db
        .selectFrom('audit_log')
        .select(['actor_id', 'summary'])
        .where('organization_id', '=', member.organizationId)
        .where('action', '=', 'endCopiedSession')
        .execute();
      expect(entries).toEqual([{ actor_id: null, summary: expect.stringContaining('used a second time') }]);
    },
  );

  it('expires after two weeks without use', async () => {
    const { clock } = await testApp();
    const { browser } = await signIn();
    clock.advance(13 * DAY_MS);
    expect((await browser.send('POST', 'refresh')).status).toBe(200);
    clock.advance(15 * DAY_MS);
    expect((await browser.send('POST', 'refresh')).status).toBe(401);
  });
});

describe('DELETE /auth/session', () => {
  it('ends the session and its access tokens immediately', async () => {
    const { browser, accessToken } = await signIn();
    expect(await statusWith(accessToken)).toBe(200);
    expect((await browser.send('DELETE', 'session')).status).toBe(204);
    expect(browser.cookie).toBe('bindery_refresh=');
    expect(await statusWith(accessToken)).toBe(401);
    expect((await new Browser().send('DELETE', 'session')).status).toBe(204);
  });
});

describe('deleteExpired', () => {
  it('deletes ended sessions with their tokens, and no others', async () => {
    const { db, clock } = await testApp();
    const ended = await signIn();
    await ended.browser.send('DELETE', 'session');
    clock.advance(2 * DAY_MS);
    const living = await signIn();
    await deleteExpired(db, clock.now());
    const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', member.id).execute();
    expect(sessions).toHaveLength(1);
    expect((await living.browser.send('POST', 'refresh')).status).toBe(200);
    const apiTokens = await db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', member.id)
      .where('session_id', 'is', null)
      .execute();
    expect(apiTokens).toHaveLength(1);
  });
});
