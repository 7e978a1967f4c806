/** Longer runs of whitespace are cut: no real page has any. */
const MAX_BLANKS = 256;

/** A whitespace character, or a reference to one. */
const NAMED_SPACES =
  'nbsp|NonBreakingSpace|Tab|NewLine|ensp|emsp|emsp1[34]|numsp|puncsp|thinsp|ThinSpace|hairsp|VeryThinSpace|MediumSpace';
const DECIMAL = '0*(?:9|1[0-3]|32|160|5760|819[2-9]|820[0-2]|823[239]|8287|12288|65279)';
const HEXADECIMAL = 'x0*(?:[9a-d]|20|a0|1680|200[0-9a]|202[89f]|205f|3000|feff)';
const SPACE = String.raw`\s|&(?:${NAMED_SPACES}|#${DECIMAL}|#${HEXADECIMAL})(?:;|(?![\da-z]))`;
const WHITESPACE = new RegExp(`(?:${SPACE})+`, 'gi');
const SINGLE_SPACE = new RegExp(SPACE, 'gi');

/**
 * Cuts very long runs of whitespace in HTML. The converter backtracks over each run, which took a quarter of an hour
 * for a megabyte.
 */
export function shortenWhitespace(html: string): string {
  return html.replaceAll(WHITESPACE, (blanks) =>
    blanks.length <= MAX_BLANKS ? blanks : (blanks.match(SINGLE_SPACE) ?? []).slice(0, MAX_BLANKS).join(''),
  );
}
