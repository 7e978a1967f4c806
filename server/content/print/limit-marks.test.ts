import { describe, expect, it } from 'vitest';
// @module-tag without-database
import { limitCombiningMarks, slugOf } from '#api/slug.ts';
import { fold, tokenize } from '../search/tokenize.ts';
import { toPrintable } from './printable.ts';

/** Two marks in the wrong order, so often that quadratic sorting would take hours. */
const MARKS = '\u0301\u0316'.repeat(500_000);

describe('combining marks on one letter', () => {
  it('stay up to what a script may use', () => {
    for (const text of ['e\u0301', 'שָׁלוֹם', `a${'\u0301'.repeat(30)}b`, ''])
      expect(limitCombiningMarks(text)).toBe(text);
  });

  it('are limited to thirty', () => {
    expect(limitCombiningMarks(`a${MARKS}b`)).toBe(`a${MARKS.slice(0, 30)}b`);
  });

  it('do not slow down search, slugs or printing, even by the million', () => {
    expect(fold(`a${MARKS}b`)).toBe('ab');
    expect([...tokenize(`a${MARKS}b c`)]).toEqual(['ab', 'c']);
    expect(slugOf(`A${MARKS}b`)).toBe('ab');
    expect(toPrintable(`a${MARKS}b`)).toBe(toPrintable(`a${MARKS.slice(0, 30)}b`));
  });
});
