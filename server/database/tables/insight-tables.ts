// The tables of migrations 110 and 111. A day is `2026-11-29`, in UTC.

/** Who reads: people, agents of AI services by their name, crawlers. */
export type ReaderKind = 'people' | 'agents' | 'crawlers';

interface FiguresTable {
  site_id: string;
  day: string;
}

interface SiteViewsTable extends FiguresTable {
  section_id: string;
  site_space_id: string;
  page_id: string;
  reader: ReaderKind;
  /** The name of an agent; '' of others. */
  agent: string;
  language: string;
  /** '' where it is not known. */
  country: string;
  /** The host that a reader came from; '' from the site itself, or where it is not known. */
  referrer: string;
  views: number;
}

interface SiteVisitorsTable extends FiguresTable {
  reader: ReaderKind;
  visitors: number;
}

interface SiteSearchesTable extends FiguresTable {
  reader: ReaderKind;
  /** A keyed hash of the words until the third visitor of the day writes them; empty for all that stayed unknown. */
  words_key: Buffer;
  words: string | null;
  searches: number;
  without_result: number;
  /** Results that were opened. */
  opened: number;
  /** Of how many of them the rank is known, and the sum of these ranks. */
  ranked: number;
  rank_sum: number;
  visitors: number;
}

interface SiteMissingPathsTable extends FiguresTable {
  path: string;
  referrer: string;
  reader: ReaderKind;
  requests: number;
}

/** The key of today's marks; one row. */
interface VisitorSaltsTable {
  id: number;
  day: string;
  salt: Buffer;
}

/** Who came today, and who searched for some words, as keyed hashes: each counts once. */
interface SiteVisitorMarksTable extends FiguresTable {
  reader: ReaderKind;
  words_key: Buffer;
  mark: Buffer;
}

/** Batches that were written: one that is sent again counts once. */
interface InsightBatchesTable {
  id: string;
  at: Date;
}

/** What has become of an answer of a reader. */
export type PageFeedbackState = 'open' | 'done' | 'dismissed';

/** What a reader said about a page, and nothing of who they are. */
interface PageFeedbackTable {
  id: string;
  site_id: string;
  site_space_id: string;
  page_id: string;
  language: string;
  is_helpful: boolean;
  /** '' for none. */
  sentence: string;
  state: PageFeedbackState;
  at: Date;
}

/** What readers of sites do, in numbers, and what they say. */
export interface InsightTables {
  page_feedback: PageFeedbackTable;
  site_views: SiteViewsTable;
  site_visitors: SiteVisitorsTable;
  site_searches: SiteSearchesTable;
  site_missing_paths: SiteMissingPathsTable;
  visitor_salts: VisitorSaltsTable;
  site_visitor_marks: SiteVisitorMarksTable;
  insight_batches: InsightBatchesTable;
}
