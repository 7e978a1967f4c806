import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OidcProvider as ProviderView } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { OidcBrowser } from '#server/test/sign-on/oidc-browser.ts';
import { type IdTokenParts, OidcProvider } from '#server/test/sign-on/oidc-provider.ts';
import { sharedDatabase, startApp, type TestApp } from '#server/test/test-app.ts';

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
  provider = await connect();
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

async function connect(fields: object = {}): Promise<ProviderView> {
  const { status, body } = await send('POST', '/oidc', { ...idp.settings, ...fields });
  expect(status).toBe(201);
  return body;
}

const newEmail = () => `${newId().toLowerCase()}@new.example`;

async function signIn(email: string) {
  const url = await browser.start(provider.service.startURL);
  return browser.open(await browser.signInThere(url, email));
}

/** Expects the sign-in page with a code, no session and no account. */
async function expectRejected(open: typeof signIn, code: string, email = newEmail()) {
  expect((await open(email)).location).toMatch(new RegExp(`^/login\\?error=${code}&request=[\\w-]+`));
  expect(browser.cookie('bindery_refresh')).toBeUndefined();
  const users = await server.db.selectFrom('users').select('id').where('email', 'ilike', email).execute();
  expect(users).toEqual([]);
}

describe('an address that the provider does not confirm', () => {
  const silent = ({ claims: { email_verified: _silent, ...claims }, sign }: IdTokenParts) => sign(claims);
  let domain: string;
  beforeAll(async () => {
    domain = `${newId().toLowerCase()}.example`;
    await send('PATCH', '', { emailDomains: [domain, `open-${domain}`] });
    await server.db
      .updateTable('email_domains')
      .set({ proven_at: server.clock.now() })
      .where('domain', '=', domain)
      .execute();
  });
  const trust = (isTrusted: boolean) =>
    send('PATCH', `/oidc/${provider.id}`, { trustsVerifiedDomains: isTrusted });

  it('counts in the verified domains of the organization, where the settings say so', async () => {
    idp.tamper = silent;
    expect((await send('GET', `/oidc/${provider.id}`)).body.trustsVerifiedDomains).toBe(false);
    await expectRejected(signIn, 'sso-unverified', `ada-0@${domain}`);
    expect((await trust(true)).body).toMatchObject({ trustsVerifiedDomains: true });
    const audit = await send('GET', '/audit-log?limit=1');
    expect(audit.body.items[0]).toMatchObject({ action: 'updateOidcProvider' });
    expect(JSON.stringify(audit.body.items[0].after)).toContain('trusts_verified_domains');
    browser = new OidcBrowser(server.app);
    expect((await signIn(`Ada-1@${domain.toUpperCase()}`)).location).toBe('/');
    for (const otherTrust of [`ada@open-${domain}`, `ada@mail.${domain}`, newEmail()]) {
      browser = new OidcBrowser(server.app);
      await expectRejected(signIn, 'sso-unverified', otherTrust);
    }
    // A verified domain of another organization is none of this one.
    const neighbour = await createOrganizationFixture();
    const theirs = `${newId().toLowerCase()}.example`;
    await send('PATCH', '', { emailDomains: [theirs] }, neighbour.admin);
    await server.db
      .updateTable('email_domains')
      .set({ proven_at: server.clock.now() })
      .where('domain', '=', theirs)
      .execute();
    browser = new OidcBrowser(server.app);
    await expectRejected(signIn, 'sso-unverified', `ada@${theirs}`);
    await trust(false);
  });

  it('never counts where the provider says that it is not confirmed', async () => {
    await trust(true);
    for (const said of [{ email_verified: false }, { email_verified: 'false' }, { xms_edov: false }]) {
      idp.tamper = ({ claims: { email_verified: _silent, ...claims }, sign }) => sign({ ...claims, ...said });
      browser = new OidcBrowser(server.app);
      await expectRejected(signIn, 'sso-unverified', `ada-2@${domain}`);
    }
    await trust(false);
  });

  it.each([true, 'true', 1, '1'])('counts where Entra says xms_edov: %j', async (edov) => {
    idp.tamper = ({ claims: { email_verified: _silent, ...claims }, sign }) =>
      sign({ ...claims, xms_edov: edov });
    expect((await signIn(newEmail())).location).toBe('/');
  });

  it('gets a separate message where there is none at all', async () => {
    idp.tamper = ({ claims: { email: _none, ...claims }, sign }) => sign({ ...claims, email: null });
    await expectRejected(signIn, 'sso-no-address');
  });
});

describe('an issuer that is entered', () => {
  it.each(['/', '//', '/.well-known/openid-configuration'])('is mended if it ends with %s', async (end) => {
    const saved = await connect({ issuer: `${idp.issuer}${end}` });
    expect(saved.issuer).toBe(idp.issuer);
    await send('DELETE', `/oidc/${saved.id}`);
  });

  it('is refused if the provider is another one, or there is none', async () => {
    const otherIssuer = idp.issuer.replace('127.0.0.1', 'localhost');
    const refused = await send('POST', '/oidc', { ...idp.settings, issuer: otherIssuer });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0]).toMatchObject({
      path: 'body.issuer',
      message: expect.stringContaining(`enter ${idp.issuer}`),
    });
    const missing = await send('POST', '/oidc', { ...idp.settings, issuer: `${idp.issuer}/tenant` });
    expect(missing.status).toBe(400);
    expect(JSON.stringify(missing.body)).toContain('there is no description');
  });
});

describe('a sign-in that the provider starts', () => {
  it('names the person and where to, and no other issuer', async () => {
    const query = new URLSearchParams({
      iss: idp.issuer,
      login_hint: 'ada@corp.example',
      target_link_uri: `${provider.service.startURL.split('/auth/')[0]}/o/x`,
    });
    const url = await browser.start(provider.service.startURL, `?${query}`);
    expect(url.origin).toBe(idp.issuer);
    expect(url.searchParams.get('login_hint')).toBe('ada@corp.example');
    expect((await browser.open(await browser.signInThere(url, newEmail()))).location).toBe('/o/x');
    query.set('iss', 'https://evil.example');
    expect((await browser.start(provider.service.startURL, `?${query}`)).search).toContain('sso-refused');
  });

  it('with an unrequested code starts one here, once', async () => {
    const { pathname } = new URL(provider.service.redirectURL);
    const first = await browser.open(`${pathname}?code=abc`);
    expect(first.location.startsWith(idp.issuer)).toBe(true);
    expect((await browser.open(`${pathname}?code=abc`)).location).toContain('error=sso-unsolicited');
    expect(browser.cookie('bindery_refresh')).toBeUndefined();
  });
});
