const LONGEST = 100;

/**
 * Makes the last part of an address from a title: lower case, words joined by hyphens, accents of Latin letters
 * dropped, letters of other scripts kept. `fallback` is used when the title has neither letters nor digits.
 */
export function pathFromTitle(title: string, fallback: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{Mn}+/gu, (letter) => letter.replace(/\p{Mn}/gu, ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return cut(words.replace(/^-+|-+$/g, ''), LONGEST) || fallback;
}

/** The path itself when no sibling has it, else the path with the first free `-1`, `-2` … */
export function uniquePath(path: string, taken: Iterable<string>): string {
  const others = new Set(taken);
  for (let number = 0; ; number += 1) {
    const suffix = `-${number}`;
    const candidate = number === 0 ? path : cut(path, LONGEST - suffix.length) + suffix;
    if (!others.has(candidate)) return candidate;
  }
}

/**
 * What is wrong with a path that a caller chose, or null. It becomes part of an address, so it holds nothing
 * that would end or split one; slashes may stand inside.
 */
export function findPathProblem(path: string): string | null {
  if (/[\s\p{Cc}?#\\]/u.test(path)) return 'may not contain white space, "?", "#" or "\\"';
  if (/^\/|\/$|\/\/|(^|\/)\.{1,2}(\/|$)/.test(path))
    return 'may not begin or end with "/" or have empty parts';
  return null;
}

/** Cuts by code points, as limits are counted, and leaves no hyphen dangling. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').replace(/-+$/, '');
}
