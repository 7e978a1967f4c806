import { replaceLinks } from '#api/source-links.ts';
import { relativePath } from '#api/source-paths.ts';
import { trimSlashes } from '#server/base/trim-slashes.ts';

/** The folder of a path, without a slash at its end; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The last segment of a path without its extension. */
export function stemOf(path: string): string {
  return nameOf(path).replace(/(?<=.)\.[^.]*$/, '');
}

/** A title from a path: `guides/first-steps.md` is "First steps". */
export function titleFromPath(path: string): string {
  const words = decodePath(nameOf(path.replace(/\/$/, '')))
    .replace(/\.(md|markdown|mdx|html?|txt)$/i, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? 'Imported page' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Joins two paths without resolving dots. */
export function joinPath(folder: string, path: string): string {
  return folder === '' || path === '' ? folder + path : `${folder}/${path}`;
}

/** Resolves `.` and `..`; undefined for a path that leaves the source. */
export function normalizePath(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Resolves a path beside a file; `/` starts at `root`. */
export function resolvePath(target: string, from: string, root = ''): string | undefined {
  return normalizePath(target.startsWith('/') ? joinPath(root, target) : joinPath(folderOf(from), target));
}

/** Decodes percent signs; invalid ones stay. */
export function decodePath(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address of a page without what makes no difference: slashes at its ends, letter case, the name of its folder's page. */
export function addressKey(address: string): string {
  return trimSlashes(decodePath(address))
    .replace(/(?:^|\/)index$/i, '')
    .toLowerCase();
}

export const MARKDOWN = /\.(?:md|mdx|mdoc|markdown)$/i;

/** The path of the file that a page gets: Markdown that was something else ends like Markdown. */
export function writtenPath(path: string): string {
  return MARKDOWN.test(path) ? path : `${path.replace(/\.\w+$/, '')}.md`;
}

/** A path from a folder, which may lead out of it; not encoded. */
export function pathFrom(folder: string, path: string): string {
  const [from, to] = [folder === '' ? [] : folder.split('/'), path.split('/')];
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** Sorts names as people do: numbers by value. */
export function comparePaths(a: string, b: string): number {
  return COLLATOR.compare(a, b) || (a < b ? -1 : 1);
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** A text of one file for another one: its relative links lead to the same files. */
export function relativeFolder(markdown: string, from: string, to: string): string {
  if (folderOf(from) === folderOf(to)) return markdown;
  return replaceLinks(markdown, (address) => {
    if (!/^\.{0,2}\/?[^/:#?]/.test(address) || /^(?:\/|[a-z][a-z\d+.-]*:)/i.test(address)) return undefined;
    const [path = '', rest = ''] = address.split(/(?=[?#])(.*)/s);
    const resolved = resolvePath(decodePath(path), from);
    return resolved === undefined ? undefined : relativePath(to, resolved) + rest;
  });
}
