import { beforeAll, describe, expect, it } from 'vitest';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility: 'public' });
  await site.addSection('Guide');
  await site.write('Guide/Guide', [
    { title: 'Welcome', text: 'Hello from the tide.\n' },
    { title: 'Gauges', text: 'About gauges.\n' },
  ]);
  return { site, base: `/published/${w.organization.id}/${site.id}/` };
}

describe('a site below another one', () => {
  it('has the links and addresses that visitors of the proxy need', async () => {
    const { site, base } = await openSite();
    await as(w.admin).patch(site.url(), { proxy: 'press.example/docs' });
    const { proxy } = (await as(w.admin).get(site.url())).body;
    expect(proxy).toEqual({
      origin: 'https://press.example/docs',
      target: `${PUBLIC_URL}${base}~/proxied/`,
    });
    const target = new URL(proxy.target).pathname;
    const page = await fetchPage(`${target}gauges`);
    expect(page.body).toContain('About gauges.');
    expect(page.body).toMatch(/rel="canonical" +href="https:\/\/press.example\/docs\/gauges"/);
    expect(page.body).not.toContain('/published/');
    expect((await fetchPage(`${target}sitemap.xml`)).body).toContain('https://press.example/docs/');
    expect((await fetchPage(`${base}gauges`)).body).toContain(`href="${base}`);
    await as(w.admin).patch(site.url(), { proxy: null });
    expect((await fetchPage(`${target}gauges`)).status).toBe(404);
  });

  it('stays there when it is renamed, and its redirects lead to where the proxy forwards', async () => {
    const { site, base } = await openSite();
    const former = `quay-${site.id.toLowerCase()}`;
    const paths = { proxy: 'press.example/docs' };
    expect((await as(w.admin).patch(site.url(), { ...paths, basename: former })).status).toBe(200);
    const target = `/published/${w.organization.id}/${former}/~/proxied/`;
    expect((await fetchPage(`${target}gauges`)).status).toBe(200);
    expect((await as(w.admin).patch(site.url(), { basename: `${former}-2` })).status).toBe(200);
    const page = await fetchPage(`${target}gauges`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('About gauges.');
    expect(page.body).not.toContain('/published/');
    expect(page.body).toContain('href="/docs/"');
    // The first page has the address of its site alone.
    const redirects = await Promise.all(
      ['welcome', 'nowhere/../welcome', '?visitor.plan=pro'].map((path) => fetchPage(target + path)),
    );
    for (const { status, headers } of redirects) {
      expect({ status, location: headers.location }).toEqual({
        status: expect.toSatisfy((code: number) => code === 301 || code === 302),
        location: expect.stringMatching(/^\/docs\//),
      });
    }
    // Without the proxy, there are no redirects.
    await as(w.admin).patch(site.url(), { proxy: null });
    expect((await fetchPage(`${target}gauges`)).status).toBe(404);
    expect((await fetchPage(`${base}gauges`)).status).toBe(200);
  });
});
