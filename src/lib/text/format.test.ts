import { describe, expect, it } from 'vitest';
import { formatNameList, calendarDay, exactTime, relativeTime, initials, hashToIndex } from './format.ts';

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

describe('hashToIndex', () => {
  it('returns the same index for the same text, within range', () => {
    expect(hashToIndex('user-1', 6)).toBe(hashToIndex('user-1', 6));
    for (const text of ['', 'a', 'ü', 'a much longer text than an id']) {
      expect(hashToIndex(text, 6)).toBeGreaterThanOrEqual(0);
      expect(hashToIndex(text, 6)).toBeLessThan(6);
    }
  });
});

const now = new Date(2026, 10, 21, 12, 0, 0);
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => minutes(60 * count);

describe('relativeTime', () => {
  it.each([
    [before(20_000), 'just now'],
    [before(minutes(5)), '5 minutes ago'],
    [before(minutes(59)), '59 minutes ago'],
    [before(hours(3)), '3 hours ago'],
    [before(hours(13)), 'yesterday'],
    [before(hours(24 * 5)), '5 days ago'],
    [before(hours(24 * 21)), '3 weeks ago'],
    [before(hours(24 * 100)), '3 months ago'],
    [before(-minutes(10)), 'in 10 minutes'],
    [before(-hours(24)), 'tomorrow'],
  ])('%s', (time, words) => {
    expect(relativeTime(time, now)).toBe(words);
  });

  it('shows the date after one year', () => {
    expect(relativeTime(new Date(2024, 1, 3), now)).toBe(calendarDay(new Date(2024, 1, 3)));
  });

  it('returns an empty text for an invalid time', () => {
    expect(relativeTime('soon', now)).toBe('');
    expect(exactTime('')).toBe('');
    expect(calendarDay('never')).toBe('');
  });
});

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('formatNameList', () => {
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
