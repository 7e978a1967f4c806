import { describe, expect, it } from 'vitest';
import { matchWords } from './match-words.ts';

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
