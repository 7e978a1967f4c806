/** Addresses in the text of a page: where they lead within the console. */

/** Where an address leads, as far as it says by itself. */
type ContentHref =
  | { kind: 'page'; spaceId: string; pageId: string; anchor: string }
  | { kind: 'path'; path: string; anchor: string }
  | { kind: 'space'; spaceId: string }
  | { kind: 'file'; fileId: string }
  | { kind: 'here'; anchor: string }
  | { kind: 'external'; url: string }
  /** Nothing that may be followed, such as `javascript:`. */
  | { kind: 'none' };

/**
 * Reads an address: `/pages/ID#anchor`, `/files/ID`, `/spaces/ID`, `/spaces/ID/pages/ID`, `#anchor`, a path from the page,
 * or a web or mail address.
 *
 * @param from the space and the path of the page that the address stands on
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

/** A path as it is meant from a page: beside the page, or from the top where it begins with a slash. */
function resolvePath(path: string, from: string): string {
  const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') segments.pop();
    else if (part !== '' && part !== '.') segments.push(part);
  }
  return segments.join('/').replace(/\.md$/i, '');
}
