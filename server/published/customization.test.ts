import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A published site of one page. */
async function openSite(fields: { visibility?: string } = {}) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, ...fields });
  await site.addSection('Guide');
  const { db } = await testApp();
  const { space_id: id } = await db
    .selectFrom('site_spaces')
    .select('space_id')
    .where('id', '=', site.idOf('Guide/Guide'))
    .executeTakeFirstOrThrow();
  await writeContent({ id }, [{ title: 'Welcome', text: 'Hello.\n' }]);
  const customize = async (body: object) => {
    const { status } = await site.creator.patch(site.url('/customization'), body);
    expect(status).toBe(200);
  };
  const upload = async (content: string): Promise<string> => {
    const data = Buffer.from(content).toString('base64');
    return (await site.creator.post(site.url('/pictures'), { data })).body.id;
  };
  return { site, customize, upload, base: `/published/${w.organization.id}/${site.id}/` };
}

const svg = (content = '', side = 8) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${content}</svg>`;

describe('a published site with its own look', () => {
  it('has its title, logo, icon and links on every page', async () => {
    const { customize, upload, base } = await openSite();
    const [light, dark, favicon] = [
      await upload(svg('', 1)),
      await upload(svg('', 2)),
      await upload(svg('', 3)),
    ];
    await customize({
      title: 'Tide & Co',
      logo: { light, dark },
      favicon,
      headerLinks: [
        { title: 'Status <now>', url: 'https://status.example/?a&b' },
        { title: 'Start', url: '/welcome' },
      ],
      footerLinks: [{ title: 'Contact', url: 'mailto:crew@example.com' }],
    });
    for (const url of [base, `${base}none`, `${base}~/search?q=tide`]) {
      const body = (await fetchPage(url)).body.replaceAll(/\s+/g, ' ');
      expect(body).toContain('Tide &amp; Co');
      expect(body).not.toContain('Tide docs');
      expect(body).toContain(`<link rel="icon" type="image/svg+xml" href="${base}~/pictures/${favicon}"`);
      expect(body).toMatch(new RegExp(`<img src="${base}~/pictures/${light}" width="1" height="1"`));
      expect(body).toMatch(
        new RegExp(
          `<source media="\\(prefers-color-scheme: dark\\)" srcset="${base}~/pictures/${dark}" width`,
        ),
      );
      expect(body).toContain('<a href="https://status.example/?a&amp;b">Status &lt;now&gt;</a>');
      expect(body).toContain(`<a href="${base}welcome">Start</a>`);
      expect(body).toContain('<a href="mailto:crew@example.com">Contact</a>');
    }
  });

  it('is another answer after each change of its look', async () => {
    const { customize, base } = await openSite();
    const tags = new Set<unknown>();
    for (const change of [
      {},
      { title: 'Tides' },
      { styling: { corners: 'straight' } },
      { footerLinks: [{ title: 'Imprint', url: '/imprint' }] },
    ]) {
      await customize(change);
      const { headers } = await fetchPage(base);
      tags.add(headers.etag);
      expect((await fetchPage(base, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    }
    expect(tags.size).toBe(4);
  });

  it('keeps the policy, whatever its look', async () => {
    const { customize, upload, base } = await openSite();
    const { headers: before } = await fetchPage(base);
    await customize({ favicon: await upload(svg()), styling: { theme: 'bold' } });
    const { headers, body } = await fetchPage(base);
    expect(headers['content-security-policy']).toBe(before['content-security-policy']);
    expect(body).not.toMatch(/<style|style=/);
  });
});

describe('a picture of a published site', () => {
  it('may be kept for ever, and runs nothing when it is opened directly', async () => {
    const { customize, upload, base } = await openSite();
    const id = await upload(svg('<script>alert(document.domain)</script>'));
    await customize({ logo: { light: id } });
    const { status, headers, body } = await fetchPage(`${base}~/pictures/${id}`);
    expect(status).toBe(200);
    expect(body).toContain('<svg');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: `"${id}"`,
    });
    const again = await fetchPage(`${base}~/pictures/${id}`, { 'if-none-match': `"${id}"` });
    expect(again.status).toBe(304);
  });

  it('is found only while the site shows it', async () => {
    const { customize, upload, base } = await openSite();
    const otherSite = await openSite();
    const id = await upload(svg());
    expect((await fetchPage(`${base}~/pictures/${id}`)).status).toBe(404);
    await customize({ logo: { light: id } });
    expect((await fetchPage(`${base}~/pictures/${id}`)).status).toBe(200);
    expect((await fetchPage(`${otherSite.base}~/pictures/${id}`)).status).toBe(404);
    await customize({ logo: null });
    expect((await fetchPage(`${base}~/pictures/${id}`)).status).toBe(404);
  });

  it('is for those who may read the site', async () => {
    const { site, customize, upload, base } = await openSite({ visibility: 'visitor-auth' });
    const id = await upload(svg());
    await customize({ logo: { light: id } });
    expect((await fetchPage(`${base}~/pictures/${id}`)).status).toBe(401);
    await as(w.admin).patch(site.url(), { visibility: 'share-link' });
    expect((await fetchPage(`${base}~/pictures/${id}`)).status).toBe(404);
    const { body } = await as(w.reader).get(site.url('/published'));
    const { logo } = body.customizations.site;
    const path = new URL(logo.light).pathname;
    const { status, headers } = await fetchPage(path);
    expect(status).toBe(200);
    expect(headers['cache-control']).toMatch(/^private/);
    expect(logo.dark).toBe(logo.light);
  });
});

describe('an announcement', () => {
  const announcement = { message: 'Moved <soon>', style: 'warning' };
  const announced = (body: string) =>
    /<aside[^>]*class="announcement (\w+)"[^>]*>([^]*?)<\/aside>/.exec(body);

  it('stands above every page between its dates, and kept pages change with them', async () => {
    const { customize, base } = await openSite();
    const { clock } = await testApp();
    const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
    const link = { title: 'More', url: '/guide' };
    await customize({ announcement: { ...announcement, link, from: at(1), until: at(3) } });
    const before = await fetchPage(base);
    expect(announced(before.body)).toBeNull();
    clock.advance(2 * 3_600_000);
    const during = await fetchPage(base, { 'if-none-match': String(before.headers.etag) });
    expect(during.status).toBe(200);
    const [, style, content] = announced(during.body) ?? [];
    expect(style).toBe('warning');
    expect(content).toContain('Moved &lt;soon&gt;');
    expect(content).toContain(`href="${base}guide"`);
    expect(announced((await fetchPage(`${base}~/search?q=hello`)).body)).not.toBeNull();
    expect(announced((await fetchPage(`${base}nothing`)).body)).not.toBeNull();
    clock.advance(2 * 3_600_000);
    const after = await fetchPage(base, { 'if-none-match': String(during.headers.etag) });
    expect(after.status).toBe(200);
    expect(announced(after.body)).toBeNull();
    expect(after.headers.etag).toBe(before.headers.etag);
    clock.reset();
  });

  it('is closed for who has closed it, until it says something else', async () => {
    const { customize, base } = await openSite();
    await customize({ announcement });
    const id = /data-id="(\w{12})"/.exec((await fetchPage(base)).body)?.[1];
    const cookie = `reader-closed=${id}`;
    expect(announced((await fetchPage(base, { cookie })).body)).toBeNull();
    await customize({ announcement: { ...announcement, until: '2999-01-01T00:00:00Z' } });
    expect(announced((await fetchPage(base, { cookie })).body)).toBeNull();
    await customize({ announcement: { ...announcement, message: 'Moved' } });
    expect(announced((await fetchPage(base, { cookie })).body)).not.toBeNull();
    await customize({ announcement: null });
    expect(announced((await fetchPage(base)).body)).toBeNull();
  });

  it('has nothing of what conditions decide', async () => {
    const { customize, base } = await openSite();
    const hidden = '{% if visitor.claims.isStaff %}Marmalade{% endif %}';
    await customize({ announcement: { ...announcement, message: `Moved ${hidden}` } });
    const { body } = await fetchPage(base);
    expect(announced(body)?.[2]).toContain('Moved');
    expect(body).not.toContain('Marmalade');
    await customize({ announcement: { ...announcement, message: hidden } });
    expect(announced((await fetchPage(base)).body)).toBeNull();
  });

  it('is in the preview of a draft before its time', async () => {
    const { site, base } = await openSite();
    const body = { announcement: { ...announcement, from: '2999-01-01T00:00:00Z' } };
    const draft = await site.creator.post(site.url('/customization/drafts'), body);
    const { url } = (await site.creator.get(site.url(`/preview?customizationDraft=${draft.body.id}`))).body;
    expect(announced((await fetchPage(new URL(url).pathname)).body)).not.toBeNull();
    expect(announced((await fetchPage(base)).body)).toBeNull();
  });
});
