import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { createGrant, createMember, type TestMember } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { fetchPage, PUBLIC_URL, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';
import { parsePage } from '../testing/parse-page.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A published site of one section with a page, a link and a hidden page. */
async function openSite(visibility = 'public') {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility });
  await site.addSection('Guide');
  const spaceId = await site.spaceIdOf('Guide/Guide');
  const { pages } = await writeContent({ id: spaceId }, [
    { title: 'Welcome', text: 'Start here.\n' },
    { title: 'Install', text: 'Use a spanner.\n' },
  ]);
  const base = `/published/${w.organization.id}/${site.id}/`;
  return { site, spaceId, base, install: pages[1]?.id ?? '' };
}

/** A browser that has signed in to the console: what it sends to published sites, and to sign out. */
async function signIn(member: TestMember) {
  const { app } = await testApp();
  const { headers } = await app.inject({
    method: 'POST',
    url: '/auth/session',
    payload: { token: member.token },
  });
  const cookies = [headers['set-cookie']].flat().map(String);
  const cookieNamed = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
  const pairOf = (cookie: string) => cookie.split(';')[0] ?? '';
  const set = cookieNamed('bindery_member');
  return {
    set,
    cookie: pairOf(set),
    end: () =>
      app.inject({
        method: 'DELETE',
        url: '/auth/session',
        headers: { cookie: pairOf(cookieNamed('bindery_refresh')), 'x-requested-with': 'console' },
      }),
  };
}

/** The links of the bar, by their texts; undefined where there is none. */
function barOf(html: string): Record<string, string | null> | undefined {
  const bar = parsePage(html).querySelector('nav.members');
  return (
    (bar &&
      Object.fromEntries(
        Array.from(bar.querySelectorAll('a'), (link) => [link.textContent.trim(), link.getAttribute('href')]),
      )) ??
    undefined
  );
}

describe('a signed-in member', () => {
  it('gets a cookie for published sites alone, beside the session', async () => {
    const { set, cookie } = await signIn(w.reader);
    expect(set).toMatch(/; Path=\/published; Expires=.*; HttpOnly; SameSite=Lax$/);
    expect(cookie).toMatch(/^bindery_member=\w+\.[\w-]{43}$/);
  });

  it('is led from a page to the console', async () => {
    const { site, spaceId, base, install } = await openSite();
    const organizationId = w.organization.id;
    await createGrant({ organizationId, spaceId, userId: w.reader.id, level: 'edit' });
    const { cookie } = await signIn(w.reader);
    const { status, headers, body } = await fetchPage(`${base}install`, { cookie });
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const organization = `${PUBLIC_URL}/o/${organizationId}`;
    const space = `${organization}/spaces/${spaceId}`;
    const structure = `${organization}/sites/${site.id}/structure`;
    expect(barOf(body)).toEqual({
      'Open in the console': `${space}/pages/${install}`,
      'Structure of the site': `${structure}?item=${site.idOf('Guide/Guide')}`,
      'Propose a change to this page': `${space}/changes/new?page=${install}`,
      'Suggest a correction to the selected text': `${space}/changes/new?page=${install}`,
    });
    const search = await fetchPage(`${base}~/search?q=spanner`, { cookie });
    expect(barOf(search.body)).toEqual({ 'Open in the console': structure });
    const nothing = await fetchPage(`${base}nothing`, { cookie });
    expect(barOf(nothing.body)).toEqual({
      'Open in the console': `${structure}?item=${site.idOf('Guide/Guide')}`,
    });
  });

  it('is led only where they may go', async () => {
    const { site, spaceId, base } = await openSite();
    const names = async (member: TestMember) =>
      Object.keys(barOf((await fetchPage(base, { cookie: (await signIn(member)).cookie })).body) ?? {});
    expect(await names(w.reader)).toEqual(['Open in the console', 'Structure of the site']);
    const commenter = await createMember({ organizationId: w.organization.id, role: 'read' });
    await createGrant({ organizationId: w.organization.id, spaceId, userId: commenter.id, level: 'comment' });
    expect(await names(commenter)).toEqual([
      'Suggest a correction to the selected text',
      'Open in the console',
      'Structure of the site',
    ]);
    expect(await names(w.guest)).toEqual([]);
    expect(await names(w.outsider)).toEqual([]);
    const shutOut = await createMember({ organizationId: w.organization.id, role: 'read' });
    const organizationId = w.organization.id;
    await createGrant({ organizationId, spaceId, userId: shutOut.id, level: null });
    const { body } = await fetchPage(base, { cookie: (await signIn(shutOut)).cookie });
    expect(barOf(body)).toEqual({
      'Open in the console': `${PUBLIC_URL}/o/${organizationId}/sites/${site.id}/structure?item=${site.idOf('Guide/Guide')}`,
    });
  });

  it('is a visitor like others in everything else', async () => {
    const { cookie } = await signIn(w.admin);
    const closed = await openSite('visitor-auth');
    expect((await fetchPage(closed.base, { cookie })).status).toBe(401);
    const shared = await openSite('share-link');
    expect((await fetchPage(shared.base, { cookie })).status).toBe(404);
    const { base } = await openSite();
    for (const url of ['sitemap.xml', 'index.md', 'llms.txt']) {
      const [member, visitor] = [await fetchPage(base + url, { cookie }), await fetchPage(base + url)];
      const { etag, 'cache-control': caching } = visitor.headers;
      expect(member.headers, url).toMatchObject({ etag, 'cache-control': caching });
      expect(member.body).toBe(visitor.body);
    }
  });

  it('is one no longer once the session, the membership or the role has ended', async () => {
    const { db, clock, app } = await testApp();
    const { base } = await openSite();
    const member = await createMember({ organizationId: w.organization.id, role: 'read' });
    const hasBar = async (cookie: string) => barOf((await fetchPage(base, { cookie })).body) !== undefined;
    const ended = await signIn(member);
    expect(await hasBar(ended.cookie)).toBe(true);
    const { headers } = await ended.end();
    expect([headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(/^bindery_member=; Max-Age=0; Path=\/published;/),
    );
    expect(await hasBar(ended.cookie)).toBe(false);
    const { cookie } = await signIn(member);
    const set = (fields: { disabled?: boolean; role?: number }) =>
      db.updateTable('members').set(fields).where('user_id', '=', member.id).execute();
    await set({ disabled: true });
    expect(await hasBar(cookie)).toBe(false);
    await set({ disabled: false, role: 0 });
    expect(await hasBar(cookie)).toBe(false);
    await set({ role: 1 });
    expect(await hasBar(cookie)).toBe(true);
    clock.advance(15 * 24 * 60 * 60_000);
    expect(await hasBar(cookie)).toBe(false);
    clock.reset();
    await db
      .updateTable('sessions')
      .set({ without_organization_ids: [w.organization.id] })
      .where('user_id', '=', member.id)
      .execute();
    expect(await hasBar(cookie)).toBe(false);
    app.actors.invalidateAll();
  });

  it('cannot be made up', async () => {
    const { base } = await openSite();
    const { cookie } = await signIn(w.admin);
    const { cookie: other } = await signIn(w.reader);
    const [id = ''] = cookie.split('.');
    const [, signature = ''] = other.split('.');
    for (const made of [
      id,
      `${id}.${signature}`,
      `${cookie}x`,
      `${id}.`,
      `bindery_member=${'x'.repeat(5000)}`,
    ]) {
      const { status, body } = await fetchPage(base, { cookie: made });
      expect([status, barOf(body)], made.slice(0, 60)).toEqual([200, undefined]);
    }
  });
});

describe('visitors beside members', () => {
  it('have the same page, tag and statements as if there were none', async () => {
    const { base } = await openSite();
    let statements = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    };
    const { app, close } = await startApp({ database: await sharedDatabase(counter) });
    const get = async (headers: Record<string, string> = {}) => {
      statements = 0;
      return { ...(await app.inject({ url: base, headers })), statements };
    };
    const first = await get();
    const { cookie } = await signIn(w.admin);
    const member = await get({ cookie });
    const visitor = await get({ cookie: 'reader-theme=system' });
    expect(visitor.headers.etag).toBe(first.headers.etag);
    expect(visitor.body).toBe(first.body);
    expect(visitor.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(visitor.headers['set-cookie']).toBeUndefined();
    expect(member.headers.etag).not.toBe(first.headers.etag);
    const conditionalHeaders = { 'if-none-match': String(first.headers.etag) };
    const again = await get(conditionalHeaders);
    expect([again.statusCode, again.statements]).toEqual([304, 1]);
    expect((await get({ ...conditionalHeaders, cookie })).statusCode).toBe(200);
    const memberAgain = await get({ cookie, 'if-none-match': String(member.headers.etag) });
    expect([memberAgain.statusCode, memberAgain.statements]).toEqual([304, 3]);
    await close();
  });
});

describe('at an origin of published sites', () => {
  const READER = 'http://pages.test:8080';
  let started: Awaited<ReturnType<typeof startApp>>;
  beforeAll(async () => {
    started = await startApp({ database: await sharedDatabase(), publishedUrl: READER });
    return started.close;
  });

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { host, pathname, search } = new URL(url, READER);
    return started.app.inject({ url: `${pathname}${search}`, headers: { host, ...headers } });
  };

  /** The link that the console gets for a person. */
  async function linkFor(token: string, site: SiteEditor, query = '') {
    const host = new URL(PUBLIC_URL).host;
    const { statusCode, body } = await started.app.inject({
      url: site.url(`/member-link${query}`),
      headers: { host, authorization: `Bearer ${token}` },
    });
    return { status: statusCode, body: JSON.parse(body) };
  }

  async function accessToken(member: TestMember): Promise<string> {
    const { body } = await (
      await testApp()
    ).app.inject({
      method: 'POST',
      url: '/auth/session',
      headers: { 'x-requested-with': 'console' },
      payload: { token: member.token },
    });
    return String(JSON.parse(body).accessToken);
  }

  it('a link makes a member known to that site, without its credential in the address', async () => {
    const { site, base, spaceId, install } = await openSite();
    const url = encodeURIComponent(`${READER}${base}install?a=b`);
    const { status, body } = await linkFor(await accessToken(w.reader), site, `?url=${url}`);
    expect(status).toBe(200);
    const response = await get(body.url);
    expect([response.statusCode, response.headers.location, response.headers['cache-control']]).toEqual([
      302,
      `${base}install?a=b`,
      'no-store',
    ]);
    const set = String(response.headers['set-cookie']);
    expect(set).toMatch(new RegExp(`; Path=${base.slice(0, -1)}; HttpOnly; SameSite=Lax$`));
    const [cookie = ''] = set.split(';');
    const page = await get(`${base}install`, { cookie });
    expect(barOf(page.body)).toMatchObject({
      'Open in the console': `${PUBLIC_URL}/o/${w.organization.id}/spaces/${spaceId}/pages/${install}`,
    });
    const otherSite = await openSite();
    expect(barOf((await get(otherSite.base, { cookie })).body)).toBeUndefined();
    const borrowed = body.url.replace(base, otherSite.base);
    expect((await get(borrowed)).headers['set-cookie']).toBeUndefined();
  });

  it('a link leads to the site for all others, and after a minute', async () => {
    const { site, base } = await openSite();
    const plain = await linkFor(w.reader.token, site);
    expect(plain.body).toEqual({ object: 'site-member-link', url: `${READER}${base}` });
    const { body } = await linkFor(await accessToken(w.reader), site);
    started.clock.advance(61_000);
    const late = await get(body.url);
    expect([late.statusCode, late.headers.location, late.headers['set-cookie']]).toEqual([
      302,
      base,
      undefined,
    ]);
    started.clock.reset();
  });

  it('a link leads to pages of a published site only', async () => {
    const { site } = await openSite();
    const status = async (query: string) => (await linkFor(w.reader.token, site, query)).status;
    for (const url of ['https://evil.example/', `${READER}/published/`, `${READER}.evil.example/`]) {
      expect(await status(`?url=${encodeURIComponent(url)}`), url).toBe(400);
    }
    await site.creator.post(site.url('/unpublish'));
    expect(await status('')).toBe(404);
  });
});
