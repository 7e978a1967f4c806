import type { Table } from '#src/lib/text/csv.ts';

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

const bigramsOf = (text: string) =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));

/** Dice coefficient of two texts' bigrams, from 0 to 1. */
function similarity(left: string, right: string): number {
  const rest = bigramsOf(right);
  const total = bigramsOf(left).length + rest.length;
  let shared = 0;
  for (const pair of bigramsOf(left)) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  return total === 0 ? 0 : (2 * shared) / total;
}

/** The candidate for "Did you mean …?": the first that shares a word with the text, else the most similar. */
export function closestMatch(text: string, candidates: readonly string[]): string | null {
  const words = splitWords(text);
  const sharing = candidates.find((candidate) => splitWords(candidate).some((word) => words.includes(word)));
  if (sharing !== undefined) return sharing;
  const [best] = candidates
    .map((candidate) => ({ candidate, score: similarity(words.join(' '), splitWords(candidate).join(' ')) }))
    .toSorted((a, b) => b.score - a.score);
  return best && best.score >= 0.5 ? best.candidate : null;
}

export interface IgnoredColumn {
  /** Empty if there is none. */
  heading: string;
  /** Counted from 1. */
  number: number;
  reason: 'unknown' | 'repeated' | 'no heading';
  /** The known column that was probably meant. */
  suggestion: string | null;
}

/** Which columns of a file are used. */
interface TableColumns<Key> {
  /** Index of each column by its key. */
  indexes: ReadonlyMap<Key, number>;
  ignored: IgnoredColumn[];
}

export function matchColumns<Key>(
  { headings, lines }: Pick<Table, 'headings' | 'lines'>,
  find: (heading: string, index: number) => Key | undefined,
  known: readonly string[],
): TableColumns<Key> {
  const at = new Map<Key, number>();
  const ignored: IgnoredColumn[] = [];
  for (const [index, heading] of headings.entries()) {
    const column = { heading, number: index + 1, suggestion: null };
    const key = heading === '' ? undefined : find(heading, index);
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
