import { actionKinds } from '#src/lib/action-kinds.ts';
import { groupBy } from '#src/lib/arrays.ts';
import { isInside, type MatchLevel, matchLevel, matchLevels } from '#src/lib/compare/match-text.ts';
import type { PaletteEntry } from './palette-entries.ts';

export interface RankedEntry {
  entry: PaletteEntry;
  level: MatchLevel;
}

const rankOf = ({ level }: RankedEntry) => matchLevels.indexOf(level);

const riskOf = ({ entry }: RankedEntry) => actionKinds.indexOf(entry.kind);

/** The matching entries by group: best matches first, and safe entries before others that match as well. */
export function rankEntries(
  query: string,
  localEntries: readonly PaletteEntry[],
  serverEntries: readonly PaletteEntry[],
): RankedEntry[] {
  if (query.trim() === '') {
    const all = localEntries.map((entry): RankedEntry => ({ entry, level: 'hidden text' }));
    return [...groupBy(all, ({ entry }) => entry.group).values()].flatMap((group) =>
      group.toSorted((a, b) => riskOf(a) - riskOf(b)),
    );
  }
  const localMatches = localEntries
    .map((entry): RankedEntry => ({ entry, level: localLevel(query, entry) }))
    .filter(({ level }) => level !== 'none');
  const remote = serverEntries.map((entry): RankedEntry => {
    const level = matchLevel(query, entry);
    return { entry, level: level === 'none' ? 'hidden text' : level };
  });
  return byGroup(
    [...localMatches, ...remote].toSorted((a, b) => rankOf(b) - rankOf(a) || riskOf(a) - riskOf(b)),
  );
}

function localLevel(query: string, entry: PaletteEntry): MatchLevel {
  const level = matchLevel(query, entry);
  return level === 'none' && isInside(query, entry) ? 'inside' : level;
}

/** Entries of each group together, where its first one is. */
function byGroup(ranked: readonly RankedEntry[]): RankedEntry[] {
  return [...groupBy(ranked, ({ entry }) => entry.group).values()].flat();
}
