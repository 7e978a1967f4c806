import { indexSourcePaths, resolveSourcePath, type SourcePaths } from '#api/source-paths.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { bookPathOf } from '../import-plan.ts';
import {
  addressesInBook,
  addressOfFile,
  INDEX,
  type OutlineItem,
  type Outline,
  pageAddresses,
} from './outline.ts';
import { addressKey, decodePath, folderOf, joinPath, normalizePath, resolvePath, stemOf } from './paths.ts';
import type { SourceBooks } from './source-books.ts';
import type { SourceFiles } from './source-files.ts';
import { pathOfTarget } from './summary.ts';

/** What a link or picture leads to. */
export interface ResolvedTarget {
  path: string;
  /** With its `#`; empty without one. */
  fragment: string;
  /** Whether it is found from the page or the root of the book as links are read: with `.md` or the page of a folder. */
  isExact: boolean;
}

/** A link that leads to no file. */
export type UnresolvedTarget = 'external' | 'missing' | { address: string };

const MAX_REDIRECTS = 5;
const ENDINGS = ['.md', '.mdx', '.markdown', '/README.md', '/index.md', '/index.mdx', '.html', '/index.html'];

/** Finds the files that links of a book lead to, by their paths or by the addresses of its previous site. */
export class PageTargets {
  readonly #files: SourceFiles;
  readonly #outline: Outline;
  readonly #books: SourceBooks;
  /** Pages by the path of their address. */
  readonly #addresses = new Map<string, string>();

  /** Addresses of pages that were moved, with where they are now. */
  readonly #redirects: ReadonlyMap<string, string>;

  #assets: readonly string[] | undefined;
  /** As the stored text will be read. */
  readonly #stored: SourcePaths;

  constructor(files: SourceFiles, outline: Outline, books: SourceBooks) {
    this.#files = files;
    this.#outline = outline;
    this.#books = books;
    this.#stored = indexSourcePaths(
      files.below(outline.root).map((path) => ({ path: bookPathOf(outline, path), kind: 'file', id: path })),
    );
    // Texts of GitBook stay byte for byte as they are.
    const redirects = outline.kind === 'gitbook' ? [] : outline.redirects;
    const bases = ['', ...(outline.basePaths ?? [])];
    this.#redirects = new Map(
      bases
        .toReversed()
        .flatMap((base) => (redirects ?? []).map(({ from, to }) => [addressKey(joinPath(base, from)), to])),
    );
    this.#addAddresses(outline.items, 0);
  }

  /** What a target leads to; one of a fetched page that is no file of the source, to its address. */
  resolve(target: string, page: string): ResolvedTarget | UnresolvedTarget {
    const fetched = this.#files.fetchedPage(page);
    // A text may have thousands of paths, and each that is no URL would be an exception.
    const mayBeUrl = fetched !== undefined || /^https?:/i.test(target.trim());
    const url = mayBeUrl ? parseUrl(target.trim(), fetched?.url) : undefined;
    const isWeb = url !== undefined && /^https?:$/.test(url.protocol);
    if (isWeb && (fetched || this.#files.fetchedFrom(url.href) !== undefined))
      return this.#resolveFetched(url, target, page);
    return this.#resolveFile(target, page);
  }

  #resolveFetched(url: URL, target: string, page: string): ResolvedTarget | UnresolvedTarget {
    const path = this.#files.fetchedFrom(url.href);
    if (path === undefined) return url.href === target.trim() ? 'external' : { address: url.href };
    const name = url.hash.slice(1);
    const anchor = this.#files.fetchedPage(path)?.anchors?.get(decodePath(name)) ?? name;
    // Without a name and with "top", the whole page is meant.
    const fragment = anchor === '' || anchor === 'top' ? '' : `#${anchor}`;
    const isExact = resolvePath(decodePath(target.trim().replace(/#.*$/, '')), page) === path;
    return { path, fragment, isExact };
  }

  #resolveFile(target: string, page: string): ResolvedTarget | UnresolvedTarget {
    const alias = this.#aliasOf(target.trim());
    if (alias !== undefined) {
      const file = this.#fileAt(alias);
      return file === undefined ? 'missing' : { path: file, fragment: '', isExact: false };
    }
    const path = pathOfTarget(target.trim());
    if (path === undefined) return 'external';
    const fragment = /#[^?]*$/.exec(target.trim())?.[0] ?? '';
    const stored = resolveSourcePath(this.#stored, bookPathOf(this.#outline, page), target.trim());
    if (stored) return { path: stored.id, fragment, isExact: true };
    const file = this.#find(path, page);
    if (file !== undefined) return { path: file, fragment, isExact: false };
    return this.#follow(path, page, fragment) ?? 'missing';
  }

  /** The page to which a former address leads by the redirects of the source. */
  #follow(path: string, page: string, fragment: string): ResolvedTarget | undefined {
    let address = path.startsWith('/') ? path : joinPath(folderOf(this.#relativeAddress(page)), path);
    for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
      const to = this.#redirects.get(addressKey(normalizePath(address) ?? address));
      const next = to === undefined ? undefined : pathOfTarget(to);
      if (to === undefined || next === undefined) return undefined;
      const file = this.#find(`/${next.replace(/^\/+/, '')}`, page);
      if (file !== undefined)
        return { path: file, fragment: fragment || (/#.*$/.exec(to)?.[0] ?? ''), isExact: false };
      address = next;
    }
    return undefined;
  }

  #aliasOf(target: string): string | undefined {
    const path = target.replace(/^pathname:\/\/+/, '/');
    for (const [beginning, folder] of Object.entries(this.#outline.aliases ?? {}))
      if (path.startsWith(beginning))
        return normalizePath(joinPath(folder, decodePath(path.slice(beginning.length))));
    return path === target
      ? undefined
      : normalizePath(joinPath(this.#outline.publicFolders?.[0] ?? '', path));
  }

  /** Adds an address under which a page was known. */
  #addAddress(address: string, path: string): void {
    const key = addressKey(address);
    if (!this.#addresses.has(key)) this.#addresses.set(key, path);
  }

  #find(path: string, page: string): string | undefined {
    // Addresses end with a slash at many generators, so that `../` leaves the page itself.
    const bases = [page, joinPath(page.replace(/\.[^./]*$/, ''), 'page')];
    for (const base of bases) {
      const { root, publicFolders = [] } = this.#outline;
      for (const top of path.startsWith('/') ? [root, ...publicFolders] : [root]) {
        const resolved = resolvePath(path, base, top);
        const file = resolved === undefined ? undefined : this.#fileAt(resolved);
        if (file !== undefined) return file;
      }
    }
    return (
      this.#pageAt(path, page) ??
      this.#pageOfOther(path, page) ??
      (path.startsWith('/') ? this.#fileAt(path.slice(1)) : this.#fileAbove(path, page)) ??
      this.#assetOfOther(path)
    );
  }

  /** A page by its path from a folder above: some generators take it from the one with all pages. */
  #fileAbove(path: string, page: string): string | undefined {
    if (!/^[^./].*\.mdx?$/i.test(path)) return undefined;
    for (let folder = folderOf(page); folder !== ''; folder = folderOf(folder)) {
      const file = this.#fileAt(joinPath(folderOf(folder), path));
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** A file that pages name as one of their own book, and that only another book of the source has. */
  #assetOfOther(path: string): string | undefined {
    const name = /(?:^|\/)\.gitbook\/assets\/([^/]+)$/.exec(path)?.[1];
    if (name === undefined) return undefined;
    this.#assets ??= this.#files.paths.filter((file) => file.includes('.gitbook/assets/'));
    const named = this.#assets.filter((file) => file.endsWith(`.gitbook/assets/${name}`));
    return named.length === 1 ? named[0] : undefined;
  }

  #fileAt(path: string): string | undefined {
    const bare = path.replace(/\.html?$/i, '');
    const candidates = [path, ...ENDINGS.map((ending) => path + ending)];
    if (bare !== path) candidates.push(...ENDINGS.map((ending) => bare + ending));
    return this.#files.findFirst(candidates);
  }

  #pageAt(path: string, page: string): string | undefined {
    if (path.startsWith('/')) return this.#addresses.get(addressKey(path));
    const address = this.#relativeAddress(page);
    const bases = [folderOf(address), address];
    // The page of a folder has the address of the folder, with or without a slash at its end.
    if (INDEX.test(stemOf(page)) && bases[0] !== '') bases.push(folderOf(bases[0] ?? ''));
    for (const base of bases) {
      const key = normalizePath(joinPath(base, path));
      const file = key === undefined ? undefined : this.#addresses.get(addressKey(key));
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** A page of another book, by its address at the previous site. */
  #pageOfOther(path: string, page: string): string | undefined {
    const [base] = this.#outline.basePaths ?? [];
    if (base === undefined) return undefined;
    if (path.startsWith('/')) return this.#books.fileAt(path);
    const address = joinPath(base, this.#relativeAddress(page));
    for (const folder of [folderOf(address), address]) {
      const whole = normalizePath(joinPath(folder, path));
      const file = whole === undefined ? undefined : this.#books.fileAt(whole);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  #relativeAddress(page: string): string {
    return addressOfFile(this.#outline, page);
  }

  #addAddresses(items: readonly OutlineItem[], depth: number): void {
    for (const item of items) {
      if (item.path !== undefined) {
        const page = { ...item, path: item.path };
        for (const address of [
          ...addressesInBook(this.#outline, page),
          ...pageAddresses(this.#outline, page),
        ])
          this.#addAddress(address, item.path);
      }
      if (depth < 100) this.#addAddresses(item.items, depth + 1);
    }
  }
}
