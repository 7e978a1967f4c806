import { createHash } from 'node:crypto';

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
 * - any other path is relative to the page's own `path` (with or without `.md`); anything with a scheme is external.
 *
 * URLs with ids are preferred to paths, because they survive a rename or a move of their target.
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
  createdAt: string;
  updatedAt: string;
  pages: StoredPage[];
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
}

/** The content of a revision without texts. */
export interface StoredContent {
  pages: StoredPage[];
  files: StoredFileRef[];
  reusableContents: StoredReusableContent[];
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A base62 id of `length` characters derived from a text (the low digits of its SHA-256). */
export function hashId(text: string, length = 20): string {
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  let id = '';
  while (id.length < length) {
    id += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return id;
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
