/** One or two capital letters that stand for a name: "Ada Lovelace" → "AL", "docs@acme.dev" → "D". */
export function initials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/u)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word ? String.fromCodePoint(word.codePointAt(0) ?? 0) : ''))
    .join('')
    .toLocaleUpperCase();
}

/** A stable number from 0 up to, not including, `choices`, for a text: the same person always gets the same colour. */
export function hashToIndex(text: string, count: number): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}
