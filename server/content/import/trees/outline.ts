import type { PlannedBook, TreeKind } from '../import-plan.ts';
import { folderOf, joinPath, stemOf } from './paths.ts';

/** An entry of a book's table of contents. */
export interface OutlineItem {
  /** The file with its text; undefined for a group, or a link if there is `href`. */
  path?: string | undefined;
  title?: string | undefined;
  href?: string | undefined;
  slug?: string | undefined;
  /** Its address at the previous site, below the base paths, where that is not the path of its file. */
  address?: string | undefined;
  description?: string | undefined;
  icon?: string | undefined;
  isHidden?: boolean | undefined;
  items: OutlineItem[];
}

/** The table of contents of a book, and what is said about the whole. */
export interface Outline {
  kind: TreeKind;
  title: string | undefined;
  /** The folder of the book in the source. */
  root: string;
  /** Folders in which a link or picture whose path starts with `/` is looked for, beside the root. */
  publicFolders?: string[];
  /** Beginnings of paths that stand for folders: `@site/`. */
  aliases?: Record<string, string>;
  /**
   * Paths in front of its addresses at the previous site, such as `docs`, the usual one first. Absent where that site is not
   * known to have been one with the other books.
   */
  basePaths?: string[];
  /** Paths in front of the addresses at which its pages were shown for those that another book lacks. */
  fallbackPaths?: string[];
  language?: string | undefined;
  items: OutlineItem[];
  vars?: PlannedBook['vars'];
  tags?: PlannedBook['tags'];
  redirects?: PlannedBook['redirects'];
  /** Files whose text is kept beside the pages. */
  texts?: string[];
  /** The one of them that is the table of contents. */
  summary?: string | undefined;
  /** The folder of the settings, if it is above the root. */
  folder?: string;
}

/** The folder of a book's settings: that of the book, or one above. */
export const folderOfSettings = ({ folder, root }: Pick<Outline, 'folder' | 'root'>): string =>
  folder ?? root;

/** Files that hold the text of their folder. */
export const FOLDER_PAGE = /(?:^|\/)(?:readme|index|_index|home)\.(?:md|markdown|mdx|mdoc|html?)$/i;

/** Files that become pages. */
export const PAGE_FILE = /\.(?:md|markdown|mdx|mdoc|html?|docx)$/i;

/** The name of a file that is the page of its folder. */
export const INDEX = /^(?:index|readme)$/i;

/** The addresses that a page may have had within its book: by its file, and by what the book says. */
export function addressesInBook(
  outline: Pick<Outline, 'root'>,
  { path, slug, address }: Pick<OutlineItem, 'slug' | 'address'> & { path: string },
): string[] {
  const own = addressOfFile(outline, path);
  // Docusaurus leaves out numbers in front of names.
  const addresses = [own, withoutNumbers(own)];
  if (INDEX.test(stemOf(path))) addresses.push(folderOf(own), withoutNumbers(folderOf(own)));
  for (const said of [slug, address]) if (said !== undefined) addresses.push(said);
  return addresses;
}

/** The path of a page's file within its book, without its ending. */
export function addressOfFile({ root }: Pick<Outline, 'root'>, path: string): string {
  return path.slice(root === '' ? 0 : root.length + 1).replace(/\.[^./]*$/, '');
}

/** The addresses that a page may have had, from the root of the previous site. */
export function pageAddresses(
  outline: Pick<Outline, 'root' | 'basePaths'>,
  item: Parameters<typeof addressesInBook>[1],
  basePaths = outline.basePaths ?? [''],
): string[] {
  const addresses = addressesInBook(outline, item).map((address) => address.replace(/^\/+/, ''));
  return basePaths.flatMap((base) => addresses.map((address) => joinPath(base, address)));
}

function withoutNumbers(address: string): string {
  return address.replaceAll(/(^|\/)\d+[-_. ]+(?=[^/\d])/g, '$1');
}
