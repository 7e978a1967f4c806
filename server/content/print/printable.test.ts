import { describe, expect, it } from 'vitest';
import { toPrintable } from './printable.ts';

describe('toPrintable', () => {
  it.each([
    ['Über “œuvres” – 5 €…', 'Über “œuvres” – 5 €…'],
    ['ő ž ń', 'o ž n'],
    ['a → b ≤ c', 'a -> b <= c'],
    ['Привет мир', '[?] [?]'],
    ['梟 owl 🦉', '[?] owl [?]'],
    ['zero\u200bwidth\u0007', 'zerowidth'],
    ['a\tb', 'a    b'],
    ['e\u0301', 'é'],
  ])('%s', (text, expected) => {
    expect(toPrintable(text)).toBe(expected);
  });
});
