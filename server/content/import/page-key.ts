import { parseUrl } from '#server/base/parse-url.ts';

/** Normalizes a URL to a page key: without fragment, and the same for a folder and its index page. */
export function keyOf(url: string): string {
  const key = parseUrl(url);
  if (!key) return url;
  key.hash = '';
  if (key.pathname !== '/')
    key.pathname = key.pathname.replace(/\/index\.html?$/i, '/').replace(/(?<=.)\/$/, '');
  return key.href;
}
