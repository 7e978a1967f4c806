/**
 * A text without the marks of a letter beyond the thirtieth, which is where Unicode's stream-safe form draws the line.
 * Normalizing sorts the marks of a letter, in time by the square of how many there are; no writing has as many.
 */
export function limitCombiningMarks(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1');
}
