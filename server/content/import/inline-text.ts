/**
 * Pieces of text without what is more than one line of words. Whatever the text is, they pass over it once: what is
 * imported has megabytes, and a pattern that begins anew at each blank or bracket takes hours for some of them.
 */

/** A text on one line; blanks within its lines stay as they are. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));
}

/** Markdown with the texts of links and pictures in their place. */
export function stripLinks(markdown: string): string {
  // Twice, for pictures in links. An address may have one pair of parentheses in it.
  const link = /!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g;
  return markdown.replaceAll(link, '$1').replaceAll(link, '$1');
}
