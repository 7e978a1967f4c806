/** Lower case without accents, so that "Jose" finds "José". */
export const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text, folded. */
export const splitWords = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * How well a query matches a text: every word of the query must start a word of the text or its keywords.
 *
 * @returns 0 for no match, otherwise higher is better: label over keywords, start over middle
 */
export function matchWords(query: string, label: string, keywords: readonly string[] = []): number {
  const queryWords = splitWords(query);
  if (queryWords.length === 0) return 1;
  const labelWords = splitWords(label);
  const others = keywords.flatMap(splitWords);
  let score = 0;
  for (const word of queryWords) {
    const index = labelWords.findIndex((candidate) => candidate.startsWith(word));
    if (index >= 0) score += index === 0 ? 3 : 2;
    else if (others.some((candidate) => candidate.startsWith(word))) score += 1;
    else return 0;
  }
  return score;
}

/** How well an item matches a query, from worst to best. Titles rank above details. */
export const matchLevels = [
  'none',
  /** Matched by the server in text that is not shown. */
  'hidden text',
  /** Within words of the title or the keywords. */
  'inside',
  'keywords',
  'detail',
  'word prefix',
  'prefix',
  'exact',
] as const;

export type MatchLevel = (typeof matchLevels)[number];

interface SearchTexts {
  label: string;
  detail?: string | undefined;
  keywords?: readonly string[];
}

export function matchLevel(query: string, { label, detail, keywords }: SearchTexts): MatchLevel {
  const [wanted, title] = [foldText(query.trim()), foldText(label)];
  if (title === wanted) return 'exact';
  if (title.startsWith(wanted)) return 'prefix';
  if (matchWords(query, label) > 0) return 'word prefix';
  // A person's name and email may be typed together.
  if (detail !== undefined && matchWords(query, `${label} ${detail}`) > 0) return 'detail';
  return matchWords(query, label, keywords) > 0 ? 'keywords' : 'none';
}

/** Whether each word of a query, of at least three letters, is within a word of the label or its keywords. */
export function isInside(query: string, { label, keywords = [] }: SearchTexts): boolean {
  const words = [label, ...keywords].flatMap(splitWords);
  const queryWords = splitWords(query);
  return (
    queryWords.length > 0 &&
    queryWords.every((word) => word.length >= 3 && words.some((candidate) => candidate.includes(word)))
  );
}

/** Sorts results by relevance, stable; unchanged while the query is empty. */
export function sortByRelevance<Item>(
  query: string,
  found: readonly Item[],
  textsOf: (item: Item) => SearchTexts,
): readonly Item[] {
  if (query.trim() === '') return found;
  const levelOf = (item: Item) => matchLevels.indexOf(matchLevel(query, textsOf(item)));
  return found.toSorted((a, b) => levelOf(b) - levelOf(a));
}
