/**
 * The length of a text as the server counts it: an emoji or a rare letter is one character, although JavaScript's
 * `length` says two. A flag or a family joined of several emoji still counts each of them.
 */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}
