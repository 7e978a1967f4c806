import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SiteHostname } from '#api/generated/types.gen.ts';
import { createDnsLookup } from '#server/network/name-proof.ts';
import { checkDueHostnames } from '#server/sites/hostname-checks.ts';
import { MISSING_MS } from '#server/sites/served-names.ts';
import { writeContent } from '#server/test/content-factories.ts';
import { type DnsServer, startDnsServer } from '#server/test/dns-server.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { PUBLIC_URL, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

const CONSOLE = new URL(PUBLIC_URL).host;
const HOUR_MS = 3_600_000;

let w: OrganizationFixture;
let dns: DnsServer;
let started: Awaited<ReturnType<typeof startApp>>;
let number = 0;
/** A name that no other test has. */
let host: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  dns = await startDnsServer();
  started = await startApp({
    database: await sharedDatabase(),
    lookUpTexts: createDnsLookup([dns.address]),
  });
});
beforeEach(() => {
  host = `docs${(number += 1)}.${w.organization.id.toLowerCase()}.example`;
});
afterEach(() => started.clock.reset());
afterAll(async () => {
  await started.close();
  dns.close();
});

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function send(
  name: string,
  url: string,
  { method = 'GET', headers = {}, payload }: { method?: Method; headers?: object; payload?: object } = {},
) {
  const response = await started.app.inject({
    method,
    url,
    headers: { host: name, accept: 'text/html', ...headers },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.body };
}

async function asAdmin(method: Method, url: string, payload?: object) {
  const headers = { authorization: `Bearer ${w.admin.token}`, accept: 'application/json' };
  const { status, body } = await send(CONSOLE, url, { method, headers, ...(payload && { payload }) });
  return { status, body: body === '' ? undefined : JSON.parse(body) };
}

/** A published site with a page. */
async function openSite(title = 'Tide docs') {
  const site = await SiteEditor.open(w, { title, published: true });
  await site.addSection('Guide');
  const { db } = await testApp();
  const { space_id: id } = await db
    .selectFrom('site_spaces')
    .select('space_id')
    .where('id', '=', site.idOf('Guide/Guide'))
    .executeTakeFirstOrThrow();
  await writeContent({ id }, [
    { title: 'Welcome', text: 'Hello from the tide.\n' },
    { title: 'Gauges', text: 'About gauges.\n' },
  ]);
  return { site, base: `/published/${w.organization.id}/${site.id}/` };
}

async function setHostname(site: SiteEditor, hostname: string | null): Promise<SiteHostname> {
  const { status, body } = await asAdmin('PUT', `${site.url()}/hostname`, { hostname });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const check = async (site: SiteEditor): Promise<SiteHostname> =>
  (await asAdmin('POST', `${site.url()}/hostname/check`)).body;

function addRecord({ record }: SiteHostname): void {
  dns.entries.set(record?.name ?? '', ['v=spf1 -all', record?.value ?? '']);
}

/** A site that is served at its host name. */
async function openProvenSite(title?: string) {
  const opened = await openSite(title);
  addRecord(await setHostname(opened.site, host));
  expect(await check(opened.site)).toMatchObject({ state: 'proven', hostname: host });
  return opened;
}

describe('the host name of a site', () => {
  it('is set, gets instructions for its proof, and is not served before', async () => {
    const { site, base } = await openSite();
    expect(await asAdmin('GET', `${site.url()}/hostname`)).toMatchObject({
      body: { object: 'site-hostname' },
    });
    const set = await setHostname(site, `${host.toUpperCase()}.`);
    expect(set).toMatchObject({
      hostname: host,
      state: 'pending',
      record: { type: 'TXT', name: `_bindery-challenge.${host}` },
    });
    expect(set.record?.value).toMatch(/^bindery-site=[0-9a-f]{40}$/);
    expect(await setHostname(site, host), 'the same name keeps its record').toEqual(set);
    const { body } = await asAdmin('GET', site.url());
    expect(body.hostname).toBe(host);
    expect(body.urls.published).toBe(PUBLIC_URL + base);
    expect((await send(host, '/guide/')).body).not.toContain('Hello from the tide');
    expect((await send(CONSOLE, base)).status).toBe(200);
  });

  it.each([
    ['example.com', 'three labels'],
    ['https://docs.example.com', 'three labels'],
    ['docs.example.com:8080', 'three labels'],
    ['docs.example.com/path', 'three labels'],
    ['docs_1.example.com', 'three labels'],
    ['10.0.0.1', 'three labels'],
    ['[::1]', 'three labels'],
    [`${'a'.repeat(64)}.example.com`, 'three labels'],
    ['docs.press.localhost', 'no DNS server knows'],
    ['docs.press.local', 'no DNS server knows'],
    ['docs.press.invalid.', 'no DNS server knows'],
    ['DOCS.press.Internal', 'private networks'],
    ['docs.press.test', 'private networks'],
    ['press.home.arpa', 'private networks'],
    [new URL(PUBLIC_URL).hostname, ''],
  ])('is refused where it is none: %s', async (hostname, text) => {
    const { site } = await openSite();
    const { status, body } = await asAdmin('PUT', `${site.url()}/hostname`, { hostname });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('body.hostname');
    expect(JSON.stringify(body)).toContain(text);
  });

  it('may be private where the operator has named DNS servers', async () => {
    const { site } = await openSite();
    const ownServer = await startApp({ database: await sharedDatabase(), hasPrivateDns: true });
    const put = async (hostname: string) => {
      const { statusCode } = await ownServer.app.inject({
        method: 'PUT',
        url: `${site.url()}/hostname`,
        headers: { authorization: `Bearer ${w.admin.token}` },
        payload: { hostname },
      });
      return statusCode;
    };
    expect(await put(`docs${number}.press.internal`)).toBe(200);
    expect(await put('docs.press.localhost')).toBe(400);
    await ownServer.close();
  });

  it('is changed only as it was read', async () => {
    const { site } = await openSite();
    const headers = { authorization: `Bearer ${w.admin.token}`, accept: 'application/json' };
    const url = `${site.url()}/hostname`;
    const read = async () => String((await send(CONSOLE, url, { headers })).headers.etag);
    const put = async (hostname: string | null, etag: string) => {
      const conditions = { ...headers, 'if-match': etag };
      return (await send(CONSOLE, url, { method: 'PUT', headers: conditions, payload: { hostname } })).status;
    };
    await setHostname(site, host);
    const first = await read();
    expect(await put(`new.${host}`, first)).toBe(200);
    expect(await put(`other.${host}`, first)).toBe(412);
    expect(await put(null, await read())).toBe(200);
    expect(await put(host, first), 'also once it is removed').toBe(412);
    expect(await put(host, await read())).toBe(200);
  });

  it('may have other letters', async () => {
    const { site } = await openSite();
    expect((await setHostname(site, `Öl.${host}`)).hostname).toBe(`xn--l-0ga.${host}`);
  });

  it.each([
    ['no record', undefined, /no DNS record/],
    ['another record', ['v=spf1 -all'], /“v=spf1 -all”/],
    ['no text', [], /no TXT record/],
    ['a failing server', 2 as const, /SERVFAIL/],
    ['a refusing server', 5 as const, /refuse/],
  ])('stays pending with %s, and says so', async (_, entry, problem) => {
    const { site } = await openSite();
    const { record } = await setHostname(site, host);
    if (entry !== undefined) dns.entries.set(record?.name ?? '', entry);
    const checked = await check(site);
    expect(checked).toMatchObject({ state: 'pending', checkedAt: expect.any(String) });
    expect(checked.problem).toMatch(problem);
    expect((await send(host, '/')).body).not.toContain('Hello from the tide');
  });

  it('belongs to the site that proves it first', async () => {
    const first = await openSite();
    const second = await openSite('Other docs');
    addRecord(await setHostname(second.site, host));
    const { record } = await setHostname(first.site, host);
    const name = record?.name ?? '';
    dns.entries.set(name, [...(dns.entries.get(name) as string[]), record?.value ?? '']);
    expect((await check(first.site)).state).toBe('proven');
    expect(await check(second.site)).toMatchObject({
      state: 'pending',
      problem: 'Another site is served at this hostname.',
    });
    const third = await openSite('Late docs');
    expect(await asAdmin('PUT', `${third.site.url()}/hostname`, { hostname: host })).toMatchObject({
      status: 409,
    });
  });

  it('is checked automatically: soon, then less often, for a week', async () => {
    const { site } = await openSite();
    const record = await setHostname(site, host);
    const { db, clock } = started;
    const due = async () => {
      await checkDueHostnames(db, { lookUp: createDnsLookup([dns.address]), now: clock.now() });
      return (await asAdmin('GET', `${site.url()}/hostname`)).body;
    };
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const { checkedAt, nextCheckAt } = await due();
      waits.push(Math.round((Date.parse(nextCheckAt) - Date.parse(checkedAt)) / 60_000));
      clock.advance(Date.parse(nextCheckAt) - Date.parse(checkedAt));
    }
    expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 60]);
    clock.advance(7 * 24 * HOUR_MS);
    expect((await due()).nextCheckAt).toBeUndefined();
    addRecord(record);
    expect((await check(site)).state).toBe('proven');
  });

  it('keeps its site for three days without its record, and without a limit if DNS does not respond', async () => {
    const { site } = await openProvenSite();
    const { clock } = started;
    const { record } = (await asAdmin('GET', `${site.url()}/hostname`)).body;
    dns.entries.set(record.name, 2);
    clock.advance(9 * 24 * HOUR_MS);
    expect(await check(site)).toMatchObject({
      state: 'proven',
      problem: expect.stringContaining('SERVFAIL'),
    });
    dns.entries.delete(record.name);
    expect((await check(site)).state).toBe('proven');
    clock.advance(71 * HOUR_MS);
    expect((await check(site)).state).toBe('proven');
    expect((await send(host, '/')).status).toBe(200);
    clock.advance(2 * HOUR_MS);
    expect((await check(site)).state).toBe('lost');
    expect((await send(host, '/')).body).not.toContain('Hello from the tide');
    addRecord({ object: 'site-hostname', record });
    expect((await check(site)).state).toBe('proven');
  });
});

describe('a site at its host name', () => {
  it('is there with everything that belongs to it, and nothing else of the server', async () => {
    const { site } = await openProvenSite();
    expect((await asAdmin('GET', site.url())).body.urls.published).toBe(`http://${host}/`);
    const page = await send(host, '/gauges');
    expect(page.status).toBe(200);
    expect(page.body).toContain('About gauges.');
    expect(page.body).toMatch(new RegExp(`rel="canonical" +href="http://${host}/gauges"`));
    expect(page.body).not.toContain('/published/');
    expect((await send(host, '/robots.txt')).body).toContain(`Sitemap: http://${host}/sitemap.xml`);
    expect((await send(host, '/gauges.md')).body).toContain('About gauges.');
    expect((await send(host, '/~/search?q=gauges')).body).toContain('href="/gauges"');
    expect((await send(`${host}:4400`, '/gauges')).status).toBe(200);
    expect((await send(host, '/livez')).body).toContain('ok');
    for (const url of [
      '/v1',
      '/v1/user',
      '/auth/session',
      '/openapi.yaml',
      '/api-reference',
      '/login',
      '/assets/x',
    ]) {
      const answer = await send(host, url, { headers: { authorization: `Bearer ${w.admin.token}` } });
      expect([url, answer.status]).toEqual([url, 404]);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect((await send(host, '/v1/orgs', { method })).status).toBe(404);
  });

  it('answers 304 for what the visitor has', async () => {
    await openProvenSite();
    const { headers } = await send(host, '/gauges');
    const again = await send(host, '/gauges', { headers: { 'if-none-match': headers.etag } });
    expect(again.status).toBe(304);
  });

  it('is redirected to from its address on the server, and from a former host', async () => {
    const { site, base } = await openProvenSite();
    expect(await send(CONSOLE, `${base}gauges?q=1`)).toMatchObject({
      status: 301,
      headers: { location: `http://${host}/gauges?q=1` },
    });
    const former = host;
    host = `new.${host}`;
    addRecord(await setHostname(site, host));
    expect((await send(former, '/gauges')).headers.location).toBe(`${PUBLIC_URL}${base}gauges`);
    await check(site);
    expect((await send(former, '/gauges?q=1')).headers.location).toBe(`http://${host}/gauges?q=1`);
    await setHostname(site, null);
    expect((await send(host, '/gauges')).headers.location).toBe(`${PUBLIC_URL}${base}gauges`);
    expect((await send(CONSOLE, `${base}gauges`)).status).toBe(200);
  });

  it('that is not published says nothing, and does not become the console', async () => {
    const { site } = await openProvenSite();
    await asAdmin('POST', `${site.url()}/unpublish`);
    const answer = await send(host, '/gauges');
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('Tide docs');
    expect((await send(host, '/v1')).status).toBe(404);
  });

  it('is asked for by proxies that get certificates', async () => {
    await openProvenSite();
    const ask = (domain: string) =>
      send(CONSOLE, `/published/~ask?domain=${domain}`).then(({ status }) => status);
    expect(await ask(host)).toBe(200);
    expect(await ask(`${host}.`)).toBe(200);
    expect(await ask(`other.${host}`)).toBe(404);
    expect(await ask(CONSOLE)).toBe(404);
    expect(await ask('')).toBe(404);
  });

  it('costs few statements, however many names a proxy is made to ask for', async () => {
    const { site } = await openSite();
    addRecord(await setHostname(site, host));
    let statements = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    };
    const options = { lookUpTexts: createDnsLookup([dns.address]) };
    const first = await startApp({ database: await sharedDatabase(counter), ...options });
    const second = await startApp({ database: await sharedDatabase(), ...options });
    const ask = async (name: string, { app } = first) =>
      (await app.inject({ url: `/published/~ask?domain=${name}`, headers: { host: CONSOLE } })).statusCode;
    statements = 0;
    const names = Array.from({ length: 200 }, (_, index) => `flood${index}.${host}`);
    const answers = await Promise.all(names.map((name) => ask(name)));
    expect(answers).toEqual(names.map(() => 404));
    expect(statements).toBeLessThanOrEqual(10);
    statements = 0;
    expect([await ask(host), await ask(host), await ask(host, second), statements]).toEqual([
      404, 404, 404, 1,
    ]);

    const checked = await first.app.inject({
      method: 'POST',
      url: `${site.url()}/hostname/check`,
      headers: { host: CONSOLE, authorization: `Bearer ${w.admin.token}` },
    });
    expect(checked.json()).toMatchObject({ state: 'proven' });
    expect(await ask(host), 'what was acknowledged is the case at once').toBe(200);
    expect(await ask(host, second), 'another server may not know for five seconds').toBe(404);
    second.clock.advance(MISSING_MS);
    expect(await ask(host, second)).toBe(200);
    await setHostname(site, null);
    expect([await ask(host), await ask(host, second)], 'that it ended, everywhere').toEqual([404, 404]);
    await Promise.all([first.close(), second.close()]);
  });
});
