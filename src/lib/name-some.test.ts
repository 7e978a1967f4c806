import { describe, expect, it } from 'vitest';
import { nameSome } from './name-some.ts';

describe('nameSome', () => {
  it('names all where there are few', () => {
    expect(nameSome(['API'], 1)).toBe('API');
    expect(nameSome(['API', 'Guides'], 2)).toBe('API and Guides');
  });

  it('counts those that it does not name', () => {
    expect(nameSome(['API', 'Guides', 'Help', 'News'], 1204)).toBe('API, Guides, Help, and 1,201 more');
    expect(nameSome(['API', 'Guides', 'Help'], 3, 2)).toBe('API, Guides, and 1 more');
  });

  it('believes the names rather than a total that is too small', () => {
    expect(nameSome(['API', 'Guides'], 0)).toBe('API and Guides');
  });

  it('says nothing about nothing', () => {
    expect(nameSome([], 0)).toBe('');
  });
});
