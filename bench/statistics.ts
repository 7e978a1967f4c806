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

/** The medians of records with the same numeric members. */
export function medians<K extends string>(rounds: Record<K, number>[]): Record<K, number> {
  const [first] = rounds;
  if (first === undefined) throw new Error('No rounds to take a median of.');
  const result = { ...first };
  for (const key in first) result[key] = round(median(rounds.map((values) => values[key])), 2);
  return result;
}
