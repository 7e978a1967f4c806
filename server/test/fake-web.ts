import { FetchError, type FetchFailure } from '#server/network/fetch-error.ts';
import { createFetcher, type Fetched, type Fetcher } from '#server/network/guarded-fetch.ts';

/** The content of a fake URL: a page, or why fetching it fails. */
export type WebPage = { contentType: string; body: Buffer } | { failure: FetchFailure; message: string };

const pages = new Map<string, WebPage>();
const listeners = new Set<(url: string, page: WebPage) => void>();

/** Publishes content at a fake URL, or makes it fail; returns the URL. */
export function publishPage(
  url: string,
  body: string | Buffer | FetchError,
  contentType = 'text/html',
): string {
  if (body instanceof FetchError) setPage(url, { failure: body.failure, message: body.message });
  else setPage(url, { contentType, body: Buffer.from(body) });
  return url;
}

export function setPage(url: string, page: WebPage): void {
  pages.set(url, page);
  for (const listener of listeners) listener(url, page);
}

/** Calls `listener` for all fake pages, existing and new ones. */
export function onPageSet(listener: (url: string, page: WebPage) => void): void {
  for (const [url, page] of pages) listener(url, page);
  listeners.add(listener);
}

/** A fetcher that answers itself. */
export function fetcherOf(respond: (url: string) => Promise<Fetched>): Fetcher {
  const send = () => Promise.reject(new Error('Nothing is sent in this test.'));
  return Object.assign(respond, { check: () => {}, send, allowPrivate: false });
}

const guarded = createFetcher({ allowPrivate: false, timeoutMs: 2000, resolve: async () => [] });

/** The fetcher of the tests' app: fake pages, behind the real checks. */
export const testFetcher: Fetcher = Object.assign(
  async (...[url, options]: Parameters<Fetcher>) => {
    guarded.check(url);
    const page = pages.get(url);
    if (page && 'failure' in page) throw new FetchError(page.failure, page.message);
    return page ? { url, charset: '', ...page } : guarded(url, options);
  },
  {
    check: guarded.check,
    async send(...[url, options]: Parameters<Fetcher['send']>) {
      guarded.check(url);
      const page = pages.get(url);
      if (page && 'failure' in page) throw new FetchError(page.failure, page.message);
      return page
        ? { status: 200, headers: { 'content-type': page.contentType }, body: page.body }
        : guarded.send(url, options);
    },
    allowPrivate: false,
  },
);
