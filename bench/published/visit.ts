/** What the first visit of a plain page loads, and the next one. */
import { request } from 'node:http';
import type { Browser, Page } from 'playwright';
import type { PublishedServer } from './start-server.ts';

export interface Visit {
  /** Kilobytes, as brotli. */
  pageAndStyle: number;
  script: number;
  /** Of the browser to the server: for the first page, and for another one after it. */
  requests: number;
  laterRequests: number;
  /** Kept by the browser after both. */
  cookies: number;
}

/** Visits two pages of a site of fifty with an empty cache. */
export async function measureVisit(
  browser: Browser,
  { origin, plain, long }: PublishedServer,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let requests = 0;
  page.on('request', () => (requests += 1));
  await page.goto(origin + plain, { waitUntil: 'networkidle' });
  const first = requests;
  const style = await page.locator('link[rel=stylesheet]').evaluate((link: HTMLLinkElement) => link.href);
  const script = await page.locator('script').evaluate((element: HTMLScriptElement) => element.src);
  await page.goto(origin + long, { waitUntil: 'networkidle' });
  const laterRequests = await countTransfers(page);
  const cookies = (await context.cookies()).length;
  await context.close();
  return {
    pageAndStyle: (await sentKilobytes(origin + plain)) + (await sentKilobytes(style)),
    script: await sentKilobytes(script),
    requests: first,
    laterRequests,
    cookies,
  };
}

/** How many responses of the page came over the network, the page itself included. */
function countTransfers(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(
        (entry) => 'transferSize' in entry && Number(entry.transferSize) > 0,
      ).length,
  );
}

function sentKilobytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { accept: 'text/html', 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        response.statusCode === 200 && response.headers['content-encoding'] === 'br'
          ? resolve(bytes / 1024)
          : reject(new Error(`${url} returned ${response.statusCode}.`)),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
