import type { Table } from './csv.ts';
import { closestMatch } from './closest-match.ts';

export interface IgnoredColumn {
  /** Its heading; empty where it has none. */
  heading: string;
  /** Counted from 1. */
  number: number;
  reason: 'unknown' | 'repeated' | 'no heading';
  /** The known column that was probably meant. */
  suggestion: string | null;
}

/** Which columns of a file are used. */
export interface TableColumns<Key> {
  /** Index of each column by its key. */
  indexes: ReadonlyMap<Key, number>;
  ignored: IgnoredColumn[];
}

export function matchColumns<Key>(
  { headings, lines }: Pick<Table, 'headings' | 'lines'>,
  find: (heading: string) => Key | undefined,
  known: readonly string[],
): TableColumns<Key> {
  const at = new Map<Key, number>();
  const ignored: IgnoredColumn[] = [];
  for (const [index, heading] of headings.entries()) {
    const column = { heading, number: index + 1, suggestion: null };
    const key = heading === '' ? undefined : find(heading);
    if (key !== undefined && !at.has(key)) at.set(key, index);
    else if (key !== undefined) ignored.push({ ...column, reason: 'repeated' });
    else if (heading !== '')
      ignored.push({ ...column, reason: 'unknown', suggestion: closestMatch(heading, known) });
    else if (lines.some(({ cells }) => cells[index])) ignored.push({ ...column, reason: 'no heading' });
  }
  return { indexes: at, ignored };
}

/** How many non-empty cells of a line are beyond the last heading. */
export const countExtraCells = (headings: readonly string[], cells: readonly string[]): number =>
  cells.slice(headings.length).filter(Boolean).length;
