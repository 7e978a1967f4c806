import { describe, expect, it } from 'vitest';
import { sortByRelevance, matchLevel } from './match-level.ts';

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
  ] as const)('of %j', (query, one, level) => {
    expect(matchLevel(query, one)).toBe(level);
  });
});

describe('bestFirst', () => {
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
