/** Texts of a given length, for tests of limits. */

/** Four bytes in UTF-8, two units in UTF-16, one character. */
export const emojis = (length: number) => '😀'.repeat(length);
export const ascii = (length: number) => 'a'.repeat(length);
export const padded = (start: string, end: string, fill: (length: number) => string) => (length: number) =>
  start + fill(length - start.length - end.length) + end;
export const quoted = padded('"', '"', emojis);
