import type { LinkTarget } from './link-targets.ts';

/**
 * A page as it was found. Links in `markdown` are complete addresses, or paths relative to `key`; what they lead to is
 * found by key once everything is there.
 */
export interface ImportedPage {
  /** Where it was found: an address without its fragment, or a path in an archive. */
  key: string;
  title: string;
  /** Absent for a folder that has no text of its own. */
  markdown?: string;
  /** The links and pictures in the markdown. */
  targets: LinkTarget[];
  /** Headings with the names by which links reach them. */
  headings: ImportedHeading[];
  pages: ImportedPage[];
}

/** A heading of a page. */
export interface ImportedHeading {
  names: string[];
  text: string;
}

/** A page that was found, its text, links and headings packed as bytes until all pages are there. */
export interface PackedPage {
  key: string;
  title: string;
  content: Uint8Array;
  pages: PackedPage[];
}

/** What a source holds. */
export interface CollectedContent {
  pages: PackedPage[];
  /** Pictures by key: address or path. */
  images: Map<string, Uint8Array>;
  /** How many pages and pictures there were, counting what could not be read. */
  total: number;
}
