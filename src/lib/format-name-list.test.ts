import { describe, expect, it } from 'vitest';
import { formatNameList } from './format-name-list.ts';

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('nameSome', () => {
  it('isolates names of different text directions', () => {
    expect(formatNameList(['API', 'دليل'], 2)).toBe('\u2068API\u2069 and \u2068دليل\u2069');
  });

  it('lists all names when there are few', () => {
    expect(plain(formatNameList(['API'], 1))).toBe('API');
    expect(plain(formatNameList(['API', 'Guides'], 2))).toBe('API and Guides');
  });

  it('counts the names it leaves out', () => {
    expect(plain(formatNameList(['API', 'Guides', 'Help', 'News'], 1204))).toBe(
      'API, Guides, Help, and 1,201 more',
    );
    expect(plain(formatNameList(['API', 'Guides', 'Help'], 3, 2))).toBe('API, Guides, and 1 more');
  });

  it('ignores a total smaller than the number of names', () => {
    expect(plain(formatNameList(['API', 'Guides'], 0))).toBe('API and Guides');
  });

  it('returns an empty text for no names', () => {
    expect(plain(formatNameList([], 0))).toBe('');
  });
});
