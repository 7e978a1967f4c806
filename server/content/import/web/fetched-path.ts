import { createHash } from 'node:crypto';
import { parseUrl } from '#server/base/parse-url.ts';
import { decodePath } from '../trees/paths.ts';

/** Of a name in a path, in characters. */
const MAX_NAME = 100;

/** The path of a page by its address: the same at each import, so that the next one updates it. In its distinct form it meets no other. */
export function pagePath(address: string, form: 'plain' | 'distinct' = 'plain'): string {
  const { pathname = '', search = '' } = parseUrl(address) ?? {};
  const names = namesOf(pathname);
  const last = names.pop()?.replace(/\.(?:html?|md|markdown)$/i, '') ?? 'index';
  const suffix = search === '' && form === 'plain' ? '' : `-${hashOf(address)}`;
  return [...names, `${last}${suffix}.md`].join('/');
}

/**
 * The path of a picture by its address: at the same host as its page where the website has it, else in the folder of a
 * book for files.
 */
export function picturePath(address: string, extension: string, host?: string): string {
  const url = parseUrl(address);
  const names = namesOf(url?.pathname ?? '');
  const name = names.at(-1) ?? 'picture';
  const stem = name.replace(/\.\w{1,5}$/, '');
  const isMirrored = url?.host === host && url?.search === '' && stem !== name;
  if (isMirrored && withinFormat(name, extension)) return names.join('/');
  return `.gitbook/assets/${stem}-${hashOf(address)}.${extension}`;
}

function withinFormat(name: string, extension: string): boolean {
  return name
    .toLowerCase()
    .replace(/\.jpeg$/, '.jpg')
    .endsWith(`.${extension}`);
}

/** The names of a path without what file systems have a meaning for. */
function namesOf(pathname: string): string[] {
  return pathname
    .split('/')
    .map((part) =>
      decodePath(part)
        .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, '-')
        .slice(0, MAX_NAME)
        .trim(),
    )
    .filter((name) => !/^\.*$/.test(name));
}

function hashOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 8);
}
