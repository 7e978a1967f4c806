import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountBrowser } from '#server/test/account-browser.ts';
import { Authenticator } from '#server/test/authenticator.ts';
import { createMember, type TestMember } from '#server/test/factories.ts';
import { startSsoTestSession } from '#server/test/sign-on/start-session.ts';
import { sharedDatabase, startApp, type TestApp } from '#server/test/test-app.ts';
import { createAskedSignInCode } from '../sign-in/link-sign-in.ts';

const ORIGIN = 'http://localhost:4400';
const FIRST = 'correct horse battery staple';
const SECOND = 'eleven lamps along the pier';

let server: TestApp & { close: () => Promise<void> };
beforeAll(async () => {
  // Passkeys need a host name.
  server = await startApp({ database: await sharedDatabase(), publicUrl: ORIGIN });
});
afterAll(() => server.close());

let member: TestMember;
let email: string;
beforeEach(async () => {
  server.clock.reset();
  member = await createMember({ role: 'read' });
  const user = server.db.selectFrom('users').select('email').where('id', '=', member.id);
  email = (await user.executeTakeFirstOrThrow()).email;
});

const browserIn = () => new AccountBrowser(server.app);

/** A session by a link of the server's operator. */
async function signInByLink(): Promise<string> {
  const code = await createAskedSignInCode(server.db, member.id, server.clock.now());
  return String((await browserIn().post('link', { code })).body.accessToken);
}

async function request(
  accessToken: string,
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
  path = '',
  payload?: object,
) {
  const response = await server.app.inject({
    method,
    url: `/auth/credentials${path}`,
    headers: { authorization: `Bearer ${accessToken}` },
    ...(payload && { payload }),
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? undefined : response.json(),
  };
}

const signIn = (password: string) => browserIn().post('password', { email, password });

async function addPasskey(accessToken: string, authenticator = new Authenticator(ORIGIN)) {
  const options = (await request(accessToken, 'POST', '/passkey-options')).body;
  const passkey = authenticator.create(options);
  return (await request(accessToken, 'POST', '/passkeys', { passkey })).status;
}

describe('a signed-in person', () => {
  it('sets a password, and changes it with the current one, which ends other sessions', async () => {
    const first = await signInByLink();
    expect((await request(first, 'GET')).body).toEqual({
      email,
      password: null,
      needsCurrentPassword: false,
      passkeys: [],
      identities: { linked: [], providers: [], pending: null },
    });
    expect((await request(first, 'PUT', '/password', { password: FIRST })).status).toBe(204);
    const second = String((await signIn(FIRST)).body.accessToken);
    expect((await request(second, 'GET')).body).toMatchObject({ needsCurrentPassword: true });
    const change = (current?: string) =>
      request(second, 'PUT', '/password', { password: SECOND, ...(current !== undefined && { current }) });
    for (const current of [undefined, SECOND])
      expect(await change(current)).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: 'body.current' }] } },
      });
    expect((await change(FIRST)).status).toBe(204);
    expect((await signIn(FIRST)).status).toBe(401);
    expect((await signIn(SECOND)).status).toBe(200);
    expect((await request(first, 'GET')).status).toBe(401);
    expect((await request(second, 'GET')).status).toBe(200);
  });

  it('waits after wrong current passwords', async () => {
    server.clock.freeze();
    await request(await signInByLink(), 'PUT', '/password', { password: FIRST });
    const session = String((await signIn(FIRST)).body.accessToken);
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1)
      statuses.push(
        (await request(session, 'PUT', '/password', { password: SECOND, current: 'wrong' })).status,
      );
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  });

  it('gets the reason why a password is too weak', async () => {
    const session = await signInByLink();
    for (const password of ['short', 'password1234', email])
      expect(await request(session, 'PUT', '/password', { password })).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: 'body.password' }] } },
      });
  });

  it('adds and removes passkeys, but never the last way to sign in', async () => {
    const session = await signInByLink();
    const authenticator = new Authenticator(ORIGIN);
    expect(await addPasskey(session, authenticator)).toBe(204);
    const [passkey] = (await request(session, 'GET')).body.passkeys;
    expect((await request(session, 'DELETE', `/passkeys/${passkey.id}`)).status).toBe(409);
    expect((await request(session, 'PUT', '/password', { password: FIRST })).status).toBe(204);
    expect((await request(session, 'DELETE', `/passkeys/${passkey.id}`)).status).toBe(204);
    expect((await request(session, 'DELETE', `/passkeys/${passkey.id}`)).status).toBe(404);
    expect((await request(session, 'DELETE', '/password')).status).toBe(409);
    const options = (await browserIn().post('passkey/options')).body;
    expect((await browserIn().post('passkey', { passkey: authenticator.get(options) })).status).toBe(401);
    expect(await addPasskey(session)).toBe(204);
    expect((await request(session, 'DELETE', '/password')).status).toBe(204);
    expect((await signIn(FIRST)).status).toBe(401);
  });

  it('renames a passkey', async () => {
    const session = await signInByLink();
    await addPasskey(session);
    const [passkey] = (await request(session, 'GET')).body.passkeys;
    const rename = (name: string, id: string = passkey.id) =>
      request(session, 'PATCH', `/passkeys/${id}`, { name });
    expect((await rename(' Key ring ')).status).toBe(204);
    expect((await request(session, 'GET')).body.passkeys).toMatchObject([{ name: 'Key ring' }]);
    for (const name of [' ', 'x'.repeat(101)])
      expect(await rename(name)).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: 'body.name' }] } },
      });
    expect((await rename('Other', member.id)).status).toBe(404);
  });

  it('cannot remove, rename or add another person’s', async () => {
    const session = await signInByLink();
    await addPasskey(session);
    await request(session, 'PUT', '/password', { password: FIRST });
    const [passkey] = (await request(session, 'GET')).body.passkeys;
    member = await createMember({ role: 'read' });
    const otherSession = await signInByLink();
    expect((await request(otherSession, 'DELETE', `/passkeys/${passkey.id}`)).status).toBe(404);
    expect((await request(otherSession, 'PATCH', `/passkeys/${passkey.id}`, { name: 'Mine' })).status).toBe(
      404,
    );
    const options = (await request(session, 'POST', '/passkey-options')).body;
    const made = new Authenticator(ORIGIN).create(options);
    expect((await request(otherSession, 'POST', '/passkeys', { passkey: made })).status).toBe(400);
  });

  it('finds changes in the audit log', async () => {
    await request(await signInByLink(), 'PUT', '/password', { password: FIRST });
    const entry = server.db
      .selectFrom('audit_log')
      .select('summary')
      .where('organization_id', '=', member.organizationId)
      .where('action', '=', 'changeCredentials');
    expect((await entry.executeTakeFirstOrThrow()).summary).toMatch(/ set a password\.$/);
  });
});

describe('an account stays unchanged', () => {
  it('for API tokens, sessions by single sign-on, and anonymous callers', async () => {
    expect((await request(member.token, 'PUT', '/password', { password: FIRST })).status).toBe(403);
    const { token: sso } = await startSsoTestSession(member.id, member.organizationId);
    expect((await request(sso, 'PUT', '/password', { password: FIRST })).status).toBe(403);
    expect((await request('unknown', 'GET')).status).toBe(401);
  });
});
