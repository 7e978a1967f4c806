import { type MatchLevel, matchLevel, matchLevels } from '#src/lib/match-level.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** An entry and how well it matches. */
export interface RankedEntry {
  entry: PaletteEntry;
  level: MatchLevel;
}

const rankOf = ({ level }: RankedEntry) => matchLevels.indexOf(level);

/**
 * The entries that match what was typed, by group, so that the best one stands first.
 *
 * @localEntries localEntries what this page knows; left out where it does not match
 * @serverEntries serverEntries what the server found, which it may have found by something that is not shown
 */
export function rankEntries(
  query: string,
  localEntries: readonly PaletteEntry[],
  serverEntries: readonly PaletteEntry[],
): RankedEntry[] {
  if (query.trim() === '') return localEntries.map((entry) => ({ entry, level: 'elsewhere' }));
  const known = localEntries
    .map((entry): RankedEntry => ({ entry, level: matchLevel(query, entry) }))
    .filter(({ level }) => level !== 'none');
  const remote = serverEntries.map((entry): RankedEntry => {
    const level = matchLevel(query, entry);
    return { entry, level: level === 'none' ? 'elsewhere' : level };
  });
  const ranked = [...known, ...remote].toSorted((a, b) => rankOf(b) - rankOf(a));
  // A group stands where its best entry does.
  const groups = [...new Set(ranked.map(({ entry }) => entry.group))];
  return groups.flatMap((group) => ranked.filter(({ entry }) => entry.group === group));
}
