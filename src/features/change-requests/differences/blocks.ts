/** A top-level piece of markdown: a heading, a paragraph, a list, a table, a block of code, … */
export interface Block {
  /** Kind of piece, as the parser names it: `heading`, `paragraph`, `list`, `code`, `table`, … */
  kind: string;
  /** The source, with the blank lines behind it. All sources in a row are the text, byte for byte. */
  source: string;
  /** What tells it from others; the source where it is left out. */
  key?: string;
}
