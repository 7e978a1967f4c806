import { afterAll, describe, expect, it } from 'vitest';
import { unpack } from '#server/content/import/convert-pages.ts';
import type { ImportedPage } from '#server/content/import/imported-page.ts';
import { endTaskProcesses } from '#server/content/tasks/run-task.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import { fetcherOf } from '#server/test/fake-web.ts';
import { collectWebsite } from './collect-web.ts';

afterAll(() => endTaskProcesses());

const SITE = 'https://tides.example';

/** Collects a site of pages by path; returns titles, nested by indentation, and the paths that were fetched. */
async function collect(start: string, pages: Record<string, string>) {
  const fetched: string[] = [];
  const fetcher = fetcherOf(async (url) => {
    const { pathname } = new URL(url);
    const body = pages[pathname];
    fetched.push(pathname);
    if (body === undefined) throw new FetchError('refused', 'missing');
    const contentType = pathname.endsWith('.txt') || pathname.endsWith('.xml') ? 'text/plain' : 'text/html';
    return { url, contentType, charset: 'utf-8', body: Buffer.from(body) };
  });
  const signal = new AbortController().signal;
  const content = await collectWebsite(SITE + start, { fetcher, organizationId: 'a', signal });
  return { titles: titlesOf(content.pages.map((page) => unpack(page))), fetched, total: content.total };
}

function titlesOf(pages: readonly ImportedPage[], indent = ''): string[] {
  return pages.flatMap(({ title, pages: below }) => [indent + title, ...titlesOf(below, `${indent}  `)]);
}

describe('collectWebsite', () => {
  it('stays below the address, in the order of the navigation, and takes what only the sitemap names', async () => {
    const { titles, fetched } = await collect('/docs/', {
      '/docs/':
        '<nav><a href="/docs/zebra">z</a><a href="/docs/apple/">a</a><a href="/shop">s</a></nav><main><h1>Docs</h1></main>',
      '/docs/zebra': '<title>Zebra | Tides</title><p>z</p>',
      '/docs/apple': '<h1>Apple</h1><a href="/docs/apple/pie">pie</a>',
      '/docs/apple/pie': '<h1>Pie</h1>',
      '/docs/hidden': '<h1>Only listed</h1>',
      '/shop': '<h1>Shop</h1>',
      '/sitemap.xml': `<urlset>${['/shop', '/docs/hidden', '/docs/apple'].map((path) => `<url><loc>${SITE}${path}</loc></url>`).join('')}</urlset>`,
    });
    expect(titles).toEqual(['Docs', '  Zebra', '  Apple', '    Pie', '  Only listed']);
    expect(fetched).not.toContain('/shop');
  });

  it('obeys robots.txt', async () => {
    const pages = {
      '/': '<h1>Home</h1><a href="/open">o</a><a href="/closed/a">c</a>',
      '/open': '<h1>Open</h1>',
      '/closed/a': '<h1>Closed</h1>',
    };
    const { titles } = await collect('/', { ...pages, '/robots.txt': 'User-agent: *\nDisallow: /closed/' });
    expect(titles).toEqual(['Home', '  Open']);
    await expect(collect('/', { ...pages, '/robots.txt': 'User-agent: *\nDisallow: /' })).rejects.toThrow(
      'robots.txt of tides.example',
    );
  });

  it('takes at most five hundred pages', async () => {
    const numbers = Array.from({ length: 510 }, (_, n) => n);
    const { titles } = await collect('/', {
      '/': numbers.map((n) => `<a href="/${n}">${n}</a>`).join(' '),
      ...Object.fromEntries(numbers.map((n) => [`/${n}`, `<title>Page ${n}</title>`])),
    });
    expect(titles).toHaveLength(500);
  });
});
