import type { PlannedBook, TreeKind } from '../import-plan.ts';

/** An entry of a book's table of contents. */
export interface OutlineItem {
  /** The file with its text; undefined for a group, or a link if there is `href`. */
  path?: string | undefined;
  title?: string | undefined;
  href?: string | undefined;
  slug?: string | undefined;
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
  /** Paths in front of addresses of the previous site, such as `/docs`. */
  basePath?: string;
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
