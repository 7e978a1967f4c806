/** Text helpers in linear time: imports have megabytes, and a backtracking pattern takes hours for some of them. */

/** Replaces line breaks by spaces; other white space stays. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));
}

/** Replaces links and images by their texts. */
export function stripLinks(markdown: string): string {
  // Twice, for images in links. A URL may contain one pair of parentheses.
  const link = /!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g;
  return markdown.replaceAll(link, '$1').replaceAll(link, '$1');
}
