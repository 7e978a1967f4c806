/** A measured figure: the median of all rounds (or a quantile), and the smallest and the largest of a round. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}

/** The q-quantile; NaN for no values. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** The median; NaN for no values. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Rounds to `digits` decimals, so that results are readable and stable. */
export function round(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** The median of one value per round. */
export function figure(rounds: number[], digits = 1): Figure {
  return {
    value: round(median(rounds), digits),
    low: round(Math.min(...rounds), digits),
    high: round(Math.max(...rounds), digits),
  };
}

/** The q-quantile of all values of all rounds; its range is that of the rounds' own quantiles. */
export function pooledFigure(rounds: number[][], q: number, digits = 1): Figure {
  const ofRounds = rounds.map((values) => quantile(values, q));
  return { ...figure(ofRounds, digits), value: round(quantile(rounds.flat(), q), digits) };
}

/** The figures of records with the same numeric members, one record per round. */
export function figures<K extends string>(rounds: Record<K, number>[], digits = 2): Record<K, Figure> {
  const names = Object.keys(rounds[0] ?? {}) as K[];
  const entries = names.map((name) => [
    name,
    figure(
      rounds.map((values) => values[name]),
      digits,
    ),
  ]);
  return Object.fromEntries(entries) as Record<K, Figure>;
}
