import { describe, expect, it } from 'vitest';
import { matchWords, sortByRelevance, matchLevel } from './match-text.ts';

const viktor = { label: 'Viktor Horváth', detail: 'vh@skerry.example' };
const sites = { label: 'Sites', keywords: ['documentation'] };

describe('matchLevel', () => {
  it.each([
    ['viktor horvath', viktor, 'exact'],
    ['VIK', viktor, 'prefix'],
    ['horvath', viktor, 'word prefix'],
    ['horvath vik', viktor, 'word prefix'],
    ['vh@skerry', viktor, 'detail'],
    ['documentation', sites, 'keywords'],
    ['nothing', viktor, 'none'],
  ] as const)('of %j', (query, text, level) => {
    expect(matchLevel(query, text)).toBe(level);
  });
});

describe('sortByRelevance', () => {
  const ordered = (query: string, labels: string[]) => sortByRelevance(query, labels, (label) => ({ label }));

  it('puts an exact name before names that contain it', () => {
    expect(ordered('ann', ['Joanna', 'Mary Ann', 'Annabel', 'Ann'])).toEqual([
      'Ann',
      'Annabel',
      'Mary Ann',
      'Joanna',
    ]);
  });

  it('keeps the order of equal matches, and of everything while the query is empty', () => {
    expect(ordered('an', ['Anton', 'Anna'])).toEqual(['Anton', 'Anna']);
    expect(ordered(' ', ['Joanna', 'Ann'])).toEqual(['Joanna', 'Ann']);
  });
});

describe('matchWords', () => {
  it('matches the beginnings of words, in any order', () => {
    expect(matchWords('guid api', 'API guides')).toBeGreaterThan(0);
    expect(matchWords('uide', 'API guides')).toBe(0);
  });

  it('ignores case and accents on both sides', () => {
    expect(matchWords('jose', 'José Ávila')).toBeGreaterThan(0);
    expect(matchWords('ÁVI', 'Jose Avila')).toBeGreaterThan(0);
  });

  it('requires every word of the query', () => {
    expect(matchWords('members delete', 'Members')).toBe(0);
    expect(matchWords('members people', 'Members', ['People and roles'])).toBeGreaterThan(0);
  });

  it('matches everything for an empty query', () => {
    expect(matchWords('  ', 'Members')).toBe(1);
  });

  it('finds nothing in texts without words', () => {
    expect(matchWords('a', '—')).toBe(0);
  });
});
