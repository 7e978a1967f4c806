import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import { PIXEL } from '#server/test/content-factories.ts';
import { publishPage } from '#server/test/fake-web.ts';
import { archive, contentOf, publishWebsite, text } from '#server/test/imported-content.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

/** Depends on the load of the machine. */
const TIMEOUT_MS = 60_000;

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** An import that has come to its end, however long it takes. */
async function send(ask: object) {
  const { status, body } = await as(w.creator).post(`${w.base}/imports`, ask);
  return status === 202 ? endOf(body.id) : { status, body };
}

async function endOf(importId: string) {
  const response = await vi.waitFor(async () => {
    const { status, body } = await as(w.creator).get(`${w.base}/imports/${importId}`);
    expect(['waiting', 'running']).not.toContain(body.state);
    return { status, body };
  }, TIMEOUT_MS);
  return response;
}

async function reportOf(importId: string) {
  const { body } = await as(w.creator).get(`${w.base}/imports/${importId}/report?limit=1000`);
  return body.items.map(({ path, kind, message }: Record<string, string>) => [path, kind, message]);
}

function titlesOf(pages: readonly StoredPage[], indent = ''): string[] {
  return pages.flatMap(({ title, pages: below }) => [indent + title, ...titlesOf(below, `${indent}  `)]);
}

/** Imports a website from a path; returns titles, nested by indentation. */
async function importWebsite(origin: string, start: string): Promise<string[]> {
  const { body } = await send({ source: 'website', url: origin + start });
  expect({ state: body.state, error: body.error }).toEqual({ state: 'done', error: undefined });
  return titlesOf((await contentOf(body.space)).revision.pages);
}

describe('an import of a website', () => {
  it('stays below the address, in the order of the navigation, and takes what only the sitemap names', async () => {
    const origin = publishWebsite({
      '/docs':
        '<nav><a href="/docs/zebra">z</a><a href="/docs/apple/">a</a><a href="/shop">s</a></nav><main><h1>Docs</h1></main>',
      '/docs/zebra': '<title>Zebra | Tides</title><p>z</p>',
      '/docs/apple': '<h1>Apple</h1><a href="/docs/apple/pie">pie</a>',
      '/docs/apple/pie': '<h1>Pie</h1>',
      '/docs/hidden': '<h1>Only listed</h1>',
      '/shop': '<h1>Shop</h1>',
    });
    const listed = ['/shop', '/docs/hidden', '/docs/apple'].map(
      (path) => `<url><loc>${origin}${path}</loc></url>`,
    );
    publishPage(`${origin}/sitemap.xml`, `<urlset>${listed.join('')}</urlset>`, 'application/xml');
    expect(await importWebsite(origin, '/docs')).toEqual([
      'Docs',
      '  Zebra',
      '  Apple',
      '    Pie',
      '  Only listed',
    ]);
  });

  it('reads links and pictures of addresses that end with a slash, and names pages by their headings', async () => {
    const origin = publishWebsite({
      '/docs/': '<title>Start | Acme</title><h1>Docs</h1><a href="guide/">Guide</a>',
      '/docs/guide/':
        '<title>Intro | Acme</title><h1>Guide</h1><p><img src="../img/a.png" alt="A"> <img src="b.png" alt="B"> <a href="../other/">more</a></p>',
      '/docs/other/': '<title>Other | Acme</title><h1>Others</h1>',
    });
    for (const path of ['/docs/img/a.png', '/docs/guide/b.png'])
      publishPage(origin + path, PIXEL, 'image/png');
    // A host that has its pages at these addresses only.
    for (const path of ['/docs/guide', '/docs/other'])
      publishPage(origin + path, new FetchError('status', `${origin}${path} returned 404.`));
    const { body } = await send({ source: 'website', url: `${origin}/docs/` });
    const { revision, textOf } = await contentOf(body.space);
    expect(titlesOf(revision.pages)).toEqual(['Docs', '  Guide', '    Others']);
    expect(revision.files).toHaveLength(2);
    const guide = textOf('Guide');
    expect(guide).toMatch(
      /!\[A\]\((?!http)[^)]+\.png\) !\[B\]\((?!http)[^)]+\.png\) \[more\]\((?!http)[^)]+\)/,
    );
  });

  it('obeys robots.txt', async () => {
    const origin = publishWebsite({
      '/': '<h1>Home</h1><a href="/open">o</a><a href="/closed/a">c</a>',
      '/open': '<h1>Open</h1>',
      '/closed/a': '<h1>Closed</h1>',
    });
    publishPage(`${origin}/robots.txt`, 'User-agent: *\nDisallow: /closed/', 'text/plain');
    expect(await importWebsite(origin, '/')).toEqual(['Home', '  Open']);
    publishPage(`${origin}/robots.txt`, 'User-agent: *\nDisallow: /', 'text/plain');
    const { status, body } = await send({ source: 'website', url: `${origin}/` });
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('robots.txt of'),
    });
  });

  it('names the pages that could not be read', async () => {
    const origin = publishWebsite({ '/': '<h1>Home</h1><a href="/gone">g</a>' });
    const { body } = await send({ source: 'website', url: `${origin}/` });
    expect(await reportOf(body.id)).toEqual([
      [`${origin}/gone`, 'left-out', expect.stringContaining('The page could not be read')],
    ]);
    expect(body).toMatchObject({ isComplete: false, importedResources: 1, totalResources: 2 });
  });

  it('goes on with what it has fetched, where it had stopped for choices', async () => {
    const origin = publishWebsite({ '/': '<h1>Home</h1><a href="/a">a</a>', '/a': '<h1>First</h1>' });
    const { body: planned } = await send({ source: 'website', url: `${origin}/`, plan: true });
    expect(planned).toMatchObject({ state: 'planned', recognized: { kind: 'website', files: 2 } });
    publishPage(`${origin}/a`, '<h1>Second</h1>');
    await as(w.creator).post(`${w.base}/imports/${planned.id}/apply`, {});
    const { body } = await endOf(planned.id);
    expect(body.state).toBe('done');
    expect(titlesOf((await contentOf(body.space)).revision.pages)).toEqual(['Home', '  First']);
  });
});

describe('pictures of other hosts', () => {
  const pictures = () =>
    publishWebsite({ '/a.png': PIXEL, '/b?size=2': PIXEL, '/no.png': 'text' }, 'text/plain');

  it('stay at their addresses unless it is asked for', async () => {
    const host = pictures();
    const url = archive({ 'a.md': text(`# A\n\n![a](${host}/a.png)\n`) });
    const { body } = await send({ url });
    expect(body).toMatchObject({ isComplete: true, recognized: { pictures: 1 }, importedResources: 1 });
    expect((await contentOf(body.space)).textOf('A')).toContain(`${host}/a.png`);
  });

  it('become files, and what could not be fetched is named and stays', async () => {
    const host = pictures();
    const page = `# A\n\n![a](${host}/a.png) <img src="${host}/b?size=2">\n\n![n](${host}/no.png) ![m](${host}/missing.png)\n`;
    const url = archive({ 'docs/a.md': text(page), 'docs/b.md': text(`# B\n\n![a](${host}/a.png)\n`) });
    const { body } = await send({ url, fetchPictures: true });
    const { textOf, revision } = await contentOf(body.space);
    const paths = revision.files.map(({ git }) => git?.path ?? '');
    expect(paths).toEqual([
      expect.stringMatching(/^\.gitbook\/assets\/a-[\da-f]{8}\.png$/),
      expect.stringMatching(/^\.gitbook\/assets\/b-[\da-f]{8}\.png$/),
    ]);
    expect(textOf('A')).toBe(
      `![a](${paths[0]}) <img src="${paths[1]}">\n\n![n](${host}/no.png) ![m](${host}/missing.png)\n`,
    );
    expect(textOf('B')).toContain(`![a](${paths[0]})`);
    expect(await reportOf(body.id)).toEqual(
      expect.arrayContaining([
        [`${host}/no.png`, 'warning', expect.stringContaining('it is no PNG')],
        [`${host}/missing.png`, 'warning', expect.stringContaining('The picture stays at its address')],
        ['a.md', 'converted', expect.stringContaining('is written as')],
      ]),
    );
    expect(body.totalResources - body.importedResources).toBe(2);
  });
});
