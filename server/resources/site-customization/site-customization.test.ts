import { beforeAll, describe, expect, it } from 'vitest';
import { runCleanup } from '#server/jobs/cleanup.ts';
import { createSite } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';
import { findLinkProblem } from './site-customization.rules.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A drawing in base64, different for each side. */
const drawing = (side = 16) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`).toString(
    'base64',
  );

async function openSite() {
  const { id } = await createSite({ organizationId: w.organization.id, title: 'Docs' });
  const url = `${w.base}/sites/${id}`;
  const creator = as(w.creator);
  return {
    id,
    url,
    get: async () => (await creator.get(`${url}/customization`)).body,
    update: (body: object, headers?: Record<string, string>) =>
      creator.patch(`${url}/customization`, body, headers),
    draft: (body: object) => creator.post(`${url}/customization/drafts`, body),
    upload: (data: string) => creator.post(`${url}/pictures`, { data }),
    uploadId: async (side?: number): Promise<string> =>
      (await creator.post(`${url}/pictures`, { data: drawing(side) })).body.id,
  };
}

const blue = { light: '#3451b2', dark: '#9db0ff' };

describe('the customization of a site', () => {
  it('is empty at first, then what was chosen, one part at a time', async () => {
    const site = await openSite();
    const empty = {
      object: 'site-customization',
      styling: {},
      headerLinks: [],
      footerLinks: [],
      embedHosts: [],
      externalRequests: 'allowed',
    };
    expect(await site.get()).toEqual(empty);
    const links = [{ title: 'Status', url: 'https://status.example' }];
    const first = await site.update({
      title: 'Handbook',
      styling: { primaryColor: blue },
      headerLinks: links,
    });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ title: 'Handbook', headerLinks: links, footerLinks: [] });
    await site.update({
      styling: { theme: 'bold', sidebar: { list: 'line' }, tint: { color: blue } },
      internationalization: { locale: 'pt-BR' },
    });
    await site.update({ styling: { sidebar: { background: 'filled' }, tint: null }, title: null });
    const { updatedAt, ...settings } = await site.get();
    expect(settings).toEqual({
      ...empty,
      styling: {
        theme: 'bold',
        primaryColor: blue,
        sidebar: { list: 'line', background: 'filled' },
      },
      internationalization: { locale: 'pt-BR' },
      headerLinks: links,
    });
    expect(Date.parse(updatedAt)).not.toBeNaN();
  });

  it('honors If-Match, from the first update on', async () => {
    const site = await openSite();
    const { headers } = await as(w.creator).get(`${site.url}/customization`);
    const tag = { 'if-match': String(headers.etag) };
    expect((await site.update({ title: 'Mine' }, tag)).status).toBe(200);
    expect((await site.update({ title: 'Late' }, tag)).status).toBe(412);
    expect((await site.get()).title).toBe('Mine');
  });

  it('is in the audit log, with what an update changed only', async () => {
    const site = await openSite();
    await site.update({ title: 'Handbook' });
    await site.update({ styling: { corners: 'straight' } });
    const { db } = await testApp();
    const entries = await db
      .selectFrom('audit_log')
      .select(['summary', 'before', 'after'])
      .where('target_id', '=', site.id)
      .where('action', '=', 'updateSiteCustomization')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { summary: 'Changed the look of the site “Docs”.', before: {}, after: { title: 'Handbook' } },
      {
        summary: 'Changed the look of the site “Docs”.',
        before: {},
        after: { styling: { corners: 'straight' } },
      },
    ]);
  });

  it.each([
    ['body.styling.primaryColor.light', { styling: { primaryColor: { ...blue, light: 'red' } } }],
    ['body.styling.primaryColor.light', { styling: { primaryColor: { ...blue, light: '#fff;}' } } }],
    ['body.styling.tint.color.dark', { styling: { tint: { color: { ...blue, dark: '#12345' } } } }],
    ['body.styling.corners', { styling: { corners: '0}body{display:none' } }],
    ['body.styling.font', { styling: { font: 'url(https://evil.example)' } }],
    ['body.internationalization.locale', { internationalization: { locale: '"><script>' } }],
    ['body.headerLinks[0].url', { headerLinks: [{ title: 'x', url: 'javascript:alert(1)' }] }],
    [
      'body.footerLinks[1].url',
      {
        footerLinks: [
          { title: 'x', url: '/' },
          { title: 'y', url: 'data:text/html,x' },
        ],
      },
    ],
    ['body.headerLinks', { headerLinks: Array.from({ length: 7 }, () => ({ title: 'x', url: '/' })) }],
    ['body.footerLinks', { footerLinks: Array.from({ length: 25 }, () => ({ title: 'x', url: '/' })) }],
    ['body.headerLinks[0].title', { headerLinks: [{ title: 'x'.repeat(65), url: '/' }] }],
    ['body.headerLinks[0].url', { headerLinks: [{ title: 'x', url: `/${'x'.repeat(512)}` }] }],
    ['body.announcement.message', { announcement: { message: '', style: 'info' } }],
    ['body.announcement.message', { announcement: { message: 'x'.repeat(281), style: 'info' } }],
    ['body.announcement.style', { announcement: { message: 'x', style: 'blink' } }],
    [
      'body.announcement.link.url',
      { announcement: { message: 'x', style: 'info', link: { title: 'y', url: 'javascript:alert(1)' } } },
    ],
    [
      'body.announcement.until',
      {
        announcement: {
          message: 'x',
          style: 'info',
          from: '2026-03-02T00:00:00Z',
          until: '2026-03-02T00:00:00Z',
        },
      },
    ],
    ['body.logo.light', { logo: { light: 'none' } }],
    ['body.favicon', { favicon: 'none' }],
  ])('rejects %s of %j', async (path, body) => {
    const site = await openSite();
    for (const response of [await site.update(body), await site.draft(body)]) {
      expect(response.status).toBe(400);
      expect(response.body.error.details[0].path).toBe(path);
    }
    expect((await site.get()).updatedAt).toBeUndefined();
  });
});

describe('the URL of a link', () => {
  it.each(['/', '/guides?a=b#c', 'https://example.com/ä', 'http://intranet', 'mailto:crew@example.com'])(
    'may be %s',
    (url) => {
      expect(findLinkProblem(url)).toBeNull();
    },
  );

  it.each([
    'guides',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'https://name:secret@example.com',
    'https://',
    '/a b',
  ])('may not be %j', (url) => {
    expect(findLinkProblem(url)).not.toBeNull();
  });
});

describe('the pictures of a site', () => {
  it('are uploaded, shown to members, and the same file is one picture', async () => {
    const site = await openSite();
    const { status, body } = await site.upload(drawing(24));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'site-picture',
      contentType: 'image/svg+xml',
      width: 24,
      height: 24,
    });
    expect((await site.upload(drawing(24))).body.id).toBe(body.id);
    const url = String(body.url).slice(PUBLIC_URL.length);
    const picture = await fetchPage(url);
    expect(picture.status).toBe(200);
    expect(picture.body).toContain('<svg');
    expect(picture.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    expect((await fetchPage(url.replace('signature=', 'signature=x'))).status).toBe(403);
  });

  it('are a logo, with one for dark backgrounds, and a favicon', async () => {
    const site = await openSite();
    const [light, dark, icon] = [await site.uploadId(1), await site.uploadId(2), await site.uploadId(3)];
    const { body } = await site.update({ logo: { light, dark }, favicon: icon });
    expect(body).toMatchObject({
      logo: { light: { id: light, width: 1 }, dark: { id: dark } },
      favicon: { id: icon },
    });
    const without = await site.update({ logo: { light }, favicon: null });
    expect(Object.keys(without.body.logo)).toEqual(['light']);
    expect(without.body.favicon).toBeUndefined();
    expect((await site.update({ logo: null })).body.logo).toBeUndefined();
  });

  it('of another site are none of this one', async () => {
    const [site, other] = [await openSite(), await openSite()];
    expect((await site.update({ favicon: await other.uploadId() })).status).toBe(400);
  });

  const png = (width: number) => {
    const bytes = Buffer.alloc(64);
    Buffer.from('89504e470d0a1a0a', 'hex').copy(bytes);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(10, 20);
    return bytes.toString('base64');
  };

  it.each([
    ['no base64', 'a*b='],
    ['no base64 of whole bytes', 'abc'],
    ['no picture', Buffer.from('<html><script>alert(1)</script>').toString('base64')],
    ['a script', Buffer.from('alert(1) // <svg').toString('base64')],
    ['too wide', png(4097)],
    ['too large', Buffer.alloc(262_145).toString('base64')],
    ['far too large', 'A'.repeat(800_000)],
  ])('are not %s', async (_why, data) => {
    const site = await openSite();
    const { status, body } = await site.upload(data);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe('body.data');
  });

  it('are not more than 40', async () => {
    const site = await openSite();
    const { db } = await testApp();
    const rows = Array.from({ length: 40 }, (_, index) => ({
      site_id: site.id,
      id: `picture-${index}`,
      content_type: 'image/png',
      data: Buffer.from('x'),
    }));
    await db.insertInto('site_pictures').values(rows).execute();
    expect((await site.upload(drawing(9))).status).toBe(409);
    await db
      .deleteFrom('site_pictures')
      .where('site_id', '=', site.id)
      .where('id', '=', 'picture-0')
      .execute();
    expect((await site.upload(drawing(9))).status).toBe(201);
  });

  it('that nothing uses are deleted after a day', async () => {
    const site = await openSite();
    const { db, clock } = await testApp();
    const [logo, drafted, unused] = [await site.uploadId(5), await site.uploadId(6), await site.uploadId(7)];
    await site.update({ logo: { light: logo } });
    const keptPictures = async () => {
      const rows = await db.selectFrom('site_pictures').select('id').where('site_id', '=', site.id).execute();
      return rows.map(({ id }) => id).toSorted();
    };
    clock.advance(23 * 3_600_000);
    await runCleanup(db, clock.now());
    expect(await keptPictures()).toHaveLength(3);
    // A draft is about to use it.
    await site.draft({ favicon: drafted });
    clock.advance(2 * 3_600_000);
    await runCleanup(db, clock.now());
    expect(await keptPictures()).toEqual([logo, drafted].toSorted());
    expect(await keptPictures()).not.toContain(unused);
    clock.advance(25 * 3_600_000);
    await runCleanup(db, clock.now());
    expect(await keptPictures()).toEqual([logo]);
    clock.reset();
  });
});

describe('a draft of a customization', () => {
  it('is shown in previews of its member only, and changes nothing', async () => {
    const site = await openSite();
    await site.update({ title: 'Saved' });
    const { status, body } = await site.draft({ title: 'Drafted' });
    expect(status).toBe(201);
    expect((await site.draft({ title: 'Drafted' })).body.id).toBe(body.id);
    expect((await site.get()).title).toBe('Saved');
    const query = `?customizationDraft=${body.id}&colorMode=dark`;
    const preview = await as(w.creator).get(`${site.url}/preview${query}`);
    expect(preview.status).toBe(200);
    const page = await fetchPage(String(preview.body.url).slice(PUBLIC_URL.length));
    expect(page.body).toContain('Drafted');
    expect(page.body).toContain('data-theme="dark"');
    expect((await as(w.admin).get(`${site.url}/preview${query}`)).status).toBe(404);
    const otherSite = await openSite();
    expect((await as(w.creator).get(`${otherSite.url}/preview${query}`)).status).toBe(404);
  });

  it('is one of 20 of a member, and deleted after an hour', async () => {
    const site = await openSite();
    const { db, clock } = await testApp();
    const ids: string[] = [];
    for (let number = 0; number < 22; number += 1) {
      ids.push((await site.draft({ title: `Title ${number}` })).body.id);
      clock.advance(10);
    }
    const preview = (id = '') => as(w.creator).get(`${site.url}/preview?customizationDraft=${id}`);
    expect((await preview(ids[1])).status).toBe(404);
    expect((await preview(ids[2])).status).toBe(200);
    const { body } = await preview(ids[21]);
    const url = String(body.url).slice(PUBLIC_URL.length);
    // Its title is that of the draft.
    expect((await fetchPage(url)).body).toContain('Title 21');
    clock.advance(61 * 60_000);
    await runCleanup(db, clock.now());
    const remainingDrafts = await db
      .selectFrom('site_customization_drafts')
      .select('id')
      .where('site_id', '=', site.id)
      .execute();
    expect(remainingDrafts).toEqual([]);
    clock.reset();
    expect((await fetchPage(url)).body).not.toContain('Title');
  });
});
