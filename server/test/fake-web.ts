import { FetchError, type FetchFailure } from '#server/fetching/fetch-error.ts';
import { createFetcher, type Fetcher } from '#server/fetching/guarded-fetch.ts';

/** What an address of the tests' web holds: a page, or why fetching it fails. */
export type WebPage = { contentType: string; body: Buffer } | { failure: FetchFailure; message: string };

const pages = new Map<string, WebPage>();
const watchers = new Set<(url: string, page: WebPage) => void>();

/** Puts something on the web of the tests, or has its address fail; returns the address. */
export function publishPage(
  url: string,
  body: string | Buffer | FetchError,
  contentType = 'text/html',
): string {
  if (body instanceof FetchError) setPage(url, { failure: body.failure, message: body.message });
  else setPage(url, { contentType, body: Buffer.from(body) });
  return url;
}

/** Puts a page on the web of the tests. */
export function setPage(url: string, page: WebPage): void {
  pages.set(url, page);
  for (const watch of watchers) watch(url, page);
}

/** Calls `watch` with all that is on the web of the tests, and with all that comes. */
export function onPageSet(watch: (url: string, page: WebPage) => void): void {
  for (const [url, page] of pages) watch(url, page);
  watchers.add(watch);
}

const guarded = createFetcher({ allowPrivate: false, timeoutMs: 2000, resolve: async () => [] });

/** The fetcher of the tests' app: what tests have published, behind the same guard as ever. */
export const testFetcher: Fetcher = Object.assign(
  async (...[url, options]: Parameters<Fetcher>) => {
    guarded.check(url);
    const found = pages.get(url);
    if (found && 'failure' in found) throw new FetchError(found.failure, found.message);
    return found ? { url, charset: '', ...found } : guarded(url, options);
  },
  { check: guarded.check },
);
