import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { openRawClient } from '#server/test/raw-requests.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { PUBLIC_URL, sharedDatabase, startApp } from '#server/test/test-app.ts';

const READER = 'http://read.bindery-content.example';
const SIGN_IN = 'https://customer.example/sign-in';

let w: OrganizationFixture;
let started: Awaited<ReturnType<typeof startApp>>;
let client: Awaited<ReturnType<typeof openRawClient>>;
/** A site at its own host, one that had a host, one for visitors who sign in, and one by its path only. */
let hosts: { own: string; former: string; signIn: string };
let paths: { own: string; signIn: string; plain: string };

beforeAll(async () => {
  w = await createOrganizationFixture();
  started = await startApp({ database: await sharedDatabase(), publishedUrl: READER });
  client = await openRawClient(started.app);
  const name = (part: string) => `${part}.${w.organization.id.toLowerCase()}.example`;
  hosts = { own: name('docs'), former: name('old'), signIn: name('members') };
  const open = async (visibility: string, hostname: string | null) => {
    const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility });
    await site.addSection('Guide');
    await site.write('Guide/Guide', [{ title: 'Welcome', text: 'Hello.\n' }]);
    await started.db
      .updateTable('sites')
      .set({ hostname, hostname_proven_at: hostname === null ? null : new Date() })
      .where('id', '=', site.id)
      .execute();
    return site;
  };
  const ownResponse = await open('public', hosts.own);
  const plain = await open('public', null);
  const signIn = await open('visitor-auth', hosts.signIn);
  await started.db
    .updateTable('sites')
    .set({ visitor_sign_in_url: SIGN_IN })
    .where('id', '=', signIn.id)
    .execute();
  await started.db
    .insertInto('former_hostnames')
    .values({ hostname: hosts.former, organization_id: w.organization.id, site_id: plain.id, until: '1' })
    .execute();
  const pathOf = (site: SiteEditor) => `/published/${w.organization.id}/${site.id}/`;
  paths = { own: pathOf(ownResponse), signIn: pathOf(signIn), plain: pathOf(plain) };
});
afterAll(async () => {
  client.close();
  await started.close();
});

const get = async (host: string, path: string) => {
  const { status, headers } = await client.send({ path, headers: { host, accept: 'text/html' } });
  return { status, location: headers.location === undefined ? undefined : String(headers.location) };
};

const evil = '//evil.example/';
const readerHost = new URL(READER).host;

describe('a path with two slashes at the beginning', () => {
  it.each(['?visitor.a=1', '?reader_member=1'])('leads to the same site with %s', async (query) => {
    for (const path of [`//x${evil}`, evil, `//x/../..${evil}`, '/\\evil.example/', '//a@evil.example/']) {
      const { status, location } = await get(hosts.own, path + query);
      expect([status, location?.slice(0, 2)], path).toEqual([302, expect.stringMatching(/^\/[^/\\]?$/)]);
    }
    expect(await get(hosts.own, `//x${evil}${query}`)).toEqual({ status: 302, location: '/x/evil.example/' });
  });

  it('is passed to the sign-in page of a customer as a path', async () => {
    const { status, location } = await get(hosts.signIn, `//x${evil}?a=b`);
    expect(status).toBe(302);
    const url = new URL(location ?? '');
    expect(url.origin + url.pathname).toBe(SIGN_IN);
    expect(url.searchParams.get('location')).toBe('/x/evil.example/?a=b');
  });

  it('leads from a former host to the same path of the site', async () => {
    expect(await get(hosts.former, `//x${evil}?a=b`)).toEqual({
      status: 301,
      location: `${READER}${paths.plain}x/evil.example/?a=b`,
    });
  });
});

describe('another spelling of a path', () => {
  it('leads to the same page at the host of the site', async () => {
    const otherPath = paths.own.replace(
      /[^/]+\/$/,
      (id) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
    );
    expect(await get(readerHost, `${otherPath}help/x?a=b`)).toEqual({
      status: 301,
      location: `http://${hosts.own}/help/x?a=b`,
    });
    const [, , organization = '', site = ''] = paths.own.split('/');
    const padded = `/published/${'a'.repeat(organization.length)}@evil.example/../${organization}/${site}/help/`;
    expect((await get(readerHost, padded)).location).toBe(`http://${hosts.own}/help/`);
  });

  it('may be a whole URL', async () => {
    expect(await get(hosts.own, 'http://evil.example//x//y/?visitor.a=1')).toEqual({
      status: 302,
      location: '/x/y/',
    });
  });
});

const part = fc.constantFrom(
  ...['/', '//', '\\', '..', '.', '@', ':', '%2f', '%5c', '%2e%2e', '%0d%0a', '%09', '%7e', '~', 'proxied'],
  ...[
    'evil.example',
    'guide',
    '%67uide',
    'a'.repeat(12),
    '%C3%A9',
    '%e2%80%ae',
    ';',
    '%25',
    '%2525',
    '*',
    '|',
  ],
);
const pathArbitrary = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
const queryArbitrary = fc.constantFrom(
  '',
  '?visitor.a=1',
  '?reader_member=1',
  '?jwt_token=a',
  '?a=//evil.example',
);

describe('any path', () => {
  it('leads nowhere but to this server, the host of the site and its sign-in page', async () => {
    const allowed = new Set([
      ...[PUBLIC_URL, READER, new URL(SIGN_IN).origin],
      ...Object.values(hosts).map((host) => `http://${host}`),
    ]);
    const places = [
      ...Object.values(hosts).map((host) => ({ host, base: '/' })),
      ...Object.values(paths).map((base) => ({ host: readerHost, base })),
      ...['/published/', '/', paths.own].map((base) => ({ host: new URL(PUBLIC_URL).host, base })),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        pathArbitrary,
        queryArbitrary,
        async ({ host, base }, path, query) => {
          const { status, location } = await get(host, `${base}${path}${query}`);
          expect(status).toBeLessThan(500);
          if (location === undefined) return;
          expect(location).toMatch(/^(?:\/(?![/\\])|https?:\/\/)[\x21-\x7e]*$/);
          const url = new URL(location, `http://${host}/`);
          expect(allowed).toContain(url.origin);
          expect(url.username + url.password).toBe('');
          const target = url.searchParams.get('location');
          if (url.href.startsWith(SIGN_IN)) expect(target).toMatch(/^\/(?![/\\])/);
        },
      ),
      { numRuns: 150 },
    );
  });
});
