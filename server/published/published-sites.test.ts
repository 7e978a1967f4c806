import { beforeAll, describe, expect, it } from 'vitest';
import { createFile, writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { linksIn, openSite, writePages } from '#server/test/published/open-site.ts';
import { as, fetchPage } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

describe('a published site', () => {
  it('shows its first page at its address, in the order of the structure', async () => {
    const { base } = await openSite(w);
    const { status, headers, body } = await fetchPage(base);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toMatch(/<title>Welcome [^<]*Tide docs<\/title>/);
    expect(body).toContain('Go on.');
    expect(linksIn(body)).toEqual(expect.arrayContaining([`${base}reference/`, `${base}install`]));
    expect(body).not.toContain('marmalade');
  });

  it('reaches each of its pages by links alone, and each answers', async () => {
    const { base } = await openSite(w);
    const seenUrls = new Set([base]);
    for (const url of seenUrls) {
      const { status, headers, body } = await fetchPage(url);
      expect(status, url).toBeLessThan(400);
      const next = status === 200 ? linksIn(body) : [String(headers.location)];
      for (const link of next) {
        const path = link.split('#')[0]?.replaceAll('&amp;', '&') ?? '';
        if (path.startsWith(base)) seenUrls.add(path);
      }
    }
    const pages = [...seenUrls].filter(
      (url) => !url.includes('~') && !url.includes('?') && !url.endsWith('.md'),
    );
    expect(pages.map((url) => url.slice(base.length)).toSorted()).toEqual([
      '',
      'install',
      'install/bolts',
      'reference/',
      'reference/users',
      'reference/v1/',
      'reference/v1/gone',
      'reference/v1/users',
    ]);
  });

  it('keeps the page when the variant changes, else says that it is not there', async () => {
    const { base } = await openSite(w);
    expect(linksIn((await fetchPage(`${base}reference/users`)).body)).toContain(`${base}reference/v1/users`);
    const { body } = await fetchPage(`${base}reference/v1/gone`);
    expect(linksIn(body)).toContain(`${base}reference/?unavailable`);
    expect(body).not.toContain('hreflang');
  });

  it('links pages by their ids wherever they are, and text of missing ones has no link', async () => {
    const { site, base, guide } = await openSite(w);
    const [, install] = guide.pages;
    await writePages(site, 'Guide/Guide', [
      {
        title: 'Welcome',
        text: `[there](/pages/${install?.id}#top) [nowhere](/pages/none) [out](https://a.example/?a&b)\n`,
      },
      { id: install?.id ?? '', title: 'Moved', slug: 'elsewhere', text: 'Here.\n' },
    ]);
    const { body } = await fetchPage(base);
    expect(linksIn(body)).toEqual(
      expect.arrayContaining([`${base}elsewhere#top`, 'https://a.example/?a&amp;b']),
    );
    expect(body).toMatch(/<a[^>]*>nowhere<\/a>/);
    expect(body).not.toMatch(/<a[^>]*href[^>]*>nowhere<\/a>/);
  });

  it('is nowhere to be found unless it is published', async () => {
    const { site, base } = await openSite(w);
    await site.creator.post(site.url('/unpublish'));
    const { status, body } = await fetchPage(base);
    expect(status).toBe(404);
    expect(body).not.toContain('Tide docs');
  });

  it('answers 304 to who has the page, and the new page after a change', async () => {
    const { site, base } = await openSite(w);
    const first = await fetchPage(`${base}install`);
    const etag = String(first.headers.etag);
    const again = await fetchPage(`${base}install`, { 'if-none-match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    await writePages(site, 'Guide/Guide', [
      { title: 'Welcome', text: 'Hi.\n' },
      { title: 'Install', text: 'Changed.\n' },
    ]);
    const changed = await fetchPage(`${base}install`, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.body).toContain('Changed.');
  });

  it('shows files of the current revision only', async () => {
    const { site, base } = await openSite(w);
    const { spaceId } = await writePages(site, 'Guide/Guide', []);
    const file = await createFile(spaceId, { name: 'a dot.png' });
    const url = `${base}~/files/${spaceId}/${file.id}/a%20dot.png`;
    expect((await fetchPage(url)).status).toBe(404);
    await writeContent({ id: spaceId }, [{ title: 'Dot', text: `![Dot](/files/${file.id})\n` }], [file]);
    expect((await fetchPage(base)).body).toMatch(
      new RegExp(`<img[^>]* src="${url}" width="1" height="1"[^>]*>`),
    );
    const { status, headers } = await fetchPage(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringContaining('immutable'),
    });
  });
});

describe('search on a published site', () => {
  it('finds pages as a form and as JSON, but no hidden ones', async () => {
    const { base } = await openSite(w);
    const page = await fetchPage(`${base}~/search?q=bolts`);
    expect(page.status).toBe(200);
    expect(linksIn(page.body)).toContain(`${base}install/bolts`);
    const { body } = await fetchPage(`${base}~/search?q=bolts`, { accept: 'application/json' });
    expect(JSON.parse(body)).toMatchObject({
      query: 'bolts',
      hasMore: false,
      results: [
        {
          title: 'Bolts',
          url: `${base}install/bolts`,
          excerpt: [{ text: 'M8 ' }, { text: 'bolts', isMatch: true }, {}],
        },
      ],
    });
    expect(
      JSON.parse((await fetchPage(`${base}~/search?q=marmalade`, { accept: 'application/json' })).body)
        .results,
    ).toEqual([]);
  });

  it('rejects a text that is too long', async () => {
    const { base } = await openSite(w);
    expect((await fetchPage(`${base}~/search?q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it('suggests pages where there is none', async () => {
    const { base } = await openSite(w);
    const { status, body } = await fetchPage(`${base}guides/bolts-and-nuts`);
    expect(status).toBe(404);
    expect(linksIn(body)).toContain(`${base}install/bolts`);
  });
});

describe('a space that is on a site twice', () => {
  it('is listed once: search engines are sent to its default copy', async () => {
    const { site, base } = await openSite(w);
    const spaceId = await site.spaceIdOf('Reference/Reference');
    const again = { spaceId, sectionId: site.idOf('Guide') };
    const { status, body: added } = await site.creator.post(site.url('/site-spaces'), again);
    expect(status).toBe(201);
    const path = site.url(`/site-spaces/${added.id}`);
    expect((await site.creator.patch(path, { path: 'again' })).status).toBe(200);
    const copy = `${base}reference/users`;
    const second = `${base}again/users`;
    for (const url of [copy, second]) {
      const page = await fetchPage(url);
      const canonical = /rel="canonical"\s+href="([^"]*)"/.exec(page.body)?.[1];
      expect([page.status, canonical]).toEqual([200, `http://bindery.test${copy}`]);
    }
    const sitemap = (await fetchPage(`${base}sitemap.xml`)).body;
    expect(sitemap).toContain(`<loc>http://bindery.test${copy}</loc>`);
    expect(sitemap).not.toContain(second);
  });
});

describe('the visibility of a published site', () => {
  const machineFiles = ['sitemap.xml', 'llms.txt'];

  it('public: search engines and programs are invited', async () => {
    const { base } = await openSite(w, { visibility: 'public' });
    expect((await fetchPage(base)).headers['x-robots-tag']).toBeUndefined();
    const robots = (await fetchPage(`${base}robots.txt`)).body;
    expect(robots).toContain(`Sitemap: http://bindery.test${base}sitemap.xml`);
    const sitemap = (await fetchPage(`${base}sitemap.xml`)).body;
    // One list: loaders of documents don't follow an index.
    expect(sitemap).toContain('<urlset');
    expect(sitemap).not.toContain('<sitemap>');
    expect(sitemap).toContain(`<loc>http://bindery.test${base}install/bolts</loc>`);
    expect(sitemap).not.toContain('secret');
    expect((await fetchPage(`${base}llms.txt`)).body).toMatch(/^# Tide docs\n/);
  });

  it('unlisted: anyone with the address may read, and it is not listed', async () => {
    const { base } = await openSite(w, { visibility: 'unlisted' });
    const { status, headers } = await fetchPage(base);
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    for (const file of machineFiles) expect((await fetchPage(base + file)).status, file).toBe(404);
    expect((await fetchPage(`${base}robots.txt`)).body).toContain('Disallow: /\n');
  });

  it('visitor authentication: no one without a token, and nothing about the site', async () => {
    const { base } = await openSite(w, { visibility: 'visitor-auth' });
    for (const url of ['', 'install', '~/search?q=bolts', 'sitemap.xml', 'robots.txt', 'index.md']) {
      const { status, headers, body } = await fetchPage(base + url);
      expect([status, headers['cache-control']], url).toEqual([401, 'no-store']);
      expect(body).not.toMatch(/Tide docs|Welcome|bolts/i);
    }
  });

  it('shared by link: with its key only, which is in the links of the site', async () => {
    const { site, base } = await openSite(w, { visibility: 'share-link' });
    const key = await site.shareKey();
    for (const url of ['', 'install', 'wrong-key/install', '~/search?q=bolts', 'robots.txt', `${key}x/`]) {
      const { status, body } = await fetchPage(base + url);
      expect(status, url).toBe(404);
      expect(body).not.toMatch(/Tide docs|bolts/i);
    }
    const { status, headers, body } = await fetchPage(`${base}${key}/install`);
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const inside = linksIn(body).filter((url) => url.startsWith('/published'));
    expect(inside.length).toBeGreaterThan(3);
    for (const url of inside) expect(url).toContain(`${base}${key}/`);
  });
});

describe('a page as markdown', () => {
  it('has its own address, and whole addresses in it', async () => {
    const { site, base, guide } = await openSite(w);
    const [, install] = guide.pages;
    await writePages(site, 'Guide/Guide', [
      { title: 'Welcome', description: 'First of all', text: `Read [this](/pages/${install?.id}).\n` },
      { id: install?.id ?? '', title: 'Install', text: 'Here.\n' },
    ]);
    const whole = `http://bindery.test${base}`;
    const { status, headers, body } = await fetchPage(`${base}index.md`);
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(body).toBe(`# Welcome\n\nFirst of all\n\nRead [this](${whole}install.md).\n`);
    expect((await fetchPage(`${base}install`, { accept: 'text/markdown' })).body).toBe(
      '# Install\n\nHere.\n',
    );
  });
});

describe('conditions of a published site', () => {
  it('hide sections and site spaces from everything', async () => {
    const { site, base } = await openSite(w);
    await site.creator.patch(site.url(`/sections/${site.idOf('Reference')}`), {
      condition: 'visitor.claims.isStaff',
    });
    await as(w.admin).patch(site.url(), { adaptiveContent: { enabled: true } });
    const answers = await Promise.all(
      [
        '',
        'install',
        'reference/',
        'reference/users',
        '~/search?q=users',
        'sitemap.xml',
        'llms.txt',
        'users',
      ].map((url) => fetchPage(base + url)),
    );
    for (const { body } of answers) expect(body).not.toMatch(/Reference|About users/);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200, 200, 200, 404]);
  });
});
