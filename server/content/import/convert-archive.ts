import { pack } from './convert-pages.ts';
import type { PackedPage, ImportedPage } from './imported-page.ts';
import { inspectImage } from './inspect-image.ts';
import { parseMarkdown, titleFromPath } from './parse-markdown.ts';
import { unpackZip } from './unpack-zip.ts';

const MARKDOWN = /\.(md|markdown|mdx)$/i;
/** The file with the text of its folder. */
const FOLDER_PAGE = /(^|\/)(readme|index)\.(md|markdown|mdx)$/i;
/** Files that operating systems add. */
const SYSTEM_FILE = /(^|\/)(\.[^/]|__MACOSX\/)/;

/** The pages and images of an archive, or why it was rejected. */
export type ConvertedArchive =
  | { pages: PackedPage[]; images: Map<string, Uint8Array>; total: number }
  | { problem: string };

/**
 * Converts an archive of Markdown files: folders become parent pages, with the text of their README or index if there
 * is one; images are included. A folder that contains everything is dropped.
 */
export function convertArchive({ bytes }: { bytes: Uint8Array }): ConvertedArchive {
  const unpacked = unpackZip({ bytes });
  if ('problem' in unpacked) return unpacked;
  const files = stripCommonFolder(unpacked.files.filter(({ path }) => !SYSTEM_FILE.test(path)));
  const texts = files.filter(({ path }) => MARKDOWN.test(path));
  if (texts.length === 0) return { problem: 'The archive contains no Markdown files.' };
  const images = new Map(
    files
      .filter((file) => !MARKDOWN.test(file.path) && inspectImage(file.bytes) !== undefined)
      .map((file) => [file.path, file.bytes]),
  );
  const pages = texts.map((file) =>
    parseMarkdown({ key: file.path, source: new TextDecoder().decode(file.bytes) }),
  );
  return { pages: toTree(pages).map(pack), images, total: pages.length + images.size };
}

interface File {
  path: string;
  bytes: Uint8Array;
}

function stripCommonFolder(files: File[]): File[] {
  const [first] = files;
  const wrapper = first?.path.includes('/') ? first.path.slice(0, first.path.indexOf('/') + 1) : '';
  if (wrapper === '' || !files.every(({ path }) => path.startsWith(wrapper))) return files;
  return files.map(({ path, bytes }) => ({ path: path.slice(wrapper.length), bytes }));
}

/** Pages nested like their folders, sorted by path, so that numeric prefixes determine the order. */
function toTree(pages: readonly ImportedPage[]): ImportedPage[] {
  const sorted = pages.toSorted((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }));
  // The README at the top is an ordinary page, the first one.
  const isTop = ({ key }: ImportedPage) => FOLDER_PAGE.test(key) && !key.includes('/');
  const tree = new FolderTree();
  for (const page of [...sorted.filter(isTop), ...sorted.filter((page) => !isTop(page))]) tree.add(page);
  return tree.pages;
}

class FolderTree {
  readonly pages: ImportedPage[] = [];
  readonly #folders = new Map<string, ImportedPage>();

  add(page: ImportedPage): void {
    const folder = folderOf(page.key);
    const holder = folder !== '' && FOLDER_PAGE.test(page.key) ? this.#folder(folder) : undefined;
    if (holder && holder.markdown === undefined) Object.assign(holder, page, { pages: holder.pages });
    else this.#listOf(folder).push(page);
  }

  #listOf(folder: string): ImportedPage[] {
    return folder === '' ? this.pages : this.#folder(folder).pages;
  }

  #folder(path: string): ImportedPage {
    const existingFolder = this.#folders.get(path);
    if (existingFolder) return existingFolder;
    const folder = { key: `${path}/`, title: titleFromPath(path), targets: [], headings: [], pages: [] };
    this.#folders.set(path, folder);
    this.#listOf(folderOf(path)).push(folder);
    return folder;
  }
}

/** The folder of a path, without a trailing slash; empty at the top. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
