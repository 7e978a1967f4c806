import type { FetchedPage, SourceTree } from '../import-plan.ts';
import { keyOf } from '../page-key.ts';
import { decodeText, type DecodedText } from './decode-text.ts';
import { nameOf, normalizePath } from './paths.ts';

/** Files of operating systems and tools. */
const IGNORED =
  /(?:^|\/)(?:__MACOSX|\.git|\.svn|\.hg|node_modules|bower_components)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;

/** The files of a source by path, without a folder that contains all of them. */
export class SourceFiles {
  /** In the order of the source. */
  readonly paths: readonly string[];
  readonly #prefix: string;
  readonly #paths: ReadonlySet<string>;
  readonly #texts: SourceTree['texts'];
  readonly #decoded = new Map<string, DecodedText | undefined>();
  /** Paths by their form without case and accents' composition, where that is unique. */
  readonly #loose = new Map<string, string | undefined>();

  /** Files by the addresses that they were fetched from. */
  readonly #fetched: ReadonlyMap<string, string>;
  readonly #fetchedPages = new Map<string, FetchedPage>();

  constructor({ files, texts, fetched, isRooted = false }: SourceTree) {
    const paths = files.map(({ path }) => path).filter((path) => !IGNORED.test(path));
    // The paths of a website's files are those of their addresses, whichever were found.
    this.#prefix = fetched?.pages || isRooted ? '' : commonFolder(paths);
    this.#texts = texts;
    this.#fetched = fetched?.paths ?? new Map();
    for (const page of flattenFetched(fetched?.pages ?? [])) this.#fetchedPages.set(page.path, page);
    this.paths = paths.map((path) => path.slice(this.#prefix.length));
    this.#paths = new Set(this.paths);
    for (const path of this.paths) {
      const loose = looseForm(path);
      this.#loose.set(loose, this.#loose.has(loose) ? undefined : path);
    }
  }

  /** The path in the tree that was given. */
  original(path: string): string {
    return this.#prefix + path;
  }

  /** The file that was fetched from an address. */
  fetchedFrom(address: string): string | undefined {
    return this.#fetched.get(keyOf(address))?.slice(this.#prefix.length);
  }

  /** How a page was fetched; undefined for one that is a file of the source. */
  fetchedPage(path: string): FetchedPage | undefined {
    return this.#fetchedPages.get(path);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** The file at a path; in other letter case or composition where only one fits. */
  find(path: string): string | undefined {
    return this.#paths.has(path) ? path : this.#loose.get(looseForm(path));
  }

  /** The first of several paths that is a file. */
  findFirst(paths: readonly string[]): string | undefined {
    for (const path of paths) {
      const file = this.find(path);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  bytes(path: string): Uint8Array | undefined {
    return this.#texts.get(this.original(path));
  }

  /** The text of a file; undefined if it is none. */
  decode(path: string): DecodedText | undefined {
    if (this.#decoded.has(path)) return this.#decoded.get(path);
    const bytes = this.bytes(path);
    const decoded = bytes && decodeText(bytes);
    this.#decoded.set(path, decoded);
    return decoded;
  }

  text(path: string): string | undefined {
    return this.decode(path)?.text;
  }

  /** The paths of files with one of these names (lower case), the ones near the top first. */
  named(...names: string[]): string[] {
    const wanted = new Set(names);
    return this.paths
      .filter((path) => wanted.has(nameOf(path).toLowerCase()))
      .toSorted((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  }

  /** The paths below a folder; all for the empty one. */
  below(folder: string): string[] {
    const start = folder === '' ? '' : `${normalizePath(folder) ?? folder}/`;
    return this.paths.filter((path) => path.startsWith(start));
  }
}

function looseForm(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function flattenFetched(pages: readonly FetchedPage[]): FetchedPage[] {
  return pages.flatMap((page) => [page, ...flattenFetched(page.pages)]);
}

/** The folder that contains everything, with its slash, as archives of repositories have one. */
export function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  const isWrapper =
    folder !== '' && !folder.startsWith('.') && paths.every((path) => path.startsWith(folder));
  return isWrapper ? folder : '';
}
