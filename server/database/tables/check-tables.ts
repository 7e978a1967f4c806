import type { Json } from './columns.ts';
import type { StoredTextCheck } from './stored-texts.ts';

// The tables of migration 106.

interface CheckedTextsTable {
  document_id: string;
  version: number;
  checked: Json<StoredTextCheck>;
}

interface SiteChecksTable {
  site_id: string;
  /** Of what was checked; another one means that it has changed since. */
  basis: string;
  checked_at: Date;
  /** The kinds of which there are more than are stored. */
  partial: string[];
}

interface SiteFindingsTable {
  id: string;
  site_id: string;
  kind: string;
  /** In the order of the list. */
  position: number;
  /** Where it is mended. */
  space_id: string;
  /** Of the page, where it is another one. */
  page_space_id: string | null;
  /** Of a section or site space. */
  item_id: string | null;
  page_id: string | null;
  file_id: string | null;
  /** Of a reusable content. */
  content_id: string | null;
  /** Of the page, file, content or item. */
  title: string;
  path: string;
  line: number | null;
  /** What is written there. */
  detail: string;
  /** Of a link to another server, which is a finding once it leads nowhere. */
  url: string | null;
}

interface LinkTargetsTable {
  url: string;
  host: string;
  is_dead: boolean;
  /** The last answer, as a sentence; '' for a good one. */
  problem: string;
  /** How often in a row no answer came. */
  failures: number;
  asked_at: Date | null;
  next_ask_at: Date;
  /** When a check of a site met it last. */
  seen_at: Date;
}

interface LinkHostsTable {
  host: string;
  /** Set while a server asks it. */
  busy_until: Date | null;
  robots: string | null;
  robots_read_at: Date | null;
}

/** What readers of sites stumble over. */
export interface CheckTables {
  checked_texts: CheckedTextsTable;
  site_checks: SiteChecksTable;
  site_findings: SiteFindingsTable;
  link_targets: LinkTargetsTable;
  link_hosts: LinkHostsTable;
}
