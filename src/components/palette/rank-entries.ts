import { type MatchLevel, matchLevel, matchLevels } from '#src/lib/text/match-text.ts';
import type { PaletteEntry } from './palette-entries.ts';

export interface RankedEntry {
  entry: PaletteEntry;
  level: MatchLevel;
}

const rankOf = ({ level }: RankedEntry) => matchLevels.indexOf(level);

/** The matching entries by group, best first. */
export function rankEntries(
  query: string,
  localEntries: readonly PaletteEntry[],
  serverEntries: readonly PaletteEntry[],
): RankedEntry[] {
  if (query.trim() === '') return localEntries.map((entry) => ({ entry, level: 'hidden text' }));
  const known = localEntries
    .map((entry): RankedEntry => ({ entry, level: matchLevel(query, entry) }))
    .filter(({ level }) => level !== 'none');
  const remote = serverEntries.map((entry): RankedEntry => {
    const level = matchLevel(query, entry);
    return { entry, level: level === 'none' ? 'hidden text' : level };
  });
  const ranked = [...known, ...remote].toSorted((a, b) => rankOf(b) - rankOf(a));
  // A group ranks like its best entry.
  const groups = [...new Set(ranked.map(({ entry }) => entry.group))];
  return groups.flatMap((group) => ranked.filter(({ entry }) => entry.group === group));
}
