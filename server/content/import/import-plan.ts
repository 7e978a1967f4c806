import type { StoredBook, StoredBookText, StoredPageLayout, StoredPageSource } from '../pages/storage.ts';

/** A file of a source: its path with `/`, decoded, without a leading slash, and its size in bytes. */
export interface SourceFile {
  path: string;
  size: number;
}

/** What an import reads. */
export interface SourceTree {
  /** All files. */
  files: readonly SourceFile[];
  /** The bytes of the files for which {@link isTextFile} is true, by path. */
  texts: ReadonlyMap<string, Uint8Array>;
  fetched?: FetchedFiles;
  /** Paths begin at the root of the source: a folder that contains all files is one of them, not that of an archive. */
  isRooted?: boolean;
}

/** What of a source has come from addresses. */
export interface FetchedFiles {
  /** Files by their addresses, in the form of `keyOf`. */
  paths: ReadonlyMap<string, string>;
  /** The pages of a website, nested as it shows them; absent where the source itself is files. */
  pages?: readonly FetchedPage[];
}

/** A page that was fetched. */
export interface FetchedPage {
  /** Its file in the tree. */
  path: string;
  /** Its address, from which its links lead on. */
  url: string;
  /** Absent where the text says it. */
  title?: string;
  /** Of a page that was HTML: the anchors of its headings, by the names that they had. Its links are absolute. */
  anchors?: ReadonlyMap<string, string>;
  pages: readonly FetchedPage[];
}

/** What the files of a source were written for. */
export type TreeKind =
  | 'gitbook'
  | 'docusaurus'
  | 'mkdocs'
  | 'starlight'
  | 'mintlify'
  | 'mdbook'
  | 'notion'
  | 'confluence'
  | 'github-wiki'
  | 'google-docs'
  | 'website'
  | 'html'
  | 'markdown';

/** A page of a book before it has ids. */
export interface PlannedPage {
  /** The path in the source, without the folder around everything; groups, links and headings get made-up keys. Unique. */
  key: string;
  type: 'document' | 'group' | 'link';
  title: string;
  slug?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  /** The target of a link. */
  href?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  layout?: StoredPageLayout;
  vars?: Record<string, string>;
  tags?: string[];
  /** `path` is a path within the book. */
  cover?: { path: string; yPos: number };
  /**
   * The text without front matter, its lines ended by line feeds; absent for groups and links. Its links are paths, as
   * stored texts have them: from `git.path`, or with `/` from the root of the book.
   */
  markdown?: string;
  /** Of a page that came from a file: the path of its file within the book; Markdown of other files ends with `.md`. */
  git?: { path: string };
  /** What the file has beside the text. With `isConverted`, its bytes are not those of the source. */
  source?: StoredPageSource;
  isConverted?: boolean;
  pages: PlannedPage[];
}

/** Reusable content of a book. */
export interface PlannedInclude {
  /** Within the book. */
  path: string;
  title: string;
  markdown: string;
  source?: StoredPageSource;
}

/** One book becomes one space. */
export interface PlannedBook {
  title: string;
  /** Its folder in the source, without slashes at both ends; empty for the whole source. */
  root: string;
  language?: string;
  pages: PlannedPage[];
  /** Pictures and files to keep: the path in the tree that was given, and the path within the book. */
  files: { from: string; path: string }[];
  /** Pictures that texts had inline, by their path within the book. */
  inlineFiles: { path: string; base64: string }[];
  includes: PlannedInclude[];
  vars: Record<string, string>;
  tags: StoredBook['tags'] & object;
  /** From a path of the previous site to a page of the book (its path within the book) or an address. */
  redirects: { from: string; to: string }[];
  /** API specifications at addresses or of files, each with the place that shows it first. */
  specs: { address: string; path: string; line: number; files?: PlannedSpecFiles }[];
  /** Addresses of pictures that its pages show from other hosts. */
  pictures: string[];
  /** The folder of the files that describe it: its own, or one above. */
  folder: string;
  /** Pages of other books that its texts link to, each once: its path from `root`, its book and its {@link PlannedPage.key}. */
  neighbors: { path: string; book: number; key: string }[];
  /** The files that describe a GitBook book, as written, by their paths from `folder`. */
  texts: (Omit<StoredBookText, 'documentId'> & { text: string })[];
}

/** An API specification that is made of files of the source. */
export interface PlannedSpecFiles {
  /** By which texts name it. */
  slug: string;
  main: string;
  files: { name: string; text: string }[];
}

/** An element of a site's structure. */
export interface PlannedSiteItem {
  type: 'section' | 'section-group' | 'space';
  title: string;
  path?: string;
  description?: string;
  icon?: string;
  isDefault?: boolean;
  /** Drafts, hidden items and items whose condition cannot be read are never visible. */
  isHidden?: boolean;
  /** A condition in the language of site conditions. */
  condition?: string;
  localizedTitle?: Record<string, string>;
  localizedDescription?: Record<string, string>;
  /** Of a space: the {@link PlannedBook.root} of its book. */
  root?: string;
  language?: string;
  children: PlannedSiteItem[];
}

export interface PlannedSite {
  title: string;
  structure: PlannedSiteItem[];
}

/** What happened to a page or file, with its line where one counts. */
export interface ReportEntry {
  path: string;
  line?: number;
  kind: 'converted' | 'changed' | 'left-out' | 'warning';
  message: string;
}

export interface ImportPlan {
  kind: TreeKind;
  books: PlannedBook[];
  site?: PlannedSite;
  /** Archives within the source that hold its pages: to be unpacked beside themselves, and planned again. */
  innerArchives: string[];
  report: ReportEntry[];
  /** Why nothing can be imported, as one sentence for the caller. */
  problem?: string;
}

export interface ImportOptions {
  /** What the caller says the source is. */
  source?: string | undefined;
  /** Whether headings of the first and second level of documents become pages. */
  splitHeadings?: boolean | undefined;
  /** Where the source is from. */
  origin?: string | undefined;
  /** The positions of books that are not wanted. */
  leaveOut?: readonly number[] | undefined;
}

/** Texts of other files may be included in pages. */
const TEXT_FILE =
  /\.(?:md|mdx|mdoc|markdown|html?|ya?ml|json5?|csv|toml|docx|txt|xml|rs|py|js|ts|jsx|tsx|sh|go|java|kt|c|h|cpp|cs|rb|php|sql|css)$|(?:^|\/)(?:sidebars?[^/]*|docusaurus\.config|astro\.config)\.(?:js|ts|mjs|mts|cjs|cts)$/i;

/** Whether an import reads a file; the bytes of all others are only kept. */
export function isTextFile(path: string): boolean {
  return TEXT_FILE.test(path);
}

/** The path of a page or file within its book. */
export function bookPathOf({ root }: Pick<PlannedBook, 'root'>, path: string): string {
  return root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
