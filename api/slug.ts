/**
 * Removes combining marks of a letter beyond the thirtieth, as in Unicode's stream-safe form. Normalization sorts marks
 * in quadratic time; no writing system has as many.
 */
export function limitCombiningMarks(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1');
}

/** A name for addresses: letters and digits of any script in lower case, without accents, joined by hyphens. */
export function slugOf(title: string): string {
  const plain = limitCombiningMarks(title)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase();
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return slug === '' ? 'page' : slug;
}
