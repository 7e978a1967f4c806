/** Parts of addresses that are made of titles. Pure. */

/** Limits in code points, as in the contract: paths and basenames, and hostnames of organizations. */
export const MAX_PATH_LENGTH = 100;
export const MIN_HOSTNAME_LENGTH = 3;
export const MAX_HOSTNAME_LENGTH = 32;

/**
 * A URL path segment from a title: lower case, words joined by hyphens, Latin letters without accents, other scripts
 * unchanged. `fallback` where the title has no letters or digits.
 */
export function pathFromTitle(title: string, fallback: string): string {
  const words = withoutAccents(title).replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return truncate(words.replace(/^-+/, ''), MAX_PATH_LENGTH) || fallback;
}

/** Latin letters that are not a plain letter with an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
};

/** The name of an organization without a usable title. */
const FALLBACK_HOSTNAME = 'organization';

/** A hostname of an organization from its title: 3 to 32 of a–z, 0–9 and hyphens. */
export function hostnameFromTitle(title: string): string {
  const words = withoutAccents(title)
    .replace(/[^\p{ASCII}]/gu, (letter) => PLAIN_LETTERS[letter] ?? '-')
    .replace(/[^a-z0-9]+/g, '-');
  const hostname = truncate(words.replace(/^-+/, ''), MAX_HOSTNAME_LENGTH);
  if (hostname === '') return FALLBACK_HOSTNAME;
  return hostname.length < MIN_HOSTNAME_LENGTH ? `${hostname}-docs` : hostname;
}

/** The name, with the first free suffix `-1`, `-2` … where it is taken. */
export function uniqueName(name: string, taken: Iterable<string>, maxLength = MAX_PATH_LENGTH): string {
  const others = taken instanceof Set ? taken : new Set(taken);
  for (let number = 0; ; number += 1) {
    const suffix = `-${number}`;
    const candidate = number === 0 ? name : truncate(name, maxLength - suffix.length) + suffix;
    if (!others.has(candidate)) return candidate;
  }
}

/** The suffixes of {@link uniqueName} replace no more than these last characters. */
const MAX_SUFFIX_LENGTH = 8;

/** The beginning of a name that it has in common with those that {@link uniqueName} makes of it. */
export function commonPrefix(name: string, maxLength = MAX_PATH_LENGTH): string {
  return truncate(name, maxLength - MAX_SUFFIX_LENGTH);
}

/** In lower case. */
function withoutAccents(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{Mn}+/gu, (letter) => letter.replace(/\p{Mn}/gu, ''))
    .normalize('NFC')
    .toLowerCase();
}

/** Truncates by code points, as limits are counted, without a trailing hyphen. */
function truncate(text: string, length: number): string {
  return [...text].slice(0, length).join('').replace(/-+$/, '');
}
