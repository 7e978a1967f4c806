/** Links in page content: their targets in the console. */

/** A parsed link target. */
type ContentHref =
  | { kind: 'page'; spaceId: string; pageId: string; anchor: string }
  | { kind: 'path'; path: string; anchor: string }
  | { kind: 'space'; spaceId: string }
  | { kind: 'file'; fileId: string }
  | { kind: 'here'; anchor: string }
  | { kind: 'external'; url: string }
  /** Not followed, such as `javascript:`. */
  | { kind: 'none' };

/**
 * Parses a link: `/pages/ID#anchor`, `/files/ID`, `/spaces/ID`, `/spaces/ID/pages/ID`, `#anchor`, a relative path, or a
 * web or mail URL.
 */
export function parseHref(href: string, from: { spaceId: string; path: string }): ContentHref {
  const address = href.trim();
  if (/^(https?:\/\/|mailto:)/i.test(address)) return { kind: 'external', url: address };
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return { kind: 'none' };
  const [before = '', anchor = ''] = address.split('#', 2);
  if (before === '') return { kind: 'here', anchor };
  const [, root, id = '', inner, innerId = ''] = before.startsWith('/') ? before.split('/') : [];
  if (root === 'pages' && id) return { kind: 'page', spaceId: from.spaceId, pageId: id, anchor };
  if (root === 'files' && id) return { kind: 'file', fileId: id };
  if (root === 'spaces' && id) {
    return inner === 'pages' && innerId
      ? { kind: 'page', spaceId: id, pageId: innerId, anchor }
      : { kind: 'space', spaceId: id };
  }
  return { kind: 'path', path: resolvePath(before, from.path), anchor };
}

/** Resolves a path relative to a page, or from the root if it starts with a slash. */
function resolvePath(path: string, from: string): string {
  const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') segments.pop();
    else if (part !== '' && part !== '.') segments.push(part);
  }
  return segments.join('/').replace(/\.md$/i, '');
}
