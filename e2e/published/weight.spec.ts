/** The cost of a visit to a published site: bytes, requests, cookies, other hosts. */
import type { Page } from '@playwright/test';
import { request as httpRequest } from 'node:http';
import { expect, test } from '../fixtures.ts';
import { createPublishedSite, recordRequests } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import { pictureUrl } from './sample-site.ts';

const KILOBYTE = 1024;
const MAX_PAGE_AND_STYLE = 8 * KILOBYTE;
const MAX_SCRIPT = 8 * KILOBYTE;

const plainText = Array.from(
  { length: 4 },
  (_, part) => `## Part ${part + 1}

The gauge measures the height of the water ten times a second and sends one reading a minute. Readings are kept for
thirteen months, then only the highest and the lowest of each day.

Before you change part ${part + 1}, switch the gauge to standby and wait for the green light. It answers within a second.
`,
).join('\n');

/** The bytes of a response as they are sent, compressed by brotli. */
function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { headers: { accept: 'text/html', 'accept-encoding': 'br' } },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () =>
          response.statusCode === 200 && response.headers['content-encoding'] === 'br'
            ? resolve(bytes)
            : reject(new Error(`${url} returned ${response.statusCode}`)),
        );
      },
    );
    request.on('error', reject);
    request.end();
  });
}

/** How many responses of the page came over the network, the page itself included. */
const countTransfers = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(
        (entry) => 'transferSize' in entry && Number(entry.transferSize) > 0,
      ).length,
  );

test('a plain page of fifty is light, and only the first visit loads more than it', async ({
  organization,
  page,
}) => {
  const pages = Array.from({ length: 50 }, (_, index) => insertPage(`Chapter ${index + 1}`, plainText));
  const { base } = await createPublishedSite(
    organization,
    { Guide: ['Guide pages'] },
    { 'Guide pages': pages },
  );
  const urls = recordRequests(page);
  await page.goto(`${base}chapter-7`, { waitUntil: 'networkidle' });
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(4);
  expect(await countTransfers(page)).toBeGreaterThan(1);
  const style = await page.locator('link[rel=stylesheet]').evaluate((link: HTMLLinkElement) => link.href);
  const script = page.locator('script');
  await expect(script).toHaveCount(1);
  await expect(script).toHaveAttribute('defer');
  const scriptUrl = await script.evaluate((element: HTMLScriptElement) => element.src);
  expect((await sentBytes(page.url())) + (await sentBytes(style))).toBeLessThanOrEqual(MAX_PAGE_AND_STYLE);
  expect(await sentBytes(scriptUrl)).toBeLessThanOrEqual(MAX_SCRIPT);

  await page.goto(`${base}chapter-8`, { waitUntil: 'networkidle' });
  expect(await countTransfers(page), 'style and script are kept').toBe(1);
  await page.goto(`${base}chapter-7`, { waitUntil: 'networkidle' });
  expect(await countTransfers(page)).toBe(1);
});

test('a visit leaves no trace before a choice, and asks no other host but those of pictures @details', async ({
  sampleSite,
  context,
  page,
}) => {
  await page.route(pictureUrl, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const { base } = sampleSite;
  const urls = recordRequests(page);
  const cookies: string[] = [];
  page.on('response', async (response) => {
    if ((await response.headerValue('set-cookie')) !== null) cookies.push(response.url());
  });
  for (const path of ['', 'instruments', 'reference/', '~/search?q=gauge', 'pictures'])
    await page.goto(base + path, { waitUntil: 'networkidle' });
  const others = urls.filter((url) => new URL(url).origin !== new URL(page.url()).origin);
  expect([...new Set(others)]).toEqual([pictureUrl]);
  expect(cookies).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
});

test('every kind of answer to a visitor has the policy of published pages', async ({
  sampleSite,
  request,
}) => {
  const { base } = sampleSite;
  const console = new URL(process.env.BINDERY_URL ?? '').origin;
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${console}`;
  const paths = [
    '',
    'instruments',
    'none',
    '~/search?q=gauge',
    '~/none',
    'robots.txt',
    'sitemap.xml',
    'index.md',
  ];
  const urls = [
    ...paths.map((path) => base + path),
    '/published/none/none/',
    '/published',
    '/published/none',
  ];
  for (const url of urls) {
    const response = await request.get(url);
    expect([url, response.headers()['content-security-policy']]).toEqual([url, policy]);
    expect(response.headers()['x-content-type-options']).toBe('nosniff');
  }
});
