import { FetchError } from '#server/fetching/fetch-error.ts';
import { createFetcher, type Fetcher } from '#server/fetching/guarded-fetch.ts';

const pages = new Map<string, { contentType: string; body: Buffer } | FetchError>();

/** Puts something on the web of the tests, or has its address fail; returns the address. */
export function publish(url: string, body: string | Buffer | FetchError, contentType = 'text/html'): string {
  pages.set(url, body instanceof FetchError ? body : { contentType, body: Buffer.from(body) });
  return url;
}

const guarded = createFetcher({ allowPrivate: false, timeLimit: 2000, resolve: async () => [] });

/** The fetcher of the tests' app: what tests have published, behind the same guard as ever. */
export const testFetcher: Fetcher = Object.assign(
  async (...[url, options]: Parameters<Fetcher>) => {
    guarded.check(url);
    const found = pages.get(url);
    if (found instanceof FetchError) throw found;
    return found ? { url, charset: '', ...found } : guarded(url, options);
  },
  { check: guarded.check },
);
