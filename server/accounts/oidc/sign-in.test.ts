import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OidcProvider as ProviderView } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { createMember } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { createInvitedMember } from '#server/test/sign-on/invited-member.ts';
import { linkTestIdentity } from '#server/test/sign-on/linked-identity.ts';
import { OidcBrowser } from '#server/test/sign-on/oidc-browser.ts';
import {
  type IdTokenParts,
  OidcProvider,
  signedByStranger,
  tokenSignedWithPublicKey,
  unsignedToken,
} from '#server/test/sign-on/oidc-provider.ts';
import { sharedDatabase, startApp, type TestApp } from '#server/test/test-app.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let w: OrganizationFixture;
let idp: OidcProvider;
let server: TestApp & { close: () => Promise<void> };
let provider: ProviderView;
let browser: OidcBrowser;

beforeAll(async () => {
  idp = await OidcProvider.start();
  const fetcher = createFetcher({ allowPrivate: true });
  server = await startApp({ database: await sharedDatabase(), fetcher });
  w = await createOrganizationFixture();
  provider = await connect({ defaultTeam: w.team.id, defaultRole: 'comment' });
  idp.register(provider.service.redirectURL);
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(() => {
  browser = new OidcBrowser(server.app);
});
afterEach(() => {
  idp.tamper = undefined;
  server.clock.reset();
});

async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  caller = w.admin,
) {
  const response = await server.app.inject({
    method,
    url: `/v1/orgs/${caller.organizationId}${path}`,
    headers: { authorization: `Bearer ${caller.token}` },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

async function connect(fields: object = {}, caller = w.admin): Promise<ProviderView> {
  const { status, body } = await send('POST', '/oidc', { ...idp.settings, ...fields }, caller);
  expect(status).toBe(201);
  return body;
}

const newEmail = () => `${newId().toLowerCase()}@new.example`;

/** The path that the provider leads back to, after signing in there. */
const callbackFor = async (email: string, query = '') =>
  browser.signInThere(await browser.start(provider.service.startURL, query), email);

const signIn = async (email: string, query = '') => browser.open(await callbackFor(email, query));

/** The state that a sign-in may change. */
async function state(email: string) {
  const users = await server.db.selectFrom('users').selectAll().where('email', 'ilike', email).execute();
  const rows = (table: 'members' | 'oidc_providers') =>
    server.db.selectFrom(table).selectAll().where('organization_id', '=', w.organization.id).execute();
  const sessions = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('sso_organization_id', '=', w.organization.id)
    .execute();
  return { users, members: await rows('members'), providers: await rows('oidc_providers'), sessions };
}

/** Expects the sign-in page with a code, and nothing else. */
async function expectRejected(
  open: (email: string) => ReturnType<OidcBrowser['open']>,
  code: string,
  email = newEmail(),
) {
  const before = await state(email);
  const response = await open(email);
  expect(response.status).toBe(303);
  expect(response.location).toMatch(new RegExp(`^/login\\?error=${code}&request=[\\w-]+`));
  expect(browser.cookie('bindery_refresh')).toBeUndefined();
  expect(await state(email)).toEqual(before);
}

/** The signed-in person's access token. */
async function refresh() {
  const response = await server.app.inject({
    method: 'POST',
    url: '/auth/refresh',
    headers: {
      cookie: `bindery_refresh=${browser.cookie('bindery_refresh') ?? ''}`,
      'x-requested-with': 'console',
    },
  });
  const body = response.json();
  return { status: response.statusCode, token: String(body.accessToken), id: String(body.user?.id) };
}

describe('a sign-in with OpenID Connect', () => {
  it('starts with code, PKCE, state and nonce, and returns to a path of the console only', async () => {
    const url = await browser.start(provider.service.startURL, '?RelayState=/o/x');
    expect(url.origin).toBe(idp.issuer);
    const parameters = Object.fromEntries(url.searchParams);
    const secret = expect.stringMatching(/^[\w-]{43}$/);
    expect(parameters).toEqual({
      client_id: 'bindery',
      response_type: 'code',
      redirect_uri: provider.service.redirectURL,
      scope: 'openid email profile',
      state: secret,
      nonce: secret,
      code_challenge: secret,
      code_challenge_method: 'S256',
    });
    expect((await signIn(newEmail(), '?RelayState=/o/x')).location).toBe('/o/x');
    browser.forget('there');
    expect((await signIn(newEmail(), '?RelayState=//evil.example')).location).toBe('/');
  });

  it('adds a new person as user and member, with role and team, for 12 hours and this organization', async () => {
    const email = newEmail();
    idp.people.set(email, { name: 'Nora New' });
    expect(await signIn(email)).toMatchObject({ status: 303, location: '/' });
    const nora = await refresh();
    expect(nora.status).toBe(200);
    const { body } = await send('GET', `/members/${nora.id}`);
    expect(body).toMatchObject({
      role: 'comment',
      sso: true,
      teams: 1,
      user: { displayName: 'Nora New', email },
    });
    expect((await send('GET', `/oidc/${provider.id}`)).body.status).toBe('active');
    const audit = await send('GET', '/audit-log?action=signInThroughOidc');
    expect(audit.body.items[0].summary).toBe('Nora New joined with single sign-on through Work.');
    const session = await server.db
      .selectFrom('sessions')
      .select(['method', 'sso_organization_id'])
      .where('user_id', '=', nora.id)
      .executeTakeFirst();
    expect(session).toEqual({ method: 'oidc', sso_organization_id: w.organization.id });
    server.clock.advance(12 * HOUR_MS + MINUTE_MS);
    expect((await refresh()).status).toBe(401);
  });

  it('cuts a long name between characters', async () => {
    const email = newEmail();
    idp.people.set(email, { name: `N${'🦉'.repeat(120)}` });
    await signIn(email);
    const { body } = await send('GET', `/members/${(await refresh()).id}`);
    expect(body.user.displayName).toBe(`N${'🦉'.repeat(99)}`);
  });

  it('finds a linked member, whatever the name and address there, and adds no other credential', async () => {
    const member = await createInvitedMember({
      organizationId: w.organization.id,
      role: 'edit',
      email: newEmail(),
    });
    const here = { kind: 'oidc', id: provider.id, organizationId: w.organization.id } as const;
    await linkTestIdentity(here, member);
    idp.people.set(member.email, { email: newEmail(), name: 'New Nora' });
    expect((await signIn(member.email)).location).toBe('/');
    expect((await refresh()).id).toBe(member.id);
    const { body } = await send('GET', `/members/${member.id}`);
    expect(body).toMatchObject({ role: 'edit', user: { displayName: member.displayName } });
    for (const table of ['passwords', 'passkeys'] as const)
      expect(
        await server.db.selectFrom(table).selectAll().where('user_id', '=', member.id).execute(),
      ).toEqual([]);
    const user = await server.db
      .selectFrom('users')
      .select('email_confirmed_at')
      .where('id', '=', member.id)
      .executeTakeFirst();
    expect(user?.email_confirmed_at).toBeNull();
  });

  it('asks the provider for the address where the ID token has none', async () => {
    idp.answersOnRequest = true;
    idp.register(provider.service.redirectURL);
    const email = newEmail();
    idp.people.set(email, { name: 'Uma Userinfo' });
    expect((await signIn(email)).location).toBe('/');
    const { body } = await send('GET', `/members/${(await refresh()).id}`);
    expect(body.user).toMatchObject({ displayName: 'Uma Userinfo', email });
    browser = new OidcBrowser(server.app);
    const unconfirmed = newEmail();
    idp.people.set(unconfirmed, { email_verified: false });
    await expectRejected(signIn, 'sso-unverified', unconfirmed);
    idp.answersOnRequest = false;
    idp.register(provider.service.redirectURL);
  });

  it('goes on when the provider changes its key', async () => {
    expect((await signIn(newEmail())).location).toBe('/');
    idp.rotateKey();
    browser.forget('there');
    expect((await signIn(newEmail())).location).toBe('/');
  });

  it('is found by the address, like one with SAML, and is a sign-in option', async () => {
    const domain = `${newId()}.example`.toLowerCase();
    await send('PATCH', '', { emailDomains: [domain] });
    const { location } = await browser.open(`/auth/saml?email=nora@${domain.toUpperCase()}&RelayState=/o/x`);
    expect(location).toBe(`${new URL(provider.service.startURL).pathname}?RelayState=%2Fo%2Fx`);
    const { body } = await send('GET', '/sso', undefined, w.reader);
    expect(body.items).toEqual([{ id: provider.id, label: 'Work', startURL: provider.service.startURL }]);
  });

  it('lets members in where single sign-on is required, and administrators require it as with SAML', async () => {
    const email = newEmail();
    await send('PATCH', '', { sso: true, emailDomains: ['new.example'] });
    const invited = await send('POST', '/invites', { emails: [email], sso: true, role: 'read' });
    expect(invited.body).toMatchObject({ invited: 1, failedSSOEmails: [] });
    const here = { kind: 'oidc', id: provider.id, organizationId: w.organization.id } as const;
    await linkTestIdentity(here, { id: invited.body.users[0], email });
    expect((await signIn(email)).location).toBe('/');
    const response = await server.app.inject({
      url: `/v1/orgs/${w.organization.id}`,
      headers: { authorization: `Bearer ${(await refresh()).token}` },
    });
    expect(response.statusCode).toBe(200);
    await send('PATCH', '', { sso: false, emailDomains: [] });
  });
});

describe('a sign-in is rejected', () => {
  it.each<[string, (parts: IdTokenParts) => string]>([
    ['of another issuer', ({ claims, sign }) => sign({ ...claims, iss: 'https://evil.example' })],
    ['for another audience', ({ claims, sign }) => sign({ ...claims, aud: 'another-service' })],
    [
      'for several audiences, given to another one',
      ({ claims, sign }) => sign({ ...claims, aud: ['bindery', 'other'], azp: 'other' }),
    ],
    ['of another sign-in', ({ claims, sign }) => sign({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ claims, sign }) => sign({ ...claims, nonce: undefined })],
    [
      'that has expired',
      ({ claims, sign }) =>
        sign({ ...claims, exp: Number(claims['iat']) - 600, iat: Number(claims['iat']) - 900 }),
    ],
    ['without an end', ({ claims, sign }) => sign({ ...claims, exp: undefined })],
    ['that is not valid yet', ({ claims, sign }) => sign({ ...claims, nbf: Number(claims['iat']) + 3600 })],
    ['without a subject', ({ claims, sign }) => sign({ ...claims, sub: undefined })],
    ['that nobody signed', ({ claims }) => unsignedToken(claims)],
    [
      'that is signed with the public key as a secret',
      ({ claims, key }) => tokenSignedWithPublicKey(claims, key),
    ],
    ['that a stranger signed', ({ claims }) => signedByStranger(claims, 'key-0')],
    [
      'that a stranger signed with a key of their own',
      ({ claims }) => signedByStranger(claims, 'key-of-mine'),
    ],
    [
      'whose signature was cut off',
      ({ claims, sign }) => sign(claims).split('.').slice(0, 2).join('.').concat('.'),
    ],
    ['that is no token', () => 'abc'],
    ['with an address that is none', ({ claims, sign }) => sign({ ...claims, email: 'nora' })],
    ['with two addresses', ({ claims, sign }) => sign({ ...claims, email: ['a@x.example', 'b@x.example'] })],
  ])('with an ID token %s', async (_, tamper) => {
    idp.tamper = tamper;
    await expectRejected(signIn, 'sso-refused');
  });

  it.each([false, undefined, 'true', 1])('with an address whose email_verified is %j', async (value) => {
    idp.tamper = ({ claims, sign }) => sign({ ...claims, email_verified: value });
    await expectRejected(signIn, 'sso-unverified');
  });

  it('when the person says no', async () => {
    await expectRejected(async () => signIn(''), 'sso-denied');
  });

  it('the second time: neither state nor code works twice', async () => {
    const email = newEmail();
    const callback = await callbackFor(email);
    expect((await browser.open(callback)).location).toBe('/');
    browser.forget('here');
    await expectRejected(() => browser.open(callback), 'sso-expired', email);
    // The code in another sign-in, of the same browser.
    const code = new URLSearchParams(callback.split('?')[1]).get('code') ?? '';
    await expectRejected(
      async () => {
        const url = await browser.start(provider.service.startURL);
        const state = url.searchParams.get('state') ?? '';
        const query = new URLSearchParams({ code, state, iss: idp.issuer });
        return browser.open(`${callback.split('?', 1)[0] ?? ''}?${query}`);
      },
      'sso-refused',
      email,
    );
  });

  it('with a code of another browser, or by another browser', async () => {
    const callback = await callbackFor(newEmail());
    const otherBrowser = new OidcBrowser(server.app);
    expect((await otherBrowser.open(callback)).location).toContain('error=sso-expired');
    await otherBrowser.start(provider.service.startURL);
    expect((await otherBrowser.open(callback)).location).toContain('error=sso-expired');
    expect(otherBrowser.cookie('bindery_refresh')).toBeUndefined();
    // It was not used up by that.
    expect((await browser.open(callback)).location).toBe('/');
  });

  it('after ten minutes', async () => {
    const callback = await callbackFor(newEmail());
    server.clock.advance(10 * MINUTE_MS);
    await expectRejected(() => browser.open(callback), 'sso-expired');
  });

  it.each<[string, (query: URLSearchParams) => void, string]>([
    ['with another state', (query) => query.set('state', 'x'.repeat(43)), 'sso-expired'],
    ['with a state that is too long', (query) => query.set('state', 'x'.repeat(2000)), 'sso-refused'],
    ['with two states', (query) => query.append('state', 'x'), 'sso-refused'],
    ['without a code', (query) => query.delete('code'), 'sso-refused'],
    ['with another code', (query) => query.set('code', 'x'), 'sso-refused'],
    ['of another issuer (mix-up)', (query) => query.set('iss', 'https://evil.example'), 'sso-refused'],
    ['without its issuer (mix-up)', (query) => query.delete('iss'), 'sso-refused'],
  ])('with a response %s', async (_, change, code) => {
    await expectRejected(async (email) => {
      const [path = '', text = ''] = (await callbackFor(email)).split('?');
      const query = new URLSearchParams(text);
      change(query);
      return browser.open(`${path}?${query}`);
    }, code);
  });

  it('at another provider of this server (mix-up)', async () => {
    const second = await connect();
    await expectRejected(async (email) => {
      const callback = await callbackFor(email);
      return browser.open(callback.replace(provider.id, second.id));
    }, 'sso-expired');
    await send('DELETE', `/oidc/${second.id}`);
  });

  it('for disabled members, and for accounts of others whose domain the organization has not claimed', async () => {
    const disabled = await createMember({
      organizationId: w.organization.id,
      disabled: true,
      email: newEmail(),
    });
    await expectRejected(signIn, 'sso-account', disabled.email);
    browser = new OidcBrowser(server.app);
    const stranger = await createMember({ email: newEmail() });
    await expectRejected(signIn, 'sso-account', stranger.email);
  });

  it('where the provider is away, or is another one', async () => {
    const away = await connect({ issuer: 'http://127.0.0.1:1' });
    expect((await browser.start(away.service.startURL)).search).toContain('error=sso-unreachable');
    const second = await connect();
    // As an earlier release took it.
    const issuer = `${idp.issuer}/tenant`;
    await server.db.updateTable('oidc_providers').set({ issuer }).where('id', '=', second.id).execute();
    expect((await browser.start(second.service.startURL)).search).toContain('error=sso-refused');
    for (const { id } of [away, second]) await send('DELETE', `/oidc/${id}`);
    expect((await browser.open(`/auth/oidc/${newId()}`)).location).toContain('error=sso-unavailable');
  });
});

describe('the settings of a provider', () => {
  it('wait for a sign-in after a change, and do not give the secret to another issuer', async () => {
    expect((await signIn(newEmail())).location).toBe('/');
    const url = `/oidc/${provider.id}`;
    expect((await send('GET', url)).body.status).toBe('active');
    expect((await send('PATCH', url, { label: 'Work' })).body.status).toBe('active');
    const refused = await send('PATCH', url, { issuer: 'https://evil.example' });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe('body.clientSecret');
    expect((await send('PATCH', url, { clientSecret: 'wrong' })).body.status).toBe('pending');
    browser.forget('there');
    browser.forget('here');
    await expectRejected(signIn, 'sso-refused');
    await send('PATCH', url, { clientSecret: idp.settings.clientSecret });
  });
});
