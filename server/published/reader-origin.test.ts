import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostKinds } from '#server/plugins/host-check.ts';
import { writeContent } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { PUBLIC_URL, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

const PUBLISHED_URL = 'http://pages.test:8080';
const READER = 'pages.test:8080';
const CONSOLE = new URL(PUBLIC_URL).host;

let w: OrganizationFixture;
let started: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  w = await createOrganizationFixture();
  started = await startApp({ database: await sharedDatabase(), publishedUrl: PUBLISHED_URL });
});
afterAll(() => started.close());

const asPage = { accept: 'text/html' };

async function get(host: string, url: string, headers: Record<string, string> = {}) {
  const response = await started.app.inject({ url, headers: { host, ...asPage, ...headers } });
  return { status: response.statusCode, headers: response.headers, body: response.body };
}

async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  const { db } = await testApp();
  const { space_id: id } = await db
    .selectFrom('site_spaces')
    .select('space_id')
    .where('id', '=', site.idOf('Guide/Guide'))
    .executeTakeFirstOrThrow();
  await writeContent({ id }, [{ title: 'Welcome', text: 'Hello.\n' }]);
  return { site, base: `/published/${w.organization.id}/${site.id}/` };
}

const asAdmin = async (url: string) => {
  const authorization = `Bearer ${w.admin.token}`;
  return JSON.parse((await get(CONSOLE, url, { authorization, accept: 'application/json' })).body);
};

describe('published sites at an origin of their own', () => {
  it('are where the interface says, with their whole addresses', async () => {
    const { site, base } = await openSite();
    const { urls } = await asAdmin(site.url());
    expect(urls.published).toBe(PUBLISHED_URL + base);
    expect(urls.app).toContain(PUBLIC_URL);
    const { status, headers, body } = await get(READER, base);
    expect(status).toBe(200);
    expect(body).toMatch(new RegExp(`<link rel="canonical" +href="${PUBLISHED_URL}${base}"`));
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${PUBLIC_URL}`);
    expect((await get(READER, `${base}robots.txt`)).body).toContain(`Sitemap: ${PUBLISHED_URL}${base}`);
  });

  it('redirect there from the console, previews too', async () => {
    const { site, base } = await openSite();
    const moved = await get(CONSOLE, `${base}a%20page?q=1`);
    expect([moved.status, moved.headers.location]).toEqual([301, `${PUBLISHED_URL}${base}a%20page?q=1`]);
    const preview = new URL((await asAdmin(site.url('/preview'))).url);
    expect(preview.origin).toBe(PUBLISHED_URL);
    expect((await get(READER, preview.pathname)).body).toContain('Hello.');
    expect((await get(CONSOLE, preview.pathname)).headers.location).toBe(preview.href);
  });

  it('stay below another site whose proxy asks the console', async () => {
    const { site, base } = await openSite();
    const proxied = `${base}~/proxied/`;
    // Without a proxy, no site is shown at the console.
    expect((await get(CONSOLE, `${proxied}?a=1`)).headers.location).toBe(`${PUBLISHED_URL}${base}?a=1`);
    const { app } = await testApp();
    const authorization = `Bearer ${w.admin.token}`;
    const payload = { proxy: 'press.example/docs' };
    await app.inject({ method: 'PATCH', url: site.url(), headers: { authorization }, payload });
    for (const path of ['', 'welcome', 'nowhere', 'sitemap.xml', '~/search?q=hello']) {
      const asked = await get(CONSOLE, proxied + path);
      expect([path, asked.status >= 300 && asked.status < 400 ? asked.headers.location : '']).toEqual([
        path,
        path === 'welcome' ? '/docs/' : '',
      ]);
    }
    const page = await get(CONSOLE, proxied);
    expect([page.status, page.body.includes('Hello.')]).toEqual([200, true]);
    expect(page.body).not.toContain('/published/');
    expect(page.body).not.toContain('<script');
    expect(page.headers['content-security-policy']).toMatch(/; sandbox (?!.*allow-(scripts|same-origin))/);
    const style = /href="\/docs\/(~\/assets\/reader[^"]+\.css)"/.exec(page.body)?.[1];
    if (style !== undefined) expect((await get(CONSOLE, proxied + style)).status).toBe(200);
    // Who asks for a proxy by its name, is one.
    const response = await get(CONSOLE, proxied, { 'x-forwarded-host': 'press.example' });
    expect(response.headers['content-security-policy']).not.toContain('sandbox');
    expect((await get(CONSOLE, proxied, { 'x-forwarded-host': 'evil.example' })).headers).toMatchObject({
      'content-security-policy': expect.stringContaining('; sandbox '),
    });
    expect((await get(READER, proxied)).headers['content-security-policy']).not.toContain('sandbox');
    // Addresses outside the proxy are where the sites are.
    expect((await get(CONSOLE, base)).headers.location).toBe(PUBLISHED_URL + base);
  });

  it('have their scripts at hostnames of their own', async () => {
    const { site } = await openSite();
    const host = `${site.id.toLowerCase()}.press.example`;
    const { db } = await testApp();
    const proven = { hostname: host, hostname_proven_at: new Date() };
    await db.updateTable('sites').set(proven).where('id', '=', site.id).execute();
    const { status, headers, body } = await get(host, '/');
    expect([status, body.includes('Hello.')]).toEqual([200, true]);
    expect(headers['content-security-policy']).not.toContain('sandbox');
    expect(headers['cross-origin-opener-policy']).not.toBe('unsafe-none');
  });

  it('have nothing of the console and the interface beside them', async () => {
    const authorization = `Bearer ${w.admin.token}`;
    for (const url of [
      '/',
      '/login',
      '/v1',
      `/v1/orgs/${w.organization.id}`,
      '/auth/session',
      '/openapi.yaml',
    ]) {
      const { status, body } = await get(READER, url, { authorization });
      expect([status, body.includes('Page not found')], url).toEqual([404, true]);
    }
    const refresh = await started.app.inject({
      method: 'POST',
      url: '/auth/refresh',
      headers: { host: READER, 'x-requested-with': 'console' },
    });
    expect(refresh.statusCode).toBe(404);
    expect((await get(READER, '/readyz')).status).toBe(200);
  });

  it('are all that the console may frame', async () => {
    const { headers } = await get(CONSOLE, '/livez');
    expect(headers['content-security-policy']).toContain(
      `; frame-src ${PUBLISHED_URL}; frame-ancestors 'none';`,
    );
  });

  it('cannot use the interface or a session of the console', async () => {
    const authorization = `Bearer ${w.admin.token}`;
    const url = `/v1/orgs/${w.organization.id}`;
    expect((await get(CONSOLE, url, { authorization })).status).toBe(200);
    expect((await get(CONSOLE, url, { authorization, origin: PUBLISHED_URL })).status).toBe(403);
    expect((await get(CONSOLE, url, { authorization, referer: `${PUBLISHED_URL}/` })).status).toBe(403);
  });
});

describe('published sites at the origin of the console', () => {
  it.each([
    ['a page', { referer: `${PUBLIC_URL}/published/acme/docs/page` }],
    ['a picture', { 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['a script', { 'sec-fetch-dest': 'script' }],
  ])('cannot use the interface or a session: %s', async (_, headers: Record<string, string>) => {
    const { app } = await testApp();
    const authorization = `Bearer ${w.admin.token}`;
    const url = `/v1/orgs/${w.organization.id}`;
    expect((await app.inject({ url, headers: { authorization, ...headers } })).statusCode).toBe(403);
    const ownHeaders = { 'x-requested-with': 'console' };
    for (const method of ['POST', 'DELETE'] as const) {
      const path = method === 'POST' ? '/auth/refresh' : '/auth/session';
      const response = await app.inject({ method, url: path, headers: { ...ownHeaders, ...headers } });
      expect(response.statusCode, path).toBe(403);
    }
    const signOn = await app.inject({ url: '/auth/saml?email=a@example.com', headers });
    expect(signOn.headers.location).toMatch(/^\/login\?error=sso-refused/);
  });

  it('are not shown at an address that the console would not recognize', async () => {
    const { base } = await openSite();
    const { app } = await testApp();
    expect((await app.inject({ url: base, headers: asPage })).statusCode).toBe(200);
    const spelled = base.replace('/published', '/%70ublished');
    const { statusCode, body } = await app.inject({ url: spelled, headers: asPage });
    expect(statusCode).toBe(404);
    expect(body).not.toContain('Tide docs');
  });
});

describe('hostKinds', () => {
  const kindOf = hostKinds({
    publicUrl: 'https://console.acme.test',
    publishedUrl: 'https://pages.acme.test',
  });

  it.each([
    ['console.acme.test', 'console'],
    ['CONSOLE.acme.test.:443', 'console'],
    ['pages.acme.test:8080', 'reader'],
    ['docs.acme.test', 'other'],
    ['docs.acme.localhost:4400', 'console'],
    ['docs.acme.local', 'console'],
    ['localhost:4400', 'console'],
    ['127.0.0.1:4400', 'console'],
    ['[::1]:4400', 'console'],
    ['', 'console'],
    [undefined, 'console'],
  ])('%s is for: %s', (host, kind) => {
    expect(kindOf(host)).toBe(kind);
  });
});
