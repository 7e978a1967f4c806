/**
 * Removes combining marks of a letter beyond the thirtieth, as in Unicode's stream-safe form. Normalization sorts marks
 * in quadratic time; no writing system has as many.
 */
export function limitCombiningMarks(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1');
}
