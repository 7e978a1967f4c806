/** A top-level block of Markdown: heading, paragraph, list, table, code, … */
export interface Block {
  /** The parser's name: `heading`, `paragraph`, `list`, `code`, `table`, … */
  kind: string;
  /** The source including trailing blank lines. Joined, the sources are the original text byte for byte. */
  source: string;
  /** Identity for matching; defaults to the source. */
  key?: string;
}
