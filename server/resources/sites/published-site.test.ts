import { beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { anonymous, as, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function getShareKey(site: SiteEditor): Promise<string> {
  const { db } = await testApp();
  const row = await db
    .selectFrom('sites')
    .select('share_key')
    .where('id', '=', site.id)
    .executeTakeFirstOrThrow();
  return row.share_key;
}

describe('publishSite and unpublishSite', () => {
  it('need a token, the role create and a site of this organization', async () => {
    const site = await SiteEditor.open(w);
    for (const verb of ['publish', 'unpublish']) {
      expect((await as(anonymous).post(site.url(`/${verb}`))).status).toBe(401);
      expect((await as(w.reviewer).post(site.url(`/${verb}`))).status).toBe(403);
      expect((await as(w.guest).post(site.url(`/${verb}`))).status).toBe(404);
      expect((await as(w.admin).post(`${w.base}/sites/unknown/${verb}`)).status).toBe(404);
    }
  });

  it('change only whether the site is published, and are idempotent', async () => {
    const site = await SiteEditor.open(w, { title: 'Docs' });
    const before = (await site.creator.get(site.url())).body;
    const published = await site.creator.post(site.url('/publish'));
    expect(published).toMatchObject({ status: 200, body: { published: true, title: 'Docs' } });
    expect(published.body.urls.published).toBe(`${PUBLIC_URL}/published/${w.organization.id}/${site.id}/`);
    expect((await site.creator.post(site.url('/publish'))).body).toEqual(published.body);
    expect((await site.creator.post(site.url('/unpublish'))).body).toEqual(before);
  });
});

describe('getPublishedSite', () => {
  it('needs a token', async () => {
    const site = await SiteEditor.open(w, { published: true });
    expect((await as(anonymous).get(site.url('/published'))).status).toBe(401);
  });

  it('returns the site, its structure with groups and conditions, and its customization', async () => {
    const site = await SiteEditor.open(w, { title: 'Docs', published: true });
    for (const title of ['Guide', 'API', 'News']) await site.addSection(title);
    await site.addGroup('More', 'News', 'API');
    const condition = 'visitor.claims.isStaff';
    await site.creator.patch(site.url(`/sections/${site.idOf('API')}`), { condition });
    const { status, body } = await as(w.reader).get(site.url('/published'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'published-content-site',
      site: { title: 'Docs', siteSpaces: 3 },
      structure: {
        type: 'sections',
        structure: [
          { title: 'Guide' },
          { title: 'More', sections: [{ title: 'News' }, { title: 'API', condition }] },
        ],
      },
      customizations: { site: { title: 'Docs', internationalization: { locale: 'en' } } },
    });
  });

  it('returns the customization with defaults for the rest', async () => {
    const site = await SiteEditor.open(w, { published: true });
    const { db } = await testApp();
    const choices = { styling: { theme: 'bold' }, internationalization: { locale: 'de' } };
    await db
      .updateTable('sites')
      .set({ customization: JSON.stringify(choices) })
      .where('id', '=', site.id)
      .execute();
    const { body } = await as(w.reader).get(site.url('/published'));
    expect(body.customizations.site).toMatchObject({
      styling: { theme: 'bold', corners: 'rounded' },
      internationalization: { locale: 'de' },
    });
  });

  it('returns the URL of each item; defaults share the URL of their parent', async () => {
    const site = await SiteEditor.open(w, { published: true });
    await site.addSection('Guide');
    await site.addSiteSpace('Guide', 'v1');
    await site.addSection('API');
    await site.creator.patch(site.url(), { basename: 'docs' });
    const { body } = await as(w.reader).get(site.url('/published'));
    const base = `${PUBLIC_URL}/published/${w.organization.id}/docs/`;
    const [guide, api] = body.structure.structure;
    const urls = [body.site, guide, ...guide.siteSpaces, api].map((part) => part.urls.published);
    expect(urls).toEqual([base, base, base, `${base}v1/`, `${base}api/`]);
  });

  it('shows members an unpublished site, without URLs', async () => {
    const site = await SiteEditor.open(w);
    await site.addSection('Guide');
    const { status, body } = await as(w.reader).get(site.url('/published'));
    expect(status).toBe(200);
    expect(body.site.published).toBe(false);
    expect(body.structure.structure[0].urls).toEqual({});
  });
});

describe('a non-member', () => {
  const reads = ['/published', '/structure', '/sections', '/site-spaces'];

  it.each([
    ['public', 200],
    ['unlisted', 200],
    ['share-link', 404],
    ['visitor-auth', 404],
  ])('reads a published site that is %s: %d', async (visibility, status) => {
    const site = await SiteEditor.open(w, { visibility, published: true });
    await site.addSection('Guide');
    for (const path of reads) {
      expect((await as(w.outsider).get(site.url(path))).status, path).toBe(status);
      expect((await as(w.guest).get(site.url(path))).status, path).toBe(status);
      expect((await as(w.disabled).get(site.url(path))).status, path).toBe(403);
    }
    expect((await as(w.outsider).get(site.url())).status).toBe(404);
  });

  it('cannot read an unpublished site, even with its key', async () => {
    const site = await SiteEditor.open(w, { visibility: 'share-link' });
    const key = await getShareKey(site);
    expect((await as(w.outsider).get(site.url(`/published?shareKey=${key}`))).status).toBe(404);
  });

  it('reads a site shared by link with its key, which is part of its URL', async () => {
    const site = await SiteEditor.open(w, { visibility: 'share-link', published: true });
    await site.addSection('Guide');
    const key = await getShareKey(site);
    for (const path of reads) {
      expect((await as(w.outsider).get(site.url(`${path}?shareKey=${key}x`))).status, path).toBe(404);
      expect((await as(w.outsider).get(site.url(`${path}?shareKey=${key}`))).status, path).toBe(200);
    }
    const { body } = await as(w.outsider).get(site.url(`/published?shareKey=${key}`));
    expect(body.site.urls.published).toBe(`${PUBLIC_URL}/published/${w.organization.id}/${site.id}/${key}/`);
    const member = await as(w.reader).get(site.url('/published'));
    expect(member.body.site.urls).toEqual(body.site.urls);
  });

  it('sees only the titles of spaces', async () => {
    const site = await SiteEditor.open(w, { published: true });
    await site.addSection('Guide');
    const nonMember = await createMember({ role: 'admin' });
    const { body } = await as(nonMember).get(site.url('/published'));
    const [entry] = body.structure.structure[0].siteSpaces;
    expect(entry).toMatchObject({ title: 'Guide', space: { title: 'Guide', revision: '' } });
    expect(Object.values(entry.space.permissions)).not.toContain(true);
  });
});
