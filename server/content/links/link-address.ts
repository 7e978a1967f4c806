import { parseUrl } from '#server/fetching/parse-url.ts';

/** Where a URL in a text leads, by the URL alone. */
export type ParsedLink =
  | { kind: 'page'; pageId: string; anchor?: string }
  | { kind: 'path'; path: string; anchor?: string }
  | { kind: 'here'; anchor?: string }
  | { kind: 'file'; fileId: string }
  | { kind: 'space'; spaceId: string; pageId?: string; anchor?: string }
  | { kind: 'console' }
  | { kind: 'external' };

/** What a URL is resolved against. */
export interface LinkContext {
  spaceId: string;
  /** The path of the page that contains the URL. */
  pagePath: string;
  /** The console's URL; without it only URLs without a host count as the console's. */
  publicUrl?: string | undefined;
}

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Parses a URL as described in `storage.ts`. Whether the target exists is not checked. */
export function parseAddress(href: string, context: LinkContext): ParsedLink {
  const address = href.trim();
  if (SCHEME.test(address)) return isConsole(address, context.publicUrl) ? CONSOLE : EXTERNAL;
  const [beforeAnchor = '', ...fragments] = address.split('#');
  const fragment = fragments.length > 0 ? decode(fragments.join('#')) : '';
  const anchor = fragment === '' ? {} : { anchor: fragment };
  const path = beforeAnchor.split('?')[0] ?? '';
  if (path === '') return { kind: 'here', ...anchor };
  const parts = path.split('/').map(decode);
  if (path.startsWith('/')) {
    const known = parseRootPath(parts.slice(1), anchor, context.spaceId);
    if (known) return known;
  }
  return { kind: 'path', path: resolvePath(parts, context.pagePath), ...anchor };
}

const CONSOLE: ParsedLink = { kind: 'console' };
const EXTERNAL: ParsedLink = { kind: 'external' };

function parseRootPath(
  [root, id = '', inner, pageId]: readonly string[],
  anchor: { anchor?: string },
  spaceId: string,
): ParsedLink | undefined {
  if (root === 'o') return CONSOLE;
  if (id === '') return undefined;
  if (root === 'pages') return { kind: 'page', pageId: id, ...anchor };
  if (root === 'files') return { kind: 'file', fileId: id };
  if (root !== 'spaces') return undefined;
  const page = inner === 'pages' && pageId !== undefined && pageId !== '' ? { pageId } : {};
  if (id !== spaceId) return { kind: 'space', spaceId: id, ...page, ...anchor };
  return page.pageId === undefined
    ? { kind: 'space', spaceId }
    : { kind: 'page', pageId: page.pageId, ...anchor };
}

function isConsole(address: string, publicUrl: string | undefined): boolean {
  const base = publicUrl === undefined ? undefined : parseUrl(publicUrl);
  const url = base && parseUrl(address, base.href);
  if (!base || !url) return false;
  return url.origin === base.origin && `${url.pathname}/`.startsWith(base.pathname.replace(/\/*$/, '/'));
}

/** Resolves a path relative to a page, or from the root if it starts with a slash. */
function resolvePath(parts: readonly string[], pagePath: string): string {
  const isAbsolute = parts[0] === '';
  const way = isAbsolute ? [] : pagePath.split('/').slice(0, -1);
  for (const part of parts) {
    if (part === '..') way.pop();
    else if (part !== '' && part !== '.') way.push(part);
  }
  return way.join('/').replace(/\.md$/i, '');
}

/** Percent-decodes a text; an invalid one stays as it is. */
function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
