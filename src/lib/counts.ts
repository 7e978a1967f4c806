const numbers = new Intl.NumberFormat('en');
const plurals = new Intl.PluralRules('en');

/** A number with its thousands set apart: 12431 → "12,431". */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** A number with its noun: `countOf(1, 'member')` → "1 member", `countOf(0, 'reply', 'replies')` → "0 replies". */
export function formatCount(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(value)} ${plurals.select(value) === 'one' ? singular : plural}`;
}
