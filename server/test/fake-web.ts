import { FetchError, type FetchFailure } from '#server/network/fetch-error.ts';
import {
  createFetcher,
  type Fetched,
  type Fetcher,
  type FetchOptions,
} from '#server/network/guarded-fetch.ts';

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

/** A download of what another function fetches as a whole. */
function downloadWith(fetch: (url: string, options?: FetchOptions) => Promise<Fetched>): Fetcher['download'] {
  return async (url, { write, ...options }) => {
    const { body, ...head } = await fetch(url, options);
    if (body.length > (options.maxBytes ?? Infinity))
      throw new FetchError(
        'too-large',
        `The response is larger than ${Math.round((options.maxBytes ?? 0) / 1024 / 1024)} MiB.`,
      );
    await write(body);
    return head;
  };
}

/** A fetcher that answers itself. */
export function fetcherOf(respond: (url: string) => Promise<Fetched>): Fetcher {
  const send = () => Promise.reject(new Error('Nothing is sent in this test.'));
  return Object.assign(respond, {
    check: () => {},
    download: downloadWith(respond),
    send,
    transfer: send,
    allowsPlain: () => false,
    allowPrivate: false,
  });
}

const guarded = createFetcher({ allowPrivate: false, timeoutMs: 2000, resolve: async () => [] });

/** The fetcher of the tests' app: fake pages, behind the real checks. */
export const testFetcher: Fetcher = Object.assign(fetchFake, {
  check: guarded.check,
  async transfer(...[url, options]: Parameters<Fetcher['transfer']>) {
    guarded.check(url);
    const page = pages.get(url);
    if (page && 'failure' in page) throw new FetchError(page.failure, page.message);
    if (!page) return guarded.transfer(url, options);
    await options.write(page.body);
    return { status: 200, headers: { 'content-type': page.contentType } };
  },
  allowsPlain: guarded.allowsPlain,
  download: downloadWith(fetchFake),
  async send(...[url, options]: Parameters<Fetcher['send']>) {
    guarded.check(url);
    const page = pages.get(url);
    if (page && 'failure' in page) throw new FetchError(page.failure, page.message);
    return page
      ? { status: 200, headers: { 'content-type': page.contentType }, body: page.body }
      : guarded.send(url, options);
  },
  allowPrivate: false,
});

async function fetchFake(...[url, options]: Parameters<Fetcher>): Promise<Fetched> {
  guarded.check(url);
  const page = pages.get(url);
  if (page && 'failure' in page) throw new FetchError(page.failure, page.message);
  return page ? { url, charset: '', ...page } : guarded(url, options);
}
