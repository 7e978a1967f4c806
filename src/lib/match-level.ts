import { fold, matchWords } from './match-words.ts';

/** How well an item matches the query, best last. A title outranks a detail. */
export const matchLevels = [
  'none',
  /** Found by the server in text that is not shown. */
  'elsewhere',
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
  const [wanted, title] = [fold(query.trim()), fold(label)];
  if (title === wanted) return 'exact';
  if (title.startsWith(wanted)) return 'prefix';
  if (matchWords(query, label) > 0) return 'word prefix';
  // Name and address of a person may be typed together.
  if (detail !== undefined && matchWords(query, `${label} ${detail}`) > 0) return 'detail';
  return matchWords(query, label, keywords) > 0 ? 'keywords' : 'none';
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
