import { beforeAll, describe, expect, it } from 'vitest';
import { hashSecret, MAX_SECRET_LENGTH } from '#server/access/tokens.ts';
import { newId } from '#server/base/ids.ts';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { newEmail } from '#server/test/sign-on/rejected-sign-on.ts';
import { postForm, SignOn } from '#server/test/sign-on/sign-on.ts';
import { as, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

/** Inputs outside the contract that are too long; see `api-limits.test.ts` for the others. */

let fixture: OrganizationFixture;
let signOn: SignOn;
let domain: string;
let file: string;
beforeAll(async () => {
  fixture = await createOrganizationFixture();
  signOn = await SignOn.connect(fixture);
  domain = `${newId().toLowerCase()}.example`;
  await as(fixture.admin).patch(fixture.base, { emailDomains: [domain] });
  const { space, file: ref } = await createWrittenSpace({ organizationId: fixture.organization.id });
  const { body } = await as(fixture.admin).get(`/v1/spaces/${space.id}/content/files/${ref.id}`);
  const { pathname, search } = new URL(body.downloadURL);
  file = pathname + search;
});

interface SentRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: string;
}

async function send({ method = 'GET', url, headers = {}, payload }: SentRequest) {
  const { app } = await testApp();
  const response = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const error = isJson ? response.json().error : undefined;
  const path: string | undefined = error?.details?.[0]?.path;
  return { status: response.statusCode, message: error?.message, path, headers: response.headers };
}

const authorized = () => ({ authorization: `Bearer ${fixture.admin.token}` });
const json = { 'content-type': 'application/json' };

describe('a header', () => {
  it.each<[string, number, () => SentRequest]>([
    ['host', 300, () => ({ url: '/livez' })],
    ['origin', 300, () => ({ url: '/v1' })],
    ['origin', 300, () => ({ method: 'POST', url: '/auth/refresh' })],
    ['sec-fetch-site', 50, () => ({ method: 'POST', url: '/auth/refresh' })],
    ['content-type', 256, () => ({ method: 'POST', url: '/auth/session', payload: '{}' })],
    ['accept', 1024, () => ({ url: '/a-screen' })],
    ['accept-encoding', 512, () => ({ url: '/livez' })],
    ['range', 256, () => ({ url: file })],
    ['if-none-match', 1024, () => ({ url: '/livez' })],
    ['if-modified-since', 64, () => ({ url: '/livez' })],
  ])('%s of more than %d characters is rejected with the limit', async (name, max, create) => {
    const { headers, ...sent } = create();
    const response = await send({ ...sent, headers: { ...headers, [name]: 'x'.repeat(max + 1) } });
    const limit = max.toLocaleString('en');
    expect(response).toMatchObject({
      status: 431,
      message: `The header ${name} is longer than ${limit} characters.`,
      path: `header.${name}`,
      headers: { 'x-request-id': expect.any(String) },
    });
    const longest = await send({ ...sent, headers: { ...headers, [name]: 'x'.repeat(max) } });
    expect(longest.status).not.toBe(431);
  });

  it.each<[string, string, number, () => SentRequest]>([
    ['Idempotency-Key', 'header.idempotency-key', 400, () => keyed('x'.repeat(256))],
    ['If-Match', 'header.if-match', 400, () => matching(`"${'x'.repeat(255)}"`)],
  ])('%s that is too long is rejected with its path', async (_name, path, status, create) => {
    expect(await send(create())).toMatchObject({ status, path });
  });

  it('Authorization that is longer than any token is ignored, even if padded with spaces', async () => {
    const padded = `Bearer ${' '.repeat(MAX_SECRET_LENGTH)}${fixture.admin.token}`;
    expect(await send({ url: '/v1/user', headers: { authorization: padded } })).toMatchObject({
      status: 401,
    });
    expect(await send({ url: '/v1/user', headers: authorized() })).toMatchObject({ status: 200 });
  });

  it('X-Request-Id of more than 100 characters is replaced', async () => {
    const id = 'x'.repeat(101);
    const { headers } = await send({ url: '/livez', headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).not.toBe(id);
  });

  const keyed = (key: string): SentRequest => ({
    method: 'POST',
    url: `${fixture.base}/spaces`,
    headers: { ...authorized(), ...json, 'idempotency-key': key },
    payload: JSON.stringify({ title: 'Owls' }),
  });
  const matching = (tag: string): SentRequest => ({
    method: 'PATCH',
    url: '/v1/spaces/x',
    headers: { ...authorized(), ...json, 'if-match': tag },
    payload: '{}',
  });
});

describe('a URL', () => {
  it.each<[string, () => string, string]>([
    ['path of a screen', () => `/${'x'.repeat(2048)}`, 'path'],
    ['path of the API', () => `/v1/${'x/'.repeat(1023)}`, 'path'],
    ['query of a file', () => `${file}&x=${'x'.repeat(4096)}`, 'query'],
    ['query of a PDF', () => `/prints/x?x=${'x'.repeat(4095)}`, 'query'],
    ['query of a session', () => `/auth/session?x=${'x'.repeat(4095)}`, 'query'],
  ])('whose %s is too long is rejected with the limit', async (_what, create, part) => {
    const url = create();
    const method = url.startsWith('/auth') ? 'DELETE' : 'GET';
    const { status, message, path: named } = await send({ method, url });
    expect({ status, named }).toEqual({ status: 414, named: part });
    expect(message).toMatch(/^The URL (path|query) is longer than [\d,]+ characters\.$/);
  });
});

describe('a body of /auth', () => {
  it.each<[string, number, SentRequest]>([
    ['token', 400, { url: '/auth/session', payload: JSON.stringify({ token: 'x'.repeat(257) }) }],
    ['code', 400, { url: '/auth/link', payload: JSON.stringify({ code: 'x'.repeat(257) }) }],
    ['body', 413, { url: '/auth/session', payload: JSON.stringify({ token: 'x'.repeat(4096) }) }],
  ])('whose %s is too long is rejected', async (_what, status, sent) => {
    expect(await send({ ...sent, method: 'POST', headers: json })).toMatchObject({ status });
  });
});

describe('single sign-on', () => {
  const locationOf = async (query: Record<string, string>) => {
    const { headers } = await send({ url: `/auth/saml?${new URLSearchParams(query)}` });
    return String(headers.location);
  };

  it('finds no provider for an email address of more than 320 characters', async () => {
    const start = new URL(signOn.provider.service.startURL).pathname;
    const longest = `${'x'.repeat(319 - domain.length)}@${domain}`;
    expect(await locationOf({ email: longest })).toContain(start);
    expect(await locationOf({ email: `x${longest}` })).toContain('error=sso-unknown');
  });

  it('does not start with a query of more than 4,096 characters', async () => {
    const email = `ada@${domain}`;
    expect(await locationOf({ email, other: 'x'.repeat(4096) })).toMatch(
      /^\/login\?error=sso-refused&request=/,
    );
  });

  it('returns to the first screen if the return path has more than 1,000 characters', async () => {
    const email = `ada@${domain}`;
    const path = `/${'x'.repeat(999)}`;
    expect(await locationOf({ email, RelayState: path })).toContain(encodeURIComponent(path));
    expect(await locationOf({ email, RelayState: `${path}x` })).toMatch(/\?RelayState=%2F$/);
    const form = new URLSearchParams({ SAMLResponse: '', RelayState: `${path}x` }).toString();
    const { app } = await testApp();
    expect((await postForm(app, signOn.provider.service.acsURL, form)).location).not.toContain('next');
  });

  it('rejects a response of more than 256 KiB', async () => {
    const { app } = await testApp();
    const form = `SAMLResponse=${'A'.repeat(256 * 1024)}`;
    expect((await postForm(app, signOn.provider.service.acsURL, form)).location).toContain('sso-refused');
  });

  it('ignores a cookie that is longer than any secret, even if its hash is stored', async () => {
    const { db } = await testApp();
    const { app, close } = await startApp({
      database: await sharedDatabase(),
      publicUrl: 'https://docs.example',
    });
    const arrive = async (cookie: string) => {
      const fields = await signOn.fields(newEmail());
      await db
        .updateTable('saml_requests')
        .set({ browser_hash: hashSecret(cookie) })
        .where('id', '=', fields.requestId)
        .execute();
      const base = `https://docs.example/auth/saml/${signOn.provider.id}`;
      const xml = signOn.idp.response({ ...fields, acsURL: `${base}/acs`, audience: `${base}/metadata` });
      const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
      return (await postForm(app, `${base}/acs`, form.toString(), `bindery_sso=${cookie}`)).location;
    };
    expect(await arrive('x'.repeat(MAX_SECRET_LENGTH))).toBe('/');
    expect(await arrive('x'.repeat(MAX_SECRET_LENGTH + 1))).toContain('error=sso-refused');
    await close();
  });
});
