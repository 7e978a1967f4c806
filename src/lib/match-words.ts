/** Lower case without accents, so that "Jose" finds "José". */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const splitWords = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * How well a query finds a text: every word of the query has to begin a word of the text or of its keywords.
 *
 * @returns 0 where it does not; more, the better: the label counts over keywords, its beginning over its middle
 */
export function matchWords(query: string, label: string, keywords: readonly string[] = []): number {
  const queryWords = splitWords(query);
  if (queryWords.length === 0) return 1;
  const own = splitWords(label);
  const others = keywords.flatMap(splitWords);
  let score = 0;
  for (const word of queryWords) {
    const index = own.findIndex((candidate) => candidate.startsWith(word));
    if (index >= 0) score += index === 0 ? 3 : 2;
    else if (others.some((candidate) => candidate.startsWith(word))) score += 1;
    else return 0;
  }
  return score;
}
