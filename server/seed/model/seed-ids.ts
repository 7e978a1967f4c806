import { hashId } from '#server/content/pages/storage.ts';

/** A deterministic id in the demonstration, derived from kind and names. */
export function seedId(kind: string, ...names: string[]): string {
  return hashId(['demonstration', kind, ...names].join('/'));
}

/** A deterministic pseudo-random generator of numbers in [0, 1), seeded by a name. */
export function seedRandom(name: string): () => number {
  let state = Number.parseInt(
    [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 0x7fffffff, 7).toString(),
    10,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
