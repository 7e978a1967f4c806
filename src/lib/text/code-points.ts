/**
 * The length of a text as the server counts it, in code points: JavaScript's `length` counts an emoji twice. Emoji
 * of several code points, such as flags, still count several times.
 */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}
