/** A column of either table: its index on each side; omitted where that side does not have it. */
export interface ColumnStep {
  base?: number;
  next?: number;
}

/** Cell texts of a row that both tables have. */
export interface RowPair {
  base: readonly string[];
  next: readonly string[];
}

/** Above this, comparing takes too long: columns are paired by index. */
const maxComparisons = 2_000_000;
/** Columns with a lower score don't match. */
const minScore = 0.5;

/**
 * Matches the columns of two tables: first those with the same head or mostly equal cells, in order; then the rest by
 * index where both sides have equally many.
 */
export function alignColumns(pairs: readonly RowPair[], baseWidth: number, nextWidth: number): ColumnStep[] {
  if (pairs.length === 0 || pairs.length * baseWidth * nextWidth > maxComparisons) {
    return fillGap(range(0, baseWidth), range(0, nextWidth), true);
  }
  const matched = bestMatches(scoreColumns(pairs, baseWidth, nextWidth));
  const columns: ColumnStep[] = [];
  let base = 0;
  let next = 0;
  for (const match of [...matched, { base: baseWidth, next: nextWidth }]) {
    columns.push(...fillGap(range(base, match.base), range(next, match.next), false));
    if (match.base < baseWidth) columns.push(match);
    base = match.base + 1;
    next = match.next + 1;
  }
  return columns;
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(end - start, 0) }, (_, index) => start + index);

/** Unmatched columns: paired if both sides have equally many (or if forced), otherwise listed per side. */
function fillGap(base: readonly number[], next: readonly number[], force: boolean): ColumnStep[] {
  const paired = force || base.length === next.length ? Math.min(base.length, next.length) : 0;
  return [
    ...base.slice(0, paired).map((place, index) => ({ base: place, next: next[index] ?? place })),
    ...base.slice(paired).map((place) => ({ base: place })),
    ...next.slice(paired).map((place) => ({ next: place })),
  ];
}

/** Share of equal cells for each pair of columns, plus 1 if their heads are equal. */
function scoreColumns(pairs: readonly RowPair[], baseWidth: number, nextWidth: number): number[][] {
  const isEqual = ({ base, next }: RowPair, i: number, j: number) =>
    base[i] !== undefined && base[i] === next[j];
  return range(0, baseWidth).map((i) =>
    range(0, nextWidth).map((j) => {
      const equal = pairs.filter((pair) => isEqual(pair, i, j)).length;
      const [head] = pairs;
      return equal / pairs.length + (head && head.base[i]?.trim() && isEqual(head, i, j) ? 1 : 0);
    }),
  );
}

/** The matches with the highest total score that keep the order of both sides. */
function bestMatches(scores: readonly (readonly number[])[]): { base: number; next: number }[] {
  const scoreOf = (base: number, next: number) => scores[base]?.[next] ?? 0;
  const height = scores.length;
  const width = scores[0]?.length ?? 0;
  // best[i][j]: the highest sum for the columns from i and from j on.
  const best = Array.from({ length: height + 1 }, () => Array.from({ length: width + 1 }, () => 0));
  const sumAt = (i: number, j: number) => best[i]?.[j] ?? 0;
  const together = (i: number, j: number) =>
    scoreOf(i, j) < minScore ? -1 : scoreOf(i, j) + sumAt(i + 1, j + 1);
  for (let i = height - 1; i >= 0; i -= 1) {
    const row = best[i] ?? [];
    for (let j = width - 1; j >= 0; j -= 1) {
      row[j] = Math.max(together(i, j), sumAt(i + 1, j), sumAt(i, j + 1));
    }
  }
  const matches: { base: number; next: number }[] = [];
  for (let i = 0, j = 0; i < height && j < width;) {
    if (together(i, j) === sumAt(i, j)) matches.push({ base: i++, next: j++ });
    else if (sumAt(i + 1, j) === sumAt(i, j)) i += 1;
    else j += 1;
  }
  return matches;
}
