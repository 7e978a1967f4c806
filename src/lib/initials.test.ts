import { describe, expect, it } from 'vitest';
import { initials, hashToIndex } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['Jean-Luc de la Tour', 'JT'],
    ['priya.raman@acme.dev', 'PR'],
    ['Šimon Žák', 'ŠŽ'],
    ['𝒜lice', '𝒜'],
    ['(deleted user)', 'U'],
    ['', ''],
  ])('of %s are %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe('stableChoice', () => {
  it('returns the same index for the same text, within range', () => {
    expect(hashToIndex('user-1', 6)).toBe(hashToIndex('user-1', 6));
    for (const text of ['', 'a', 'ü', 'a much longer text than an id']) {
      expect(hashToIndex(text, 6)).toBeGreaterThanOrEqual(0);
      expect(hashToIndex(text, 6)).toBeLessThan(6);
    }
  });
});
