import { createHash } from 'node:crypto';
import type { ReferencePart } from './reference-part.ts';

/**
 * How content is stored.
 *
 * A space has a chain of immutable rows in `revisions`; `spaces.revision_id` names the newest and
 * `change_requests.revision_id` the newest of a change request (whose rows carry `change_request_id`; until its
 * first edit it points at the space's own revision). A revision holds the whole page tree (`pages`, jsonb of
 * {@link StoredPage}[]) and the list of its files (`files`, jsonb of {@link StoredFileRef}[]), never the texts: those are
 * rows of `documents`, addressed by content ({@link documentIdOf}), so that an unchanged page costs nothing and
 * equal texts share one row. The bytes of files are in `files.data`.
 *
 * Text is markdown (GitHub flavor). URLs in it:
 * - `/pages/<page id>#<anchor>`: a page of the same space (`#<anchor>` alone: of the same page); anchors are heading slugs;
 * - `/files/<file id>`: a file of the same space;
 * - `/spaces/<space id>` and `/spaces/<space id>/pages/<page id>#<anchor>`: another space, or a page in it;
 * - `/o/<organization id>/…`: a screen of the console;
 * - in a page that came from a file, a path leads to a file of the book (`git.path`): from the folder of the page's file,
 *   or with `/` from the root, with or without `.md`, a folder to its README; or to a page of another space that the book
 *   names by such a path (`neighbors`), or that Git Sync has beside it now (`stored/connected-pages.ts`);
 * - any other path is relative to the page's own `path` (with or without `.md`); anything with a scheme is external.
 *
 * Texts that are written here have URLs with ids, which survive a rename or a move of their target; those of files keep
 * their paths, and a move rewrites them.
 */

/** A page in `revisions.pages`; dates are ISO strings. `path` joins the slugs from the root with `/`. */
export interface StoredPage {
  id: string;
  type: 'document' | 'group' | 'link' | 'computed';
  title: string;
  emoji?: string;
  icon?: string;
  slug: string;
  path: string;
  description?: string;
  /** The row of `documents` with the Markdown; absent for kinds of pages without text. */
  documentId?: string;
  layout?: StoredPageLayout;
  cover?: { ref: { kind: 'file'; file: string }; yPos: number };
  hidden?: boolean;
  noIndex?: boolean;
  /** Whether search engines are asked not to list it. */
  noRobotsIndex?: boolean;
  /** The target of a page of type `link`. */
  href?: string;
  /** The source of a page of type `computed`. */
  computed?: { type: string; dependencies: Record<string, StoredDependency>; props: Record<string, unknown> };
  /** Values that expressions in its text may name. */
  vars?: Record<string, string>;
  /** Names of its tags. */
  tags?: string[];
  /** The file that it was imported from, and that it is exported to. */
  git?: StoredGitFile;
  /** What that file has beside the text. */
  source?: StoredPageSource;
  createdAt: string;
  updatedAt: string;
  pages: StoredPage[];
  /** What it shows of a reference with several pages, and the first of these. Added when pages are read, never stored. */
  reference?: { root: string; part: ReferencePart };
}

/** The file of a page, of a picture or of a reusable content in a repository. */
export interface StoredGitFile {
  /** From the root of the book, with `/` and without one at its start. */
  path: string;
  /** The id of its content in a repository, when it was last read from there. */
  oid?: string;
}

/**
 * What the file of a page has beside its text, so that an unchanged page is written as the same bytes
 * (`source-text.ts`). The text itself has neither front matter nor carriage returns.
 */
export interface StoredPageSource {
  /** The front matter as written: fences, line ends and the empty lines below it included. */
  frontMatter?: string;
  /** The page's title is the value of `title` in the front matter. */
  titleKey?: true;
  /** The first heading of the text shows the page's title; no other title is shown above the text. */
  titleHeading?: true;
  /** How lines of the text end; absent: by a line feed. */
  lineEnds?: 'crlf';
  /** The lines of one text that end in the other way. */
  otherLineEnds?: {
    documentId: string;
    /** Lengths of runs of lines, the first of the usual end, in base 36: `12,1,3`. */
    runs: string;
  };
  /** The file begins with a byte order mark. */
  byteOrderMark?: true;
  /** Absent: UTF-8. */
  encoding?: 'utf-16le' | 'utf-16be';
}

/** The source of a computed page: an API specification by slug. */
export interface StoredDependency {
  ref: { kind: 'openapi'; spec: string };
}

/** Which parts of a page are shown; a missing flag means shown. */
export interface StoredPageLayout {
  cover?: boolean;
  coverSize?: 'hero' | 'full';
  title?: boolean;
  description?: boolean;
  tableOfContents?: boolean;
  outline?: boolean;
  pagination?: boolean;
  /** Dates and authors of the page. */
  metadata?: boolean;
  tags?: boolean;
  /** Whether the text may be as wide as the window. */
  width?: 'default' | 'wide';
}

/** A file in `revisions.files`; `size` in bytes, `width` and `height` in pixels if known. */
export interface StoredFileRef {
  id: string;
  /** The row of `files` with the bytes, where they were replaced; else it has the file's own id. */
  data?: string;
  name: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
  git?: StoredGitFile;
}

/** The id of the row of `files` with the bytes of a file; it changes when they are replaced. */
export function bytesIdOf({ id, data = id }: Pick<StoredFileRef, 'id' | 'data'>): string {
  return data;
}

/** Reusable content in `revisions.reusable_contents`; its text is in `documents`. */
export interface StoredReusableContent {
  id: string;
  title: string;
  documentId: string;
  git?: StoredGitFile;
  source?: StoredPageSource;
}

/** What a book has beside its pages, files and reusable contents. */
export interface StoredBook {
  /** The folder of all paths of `git`, from the folder of `.gitbook.yaml`; absent: the same folder. */
  root?: string;
  /**
   * The files that describe the book, as written: `.gitbook.yaml`, `SUMMARY.md`, `.gitbook/vars.yaml` and
   * `.gitbook/tags.yaml`. Paths begin at the folder of `.gitbook.yaml`; the texts are in `documents`.
   */
  texts?: StoredBookText[];
  /** Values that expressions in texts may name. */
  vars?: Record<string, string>;
  /** Labels, icons and colors of tags. */
  tags?: { tag: string; label?: string; icon?: string; color?: string }[];
  /** Former paths within the space of the pages of files. A site takes them over when the space is added to it. */
  redirects?: StoredBookRedirect[];
  /** The pages of other books of the same source that texts link to by the paths of their files. */
  neighbors?: StoredNeighbor[];
}

/** A page of another space, which was another book of the same source. */
export interface StoredNeighbor {
  /** From the root of this book, mostly out of it: `../guide/start.md`. */
  path: string;
  space: string;
  page: string;
}

/** A file that describes a book. */
export interface StoredBookText extends Pick<StoredPageSource, 'encoding' | 'byteOrderMark'> {
  path: string;
  documentId: string;
  /**
   * The entries in a table of contents that were in no tree when it was read; absent: not known. Another line that leads
   * nowhere is that of a page that is deleted.
   */
  missing?: string[];
}

export interface StoredBookRedirect {
  /** Without a slash at the start. */
  from: string;
  /** The `git.path` of a page. */
  to: string;
  /** A place in the page. */
  anchor?: string;
}

/** The content of a revision without texts. */
export interface StoredContent {
  pages: StoredPage[];
  files: StoredFileRef[];
  reusableContents: StoredReusableContent[];
  book?: StoredBook;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const DIGITS = 62n ** 8n;

/** A base62 id of `length` characters derived from a text (the low digits of its SHA-256). */
export function hashId(text: string, length = 20): string {
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  let id = '';
  while (id.length < length) {
    // Eight digits at a time are a whole number, and divided much faster.
    let digits = Number(rest % DIGITS);
    rest /= DIGITS;
    for (let count = 0; count < 8; count += 1) {
      id += ALPHABET[digits % 62];
      digits = Math.floor(digits / 62);
    }
  }
  return id.slice(0, length);
}

/** The id of the `documents` row of a text: equal texts share a row. */
export function documentIdOf(markdown: string): string {
  return hashId(markdown);
}

/**
 * The id of a block (paragraph, heading, list, table, code, quote) in a page, derived from its trimmed source.
 * `occurrence` counts equal blocks before it, so that ids are unique in a page and stay the same while other blocks
 * change.
 */
export function nodeIdOf(blockSource: string, occurrence = 0): string {
  return hashId(`${occurrence}:${blockSource.trim()}`, 12);
}
