import type { LinkTarget } from '#api/source-links.ts';

/**
 * An imported page. Links in `markdown` are absolute URLs, or paths relative to `key`; they are resolved by key once
 * all pages are there.
 */
export interface ImportedPage {
  /** A URL without fragment, or a path in an archive. */
  key: string;
  title: string;
  /** Absent for a folder without text. */
  markdown?: string;
  /** The links and images in the Markdown. */
  targets: LinkTarget[];
  /** Headings with the names by which links reach them. */
  headings: ImportedHeading[];
  pages: ImportedPage[];
}

export interface ImportedHeading {
  names: string[];
  text: string;
}

/** A page whose text, links and headings are packed as bytes until all pages are there. */
export interface PackedPage {
  key: string;
  title: string;
  content: Uint8Array;
  pages: PackedPage[];
}

/** The collected content of a source. */
export interface CollectedContent {
  pages: PackedPage[];
  /** Images by key: URL or path. */
  images: Map<string, Uint8Array>;
  /** The number of pages and images, including failed ones. */
  total: number;
}

/** An import failed; the message is one sentence for the caller. */
export class ImportError extends Error {}
