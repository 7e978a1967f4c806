import type { ImportRecognition, PlannedChanges } from '#api/generated/types.gen.ts';
import type { PlannedBook, PlannedSite } from '#server/content/import/import-plan.ts';
import type { StoredContent } from '#server/content/pages/storage.ts';

/** The content that a planned import goes into. */
export interface ImportTarget {
  content: StoredContent;
  /** The paths that the last import of the same source brought. */
  previousPaths: ReadonlySet<string>;
}

/** A book whose texts and files are stored, and which no revision names yet. */
export interface BookContent {
  title: string;
  /** Its folder in the source; empty for all of it. */
  root: string;
  content: StoredContent;
  specs: PlannedBook['specs'];
}

/** A book with the space that it goes into: a draft, or the one that the run names. */
export interface PreparedBook extends BookContent {
  spaceId: string;
}

/** What a run has made of its source, and only has to be made visible. */
export interface PreparedImport {
  books: PreparedBook[];
  site?: PlannedSite | undefined;
  /** Number of pages and files that were found. */
  found: number;
}

/** A source that was read: what it holds, and how the rest is done. */
export interface ReadSource {
  recognized: ImportRecognition;
  /** Stores texts and files. */
  prepare: () => Promise<PreparedImport>;
  /** Stores how it differs from the content that it goes into. */
  compare: (target: ImportTarget) => Promise<PlannedChanges>;
}
