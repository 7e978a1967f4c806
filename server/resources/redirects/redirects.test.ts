import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { findManualRedirect } from '#server/sites/redirects.queries.ts';
import { createSite } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function openSite() {
  const site = await createSite({ organizationId: w.organization.id });
  const url = `${w.base}/sites/${site.id}`;
  const creator = as(w.creator);
  const { db } = await testApp();
  return {
    id: site.id,
    url,
    create: (source: string, target: string, more: object = {}) =>
      creator.post(`${url}/redirects`, { source, target, ...more }),
    update: (id: string, body: object) => creator.patch(`${url}/redirects/${id}`, body),
    import: (redirects: object[], dryRun = false) =>
      creator.post(`${url}/redirect-imports`, { redirects, dryRun }),
    list: async (search = '') => (await creator.get(`${url}/redirects?${search}`)).body,
    follow: (path: string, isLiving?: (path: string) => boolean) =>
      findManualRedirect(db, site.id, path, isLiving),
  };
}

describe('a creator', () => {
  it('redirects a path, changes and deletes the redirect, and each is audited', async () => {
    const site = await openSite();
    const created = await site.create('/Old', '/new');
    expect(created).toMatchObject({
      status: 201,
      body: { object: 'site-redirect', source: '/Old', target: '/new', appendRest: false, status: 301 },
    });
    expect(await site.follow('/OLD/')).toEqual({ url: '/new', status: 301 });
    const { id } = created.body;
    const updated = await site.update(id, { target: 'https://a.example/b', status: 302 });
    expect(updated).toMatchObject({
      status: 200,
      body: { id, source: '/Old', target: 'https://a.example/b' },
    });
    expect(await site.follow('/old')).toEqual({ url: 'https://a.example/b', status: 302 });
    expect((await as(w.creator).delete(`${site.url}/redirects/${id}`)).status).toBe(205);
    expect(await site.follow('/old')).toBeUndefined();
    const { db } = await testApp();
    const entries = await db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', site.id)
      .execute();
    const actions = ['createSiteRedirect', 'updateSiteRedirect', 'deleteSiteRedirect'];
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(actions));
  });

  it.each([
    ['a source without a slash', { source: 'old', target: '/new' }, 'body.source'],
    ['a wildcard inside', { source: '/a/*/b', target: '/new' }, 'body.source'],
    ['a script as target', { source: '/a', target: 'javascript:alert(1)' }, 'body.target'],
    ['an unknown status', { source: '/a', target: '/b', status: 307 }, 'body.status'],
    ['a redirect to itself', { source: '/a', target: '/A' }, 'body.target'],
  ])('gets a message about %s', async (_what, body, path) => {
    const site = await openSite();
    const response = await as(w.creator).post(`${site.url}/redirects`, body);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
    expect(await site.list()).toMatchObject({ count: 0 });
  });

  it('gets a message that a path is redirected already, ignoring case', async () => {
    const site = await openSite();
    await site.create('/old', '/new');
    expect((await site.create('/OLD/', '/newer')).status).toBe(409);
    const otherRedirect = await site.create('/other', '/new');
    expect((await site.update(otherRedirect.body.id, { source: '/Old' })).status).toBe(409);
  });

  it('gets a message about a loop by several redirects', async () => {
    const site = await openSite();
    await site.create('/a', '/b');
    const back = await site.create('/b', '/c');
    expect((await site.create('/c', '/a')).body.error.details[0].path).toBe('body.target');
    expect((await site.update(back.body.id, { target: '/a' })).status).toBe(400);
  });

  it('finds redirects by source and target', async () => {
    const site = await openSite();
    await site.create('/one', '/first');
    await site.create('/two', '/second_%');
    const sources = async (search: string) =>
      (await site.list(`search=${encodeURIComponent(search)}`)).items.map(
        ({ source }: { source: string }) => source,
      );
    expect(await sources('ONE')).toEqual(['/one']);
    expect(await sources('d_%')).toEqual(['/two']);
    expect(await sources('')).toEqual(['/two', '/one']);
  });

  it('imports redirects, and replaces those of the same source', async () => {
    const site = await openSite();
    await site.create('/old', '/new');
    const redirects = [
      { source: '/OLD', target: '/newer' },
      { source: '/a/*', target: '/b', appendRest: true, status: 302 },
    ];
    expect((await site.import(redirects, true)).body).toEqual({ created: 1, updated: 1 });
    expect((await site.list()).count).toBe(1);
    expect((await site.import(redirects)).body).toEqual({ created: 1, updated: 1 });
    expect(await site.follow('/old')).toEqual({ url: '/newer', status: 301 });
    expect(await site.follow('/a/x')).toEqual({ url: '/b/x', status: 302 });
  });

  it('gets the problems of all rows of an import, of which then none is stored', async () => {
    const site = await openSite();
    const response = await site.import([
      { source: '/a', target: '/b' },
      { source: 'c', target: 'd' },
      { source: '/A/', target: '/e' },
      { source: '/x', target: '/y' },
      { source: '/y', target: '/x' },
    ]);
    expect(response.status).toBe(400);
    const paths = response.body.error.details.map(({ path }: { path: string }) => path);
    expect(paths).toEqual([
      'body.redirects[1].source',
      'body.redirects[1].target',
      'body.redirects[2].source',
      'body.redirects[3].target',
      'body.redirects[4].target',
    ]);
    expect((await site.list()).count).toBe(0);
  });

  it('can have 5,000 redirects', async () => {
    const site = await openSite();
    const { db } = await testApp();
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      id: newId(),
      site_id: site.id,
      source: `/${index}`,
      source_key: `${index}`,
      is_wildcard: false,
      target: '/new',
    }));
    for (let start = 0; start < rows.length; start += 1000) {
      await db
        .insertInto('site_redirects')
        .values(rows.slice(start, start + 1000))
        .execute();
    }
    expect((await site.create('/one-more', '/new')).status).toBe(409);
    expect((await site.import([{ source: '/1', target: '/other' }])).status).toBe(200);
    expect((await site.import([{ source: '/one-more', target: '/other' }])).status).toBe(409);
  });
});

describe('a visitor', () => {
  it('is led by the exact path first, then by the longest wildcard', async () => {
    const site = await openSite();
    await site.create('/*', '/all');
    await site.create('/docs/*', '/manual', { appendRest: true });
    await site.create('/docs/v1/*', '/archive');
    await site.create('/docs/v1/start', '/start');
    expect(await site.follow('/docs/v1/start')).toEqual({ url: '/start', status: 301 });
    expect(await site.follow('/docs/v1/x')).toMatchObject({ url: '/archive' });
    expect(await site.follow('/docs/%C3%9C/y')).toMatchObject({ url: '/manual/%C3%9C/y' });
  });

  it('is led through redirects of redirects at once, at most five, and through no loop', async () => {
    const site = await openSite();
    const chain = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h'];
    await site.import(chain.slice(1).map((target, index) => ({ source: chain[index], target })));
    expect(await site.follow('/c')).toEqual({ url: '/h', status: 301 });
    expect(await site.follow('/a')).toBeUndefined();
    expect(await site.follow('/a', (path) => path === '/d')).toEqual({ url: '/d', status: 301 });
    const { db } = await testApp();
    await db
      .updateTable('site_redirects')
      .set({ target: '/f' })
      .where('site_id', '=', site.id)
      .where('source', '=', '/g')
      .execute();
    expect(await site.follow('/f')).toBeUndefined();
  });

  it('gets nothing for paths that no redirect can have', async () => {
    const site = await openSite();
    await site.create('/old', '/new');
    for (const path of ['/', '/other', '/old/deeper', '/a%00b', '/a'.repeat(200)]) {
      expect(await site.follow(path), path).toBeUndefined();
    }
  });
});
