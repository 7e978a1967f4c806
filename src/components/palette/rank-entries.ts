import { fold, matchWords } from '#src/lib/match-words.ts';
import type { PaletteEntry } from './registry.ts';

/** How well an entry matches, the best last. A title counts over what is said beside it. */
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

/** How well what was typed matches an entry. */
export function matchLevel(query: string, { label, detail, keywords }: PaletteEntry): MatchLevel {
  const [wanted, title] = [fold(query.trim()), fold(label)];
  if (title === wanted) return 'exact';
  if (title.startsWith(wanted)) return 'prefix';
  if (matchWords(query, label) > 0) return 'word prefix';
  // Name and address of a person may be typed together.
  if (detail !== undefined && matchWords(query, `${label} ${detail}`) > 0) return 'detail';
  return matchWords(query, label, keywords) > 0 ? 'keywords' : 'none';
}

/** An entry and how well it matches. */
export interface RankedEntry {
  entry: PaletteEntry;
  level: MatchLevel;
}

const valueOf = ({ level }: RankedEntry) => matchLevels.indexOf(level);

/**
 * The entries that match what was typed, by group, so that the best one stands first.
 *
 * @param offered what this page knows; left out where it does not match
 * @param found what the server found, which it may have found by something that is not shown
 */
export function rankEntries(
  query: string,
  offered: readonly PaletteEntry[],
  found: readonly PaletteEntry[],
): RankedEntry[] {
  if (query.trim() === '') return offered.map((entry) => ({ entry, level: 'elsewhere' }));
  const known = offered
    .map((entry): RankedEntry => ({ entry, level: matchLevel(query, entry) }))
    .filter(({ level }) => level !== 'none');
  const remote = found.map((entry): RankedEntry => {
    const level = matchLevel(query, entry);
    return { entry, level: level === 'none' ? 'elsewhere' : level };
  });
  const ranked = [...known, ...remote].toSorted((a, b) => valueOf(b) - valueOf(a));
  // A group stands where its best entry does.
  const groups = [...new Set(ranked.map(({ entry }) => entry.group))];
  return groups.flatMap((group) => ranked.filter(({ entry }) => entry.group === group));
}
