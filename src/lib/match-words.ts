/** Lower case without accents, so that "Jose" finds "José". */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * How well a query finds a text: every word of the query has to begin a word of the text or of its keywords.
 *
 * @returns 0 where it does not; more, the better: the label counts over keywords, its beginning over its middle
 */
export function matchWords(query: string, label: string, keywords: readonly string[] = []): number {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return 1;
  const own = wordsOf(label);
  const others = keywords.flatMap(wordsOf);
  let score = 0;
  for (const word of wanted) {
    const place = own.findIndex((candidate) => candidate.startsWith(word));
    if (place >= 0) score += place === 0 ? 3 : 2;
    else if (others.some((candidate) => candidate.startsWith(word))) score += 1;
    else return 0;
  }
  return score;
}
