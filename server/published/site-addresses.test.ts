import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { linksIn, openSite } from '#server/test/published/open-site.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

describe('a name that sites need themselves', () => {
  it('belongs to what had it before the rule, and to the site everywhere else', async () => {
    const { site, base } = await openSite(w);
    const { db } = await testApp();
    const rename = (path: string) =>
      db.updateTable('site_sections').set({ path }).where('id', '=', site.idOf('Reference')).execute();
    await rename('~');
    expect((await fetchPage(`${base}~/users`)).body).toContain('About users.');
    expect((await fetchPage(`${base}~/search?q=bolts`)).body).toContain('M8');
    await rename('sitemap.xml');
    expect((await fetchPage(`${base}sitemap.xml/users`)).body).toContain('About users.');
    expect((await fetchPage(`${base}sitemap.xml`)).body).toContain('All calls.');
    const url = site.url(`/sections/${site.idOf('Reference')}`);
    expect((await site.creator.patch(url, { path: 'sitemap.xml', title: 'Calls' })).status).toBe(200);
    expect((await site.creator.patch(url, { path: 'robots.txt' })).status).toBe(400);
  });
});

describe('an address that leads nowhere', () => {
  it('leads to the pages with the nearest names, at most five, without hidden ones', async () => {
    const { base } = await openSite(w);
    const suggested = async (path: string) => {
      const { status, body } = await fetchPage(base + path);
      expect(status).toBe(404);
      const list = /<h2>Similar pages<\/h2>\s*<ul>([^]*?)<\/ul>/.exec(body)?.[1] ?? '';
      return linksIn(list);
    };
    expect(await suggested('instal')).toEqual([`${base}install`]);
    expect(await suggested('instlal/blots')).toEqual([`${base}install/bolts`]);
    expect(await suggested('reference/v1/gnoe')).toEqual([]);
    // Nearest first, then what has a word of it.
    expect((await suggested('reference/v1/user'))[0]).toBe(`${base}reference/v1/users`);
    expect(await suggested('secrets')).toEqual([]);
    expect((await suggested('overview-calls-users')).length).toBeLessThanOrEqual(5);
  });

  it('says that some pages are hidden only where there may be conditions', async () => {
    const { site, base } = await openSite(w);
    expect((await fetchPage(`${base}none`)).body).not.toContain('visible to certain visitors');
    await as(w.admin).patch(site.url(), { adaptiveContent: { enabled: true } });
    expect((await fetchPage(`${base}none`)).body).toContain('visible to certain visitors');
  });
});

describe('former addresses', () => {
  it('lead to where a page, its section and its site are now, in one hop', async () => {
    const { site, base } = await openSite(w);
    await site.creator.patch(site.url(), { basename: `tide-${site.id}` });
    const renamed = `/published/${w.organization.id}/tide-${site.id}/`;
    await site.creator.patch(site.url(), { basename: `sea-${site.id}` });
    const now = `/published/${w.organization.id}/sea-${site.id}/`;
    const followed = await fetchPage(`${renamed}reference/users?q=1`);
    expect([followed.status, followed.headers.location]).toEqual([301, `${now}reference/users?q=1`]);
    await site.creator.patch(site.url(`/sections/${site.idOf('Reference')}`), { path: 'api' });
    const moved = await fetchPage(`${base}reference/users`);
    expect([moved.status, moved.headers.location]).toEqual([301, `${base}api/users`]);
  });

  it('reveal nothing that is hidden', async () => {
    const { site, base } = await openSite(w);
    const section = site.url(`/sections/${site.idOf('Reference')}`);
    await site.creator.patch(section, { path: 'api', condition: 'visitor.claims.isStaff' });
    await as(w.admin).patch(site.url(), { adaptiveContent: { enabled: true } });
    const { status, headers } = await fetchPage(`${base}reference/users`);
    expect([status, headers.location]).toEqual([404, undefined]);
  });

  it('follow redirects that people wrote where nothing lived before', async () => {
    const { site, base } = await openSite(w);
    const created = await site.creator.post(site.url('/redirects'), {
      source: '/old/*',
      target: '/reference',
      appendRest: true,
    });
    expect(created.status).toBe(201);
    const { status, headers } = await fetchPage(`${base}old/users`);
    expect([status, headers.location]).toEqual([301, `${base}reference/users`]);
  });

  it('do not disclose a hidden page by a redirect that people wrote', async () => {
    const { site, base } = await openSite(w);
    const redirect = { source: '/old', target: '/reference/users', appendRest: false };
    await site.creator.post(site.url('/redirects'), redirect);
    const condition = 'visitor.claims.isStaff';
    await site.creator.patch(site.url(`/sections/${site.idOf('Reference')}`), { condition });
    await as(w.admin).patch(site.url(), { adaptiveContent: { enabled: true } });
    expect(await fetchPage(`${base}old`)).not.toHaveProperty('headers.location');
  });
});
