/** What a path in a repository leads to. */
export interface SourceTarget {
  /** `space-page`: a page of another space; its id is that of {@link neighborIdOf}. */
  kind: 'page' | 'file' | 'include' | 'space-page';
  id: string;
}

/** Names a page of another space, as addresses below `/spaces/` do. */
export const neighborIdOf = ({ space, page }: { space: string; page: string }): string =>
  `${space}/pages/${page}`;

/** What each path leads to. */
export interface PathMap extends Iterable<[path: string, target: SourceTarget]> {
  get: (path: string) => SourceTarget | undefined;
}

/** Files by their paths. Plain data where it is sent to task processes. */
interface PathIndex {
  readonly exact: PathMap;
  /** Whether some of its paths lead out of the root of the book. */
  readonly leadsOut?: boolean;
  /**
   * By paths without letter case and in one form of Unicode: other systems name the same file differently. Made when an
   * address needs it.
   */
  folded?: ReadonlyMap<string, SourceTarget>;
  /** All ways to name a file or the folder that it stands for, folded: what is not here leads to none of the files. */
  names?: ReadonlySet<string>;
}

/** The files of a book by their paths, in lists. Of two files with the same path, the first is found. */
export type SourcePaths = readonly PathIndex[];

export function indexSourcePaths(files: Iterable<SourceTarget & { path: string }>): SourcePaths {
  const exact = new Map<string, SourceTarget>();
  let leadsOut = false;
  for (const { path, kind, id } of files) {
    if (!exact.has(path)) exact.set(path, { kind, id });
    leadsOut ||= isOutside(path);
  }
  return exact.size === 0 ? [] : [{ exact, ...(leadsOut && { leadsOut }) }];
}

function foldedOf(index: PathIndex): ReadonlyMap<string, SourceTarget> {
  if (index.folded) return index.folded;
  const folded = new Map<string, SourceTarget>();
  for (const [path, target] of index.exact) {
    const key = fold(path);
    if (!folded.has(key)) folded.set(key, target);
  }
  index.folded = folded;
  return folded;
}

function namesOf(index: PathIndex): ReadonlySet<string> {
  if (index.names) return index.names;
  const names = new Set<string>();
  for (const [path] of index.exact) {
    const name = fold(path);
    names.add(name);
    const ending = [...ENDINGS, ...IMAGE_ENDINGS].find((one) => name.endsWith(one));
    if (ending !== undefined) names.add(name.slice(0, -ending.length));
    if (isFolderFile(path)) names.add(folderOf(name));
  }
  index.names = names;
  return names;
}

const fold = (path: string): string => path.normalize('NFC').toLowerCase();

/** Names of the file that a link to its folder means. */
const FOLDER_FILES = ['README.md', 'index.md', 'readme.markdown', 'index.mdx'];
const ENDINGS = ['.md', '.mdx', '.markdown'];
/** Some exports name pictures without their ending. */
const IMAGE_ENDINGS = ['.svg', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif'];

/** Addresses of other kinds than paths. */
const SCHEME = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** Whether a file stands for the folder that it is in. */
export function isFolderFile(path: string): boolean {
  return FOLDER_FILES.some((name) => fold(fileNameOf(path)) === fold(name));
}

/**
 * What an address in the file `from` leads to: relative to its folder, or from the root of the book if it begins with a
 * slash; with or without an ending, or to a folder. Undefined for addresses of other kinds and for missing files. A path out
 * of the root leads to what has such a path: a page of another book.
 */
export function resolveSourcePath(
  paths: SourcePaths,
  from: string,
  address: string,
): SourceTarget | undefined {
  if (paths.length === 0 || SCHEME.test(address)) return undefined;
  // A name may have the signs that otherwise end a path.
  const names = new Set([address.split('#')[0]?.split('?')[0] ?? '', address.split('#')[0] ?? '', address]);
  for (const name of names) {
    if (name === '') continue;
    for (const way of new Set([decodePath(name), name, decodePath(unescapePath(name))])) {
      const path = resolvePath(from, way);
      const among = isOutside(path) ? paths.filter(({ leadsOut }) => leadsOut) : paths;
      const target = among.length === 0 ? undefined : findPath(among, path, way.endsWith('/'));
      if (target) return target;
    }
  }
  return undefined;
}

/** A path without the escapes of Markdown: some exports write `error\_1.md`. */
export const unescapePath = (path: string): string => path.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

function findPath(paths: SourcePaths, path: string, isFolder: boolean): SourceTarget | undefined {
  if (!isFolder) {
    for (const { exact } of paths) {
      const target = exact.get(path);
      if (target) return target;
    }
  }
  // Most addresses without a file, such as those with ids, end here: the candidates are many.
  const name = fold(path);
  if (!paths.some((index) => namesOf(index).has(name))) return undefined;
  const files = path === '' ? [] : [path, ...ENDINGS.map((ending) => path + ending)];
  const inFolder = FOLDER_FILES.map((name) => (path === '' ? name : `${path}/${name}`));
  const images = path === '' || isFolder ? [] : IMAGE_ENDINGS.map((ending) => path + ending);
  const candidates = isFolder ? [...inFolder, ...files] : [...files, ...inFolder, ...images];
  for (const candidate of candidates) {
    for (const { exact } of paths) {
      const target = exact.get(candidate);
      if (target) return target;
    }
  }
  for (const candidate of candidates) {
    const key = fold(candidate);
    for (const index of paths) {
      const target = foldedOf(index).get(key);
      if (target) return target;
    }
  }
  return undefined;
}

/** Resolves a path from the folder of a file; undefined if it leads out of the root. */
export function joinPath(from: string, path: string): string | undefined {
  const resolved = resolvePath(from, path);
  return isOutside(resolved) ? undefined : resolved;
}

/** The same, where one that leads out of the root begins with `../`. */
function resolvePath(from: string, path: string): string {
  const way = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..' && way.length > 0 && way.at(-1) !== '..') way.pop();
    else if (part !== '' && part !== '.') way.push(part);
  }
  return way.join('/');
}

const isOutside = (path: string): boolean => path === '..' || path.startsWith('../');

/**
 * The path out of the root of the book that an address in the file `from` means: `../api/auth.md`, with a slash at its end if
 * the address has one. Undefined for all other addresses.
 */
export function outsidePath(from: string, address: string): string | undefined {
  if (!address.includes('..') || SCHEME.test(address)) return undefined;
  const [written = ''] = address.split(/[?#]/);
  const path = resolvePath(from, decodePath(written));
  if (!isOutside(path)) return undefined;
  return written.endsWith('/') ? `${path}/` : path;
}

/** The address of a file relative to another one, as a link writes it. */
export function relativePath(from: string, to: string): string {
  const folder = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared])
    shared += 1;
  const up = folder.slice(shared).map(() => '..');
  return [...up, ...target.slice(shared)].map(encodeSegment).join('/');
}

/** Blanks stay: where they need a sign, the syntax of the link writes it. */
const encodeSegment = (segment: string): string =>
  segment.replaceAll(/[%?#\\]/g, (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}`);

export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Percent-decodes a text; an invalid one stays unchanged. */
export function decodePath(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
