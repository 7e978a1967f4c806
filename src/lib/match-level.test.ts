import { describe, expect, it } from 'vitest';
import { bestFirst, matchLevel } from './match-level.ts';

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
  const ordered = (query: string, labels: string[]) => bestFirst(query, labels, (label) => ({ label }));

  it('puts a name before the names that only contain it', () => {
    expect(ordered('ann', ['Joanna', 'Mary Ann', 'Annabel', 'Ann'])).toEqual([
      'Ann',
      'Annabel',
      'Mary Ann',
      'Joanna',
    ]);
  });

  it('leaves the order alone among equals, and while nothing is typed', () => {
    expect(ordered('an', ['Anton', 'Anna'])).toEqual(['Anton', 'Anna']);
    expect(ordered(' ', ['Joanna', 'Ann'])).toEqual(['Joanna', 'Ann']);
  });
});
