import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptAround, findMatches, replaceMatches } from './find-replace.ts';

const options = { query: 'oil', matchCase: false, wholeWords: false };
const text = 'Oil the wick. Boil no oil.\nOILS';
const find = (changed: Partial<typeof options>, limit = 100) =>
  findMatches(text, { ...options, ...changed }, limit).map(({ start, end }) => text.slice(start, end));

describe('findMatches', () => {
  it('minds case and whole words where asked', () => {
    expect(find({})).toEqual(['Oil', 'oil', 'oil', 'OIL']);
    expect(find({ matchCase: true })).toEqual(['oil', 'oil']);
    expect(find({ wholeWords: true })).toEqual(['Oil', 'oil']);
    expect(find({}, 2)).toEqual(['Oil', 'oil']);
    expect(find({ query: '' })).toEqual([]);
  });

  it('takes every character literally', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        (around, query) => {
          const whole = `${around}\u0000${query}\u0000${around}`;
          const matches = findMatches(whole, { query, matchCase: true, wholeWords: false }, Infinity);
          expect(matches.every(({ start, end }) => whole.slice(start, end) === query)).toBe(true);
          expect(replaceMatches(whole, matches, query)).toBe(whole);
          expect(matches.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

it('replaces the chosen places only', () => {
  const matches = findMatches(text, options, 100);
  expect(replaceMatches(text, matches.slice(1, 3), 'gas')).toBe('Oil the wick. Bgas no gas.\nOILS');
  expect(replaceMatches(text, [], 'gas')).toBe(text);
});

it('shows the line around a place, cut where it is long', () => {
  const [, , third] = findMatches(text, options, 100);
  expect(third && excerptAround(text, third)).toEqual({ before: 'Oil the wick. Boil no ', after: '.' });
  const long = `${'a'.repeat(100)}oil${'b'.repeat(100)}`;
  const excerpt = excerptAround(long, { start: 100, end: 103 });
  expect(excerpt).toEqual({ before: `…${'a'.repeat(40)}`, after: `${'b'.repeat(80)}…` });
  const words = `${'gauge '.repeat(10)}oil${' station'.repeat(20)}`;
  expect(excerptAround(words, { start: 60, end: 63 })).toEqual({
    before: `…${'gauge '.repeat(6)}`,
    after: `${' station'.repeat(9)}…`,
  });
});
