import { describe, expect, it } from 'vitest';
import { initials, stableChoice } from './initials.ts';

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
    expect(stableChoice('user-1', 6)).toBe(stableChoice('user-1', 6));
    for (const text of ['', 'a', 'ü', 'a much longer text than an id']) {
      expect(stableChoice(text, 6)).toBeGreaterThanOrEqual(0);
      expect(stableChoice(text, 6)).toBeLessThan(6);
    }
  });
});
