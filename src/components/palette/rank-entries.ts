import { type MatchLevel, matchLevel, matchLevels } from '#src/lib/match-level.ts';
import type { PaletteEntry } from './registry.ts';

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
