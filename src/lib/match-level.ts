import { fold, matchWords } from './match-words.ts';

/** How well something matches what was typed, the best last. A title counts over what is said beside it. */
export const matchLevels = [
  'none',
  /** Found by the server in a text that is not shown. */
  'elsewhere',
  'keywords',
  'detail',
  'word prefix',
  'prefix',
  'exact',
] as const;

export type MatchLevel = (typeof matchLevels)[number];

/** The texts by which something is found. */
interface SearchTexts {
  label: string;
  detail?: string | undefined;
  keywords?: readonly string[];
}

/** How well what was typed matches something. */
export function matchLevel(query: string, { label, detail, keywords }: SearchTexts): MatchLevel {
  const [wanted, title] = [fold(query.trim()), fold(label)];
  if (title === wanted) return 'exact';
  if (title.startsWith(wanted)) return 'prefix';
  if (matchWords(query, label) > 0) return 'word prefix';
  // Name and address of a person may be typed together.
  if (detail !== undefined && matchWords(query, `${label} ${detail}`) > 0) return 'detail';
  return matchWords(query, label, keywords) > 0 ? 'keywords' : 'none';
}

/** What a server found, the best match first. Equals keep their order, and all do while nothing is typed. */
export function sortByRelevance<Item>(
  query: string,
  found: readonly Item[],
  textsOf: (item: Item) => SearchTexts,
): readonly Item[] {
  if (query.trim() === '') return found;
  const levelOf = (item: Item) => matchLevels.indexOf(matchLevel(query, textsOf(item)));
  return found.toSorted((a, b) => levelOf(b) - levelOf(a));
}
