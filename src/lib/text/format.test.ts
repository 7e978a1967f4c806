import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  calendarDay,
  createFormats,
  exactTime,
  firstWorkday,
  formatNameList,
  hashToIndex,
  initials,
  relativeTime,
} from './format.ts';

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

/** Formatted, with any space as a plain one: languages have several. */
function inLanguages(...languages: string[]) {
  const formats = createFormats(languages);
  const plainSpaces = (text: string) => text.replaceAll(/\s/g, ' ');
  return {
    day: plainSpaces(formats.calendarDay('2026-11-03T12:00:00Z')),
    time: plainSpaces(formats.exactTime('2026-11-03T23:05:00Z')),
    number: plainSpaces(formats.formatNumber(1_234_567.5)),
  };
}

describe('dates and numbers', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['en-GB', { day: '3 Nov 2026', time: '3 Nov 2026, 23:05', number: '1,234,567.5' }],
    ['en-US', { day: 'Nov 3, 2026', time: 'Nov 3, 2026, 11:05 PM', number: '1,234,567.5' }],
    ['en-IN', { day: '3 Nov 2026', time: '3 Nov 2026, 11:05 pm', number: '12,34,567.5' }],
    ['de-DE', { day: '03.11.2026', time: '03.11.2026, 23:05', number: '1.234.567,5' }],
    ['fr-FR', { day: '03/11/2026', time: '03/11/2026 23:05', number: '1 234 567,5' }],
    ['ja-JP', { day: '2026/11/03', time: '2026/11/03 23:05', number: '1,234,567.5' }],
  ])('are written as in %s', (language, expected) => {
    vi.stubEnv('TZ', 'UTC');
    expect(inLanguages(language)).toEqual(expected);
  });

  it.each(['ar-EG', 'fa-IR', 'hi-IN', 'th-TH', 'he-IL', 'ko-KR'])(
    'have the digits and years of the contract in %s, in reading order',
    (language) => {
      const { day, number } = inLanguages(language);
      expect(day).toMatch(/^[\d/. ]+$/);
      expect(day).toContain('2026');
      expect(number).toMatch(/^[\d,. ]+$/);
    },
  );

  it('are those of the first language that is known', () => {
    expect(inLanguages('tlh', 'en-US@posix', 'de', 'en')).toEqual(inLanguages('de'));
    expect(inLanguages()).toEqual(inLanguages('en'));
  });

  it.each([
    ['UTC', '3 Nov 2026, 23:05'],
    ['Europe/Berlin', '4 Nov 2026, 00:05'],
    ['America/Los_Angeles', '3 Nov 2026, 15:05'],
    ['Asia/Kathmandu', '4 Nov 2026, 04:50'],
  ])('are those of the clock in %s', (zone, expected) => {
    vi.stubEnv('TZ', zone);
    expect(inLanguages('en-GB').time).toBe(expected);
  });

  it.each([
    ['Pacific/Auckland', 'yesterday'],
    ['Europe/Berlin', '13 hours ago'],
  ])('call a day by the calendar in %s', (zone, expected) => {
    vi.stubEnv('TZ', zone);
    const noon = new Date('2026-11-21T20:00:00Z');
    expect(relativeTime('2026-11-21T07:00:00Z', noon)).toBe(expected);
  });
});

describe('the first working day of a week', () => {
  it.each([
    ['de-DE', 1],
    ['en-US', 1],
    ['pt-BR', 1],
    ['he-IL', 0],
    ['ar-EG', 0],
    ['fa-IR', 6],
  ])('in %s is day %i', (language, expected) => {
    expect(firstWorkday(language)).toBe(expected);
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

/** Any second of the years that the console shows. */
const anyTime = fc.integer({ min: 0, max: 4_102_444_800 }).map((seconds) => new Date(seconds * 1000));

describe('numbers written without a formatter', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each(['en', 'en-US', 'en-GB', 'en-CA', 'en-AU', 'en-NZ', 'en-IE', 'en-ZA', 'de-CH', 'ar-EG'])(
    'is the number that a formatter writes in %s',
    (language) => {
      const { formatNumber } = createFormats([language]);
      const formatter = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
      const anyNumber = fc.oneof(
        fc.integer({ min: -2000, max: 2_000_000 }),
        fc.double({ min: 0, max: 5000 }),
      );
      fc.assert(fc.property(anyNumber, (value) => formatNumber(value) === formatter.format(value)));
    },
  );

  it('is the day that a formatter writes in American English', () => {
    const formatter = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
    const formats = createFormats(['en-US']);
    fc.assert(fc.property(anyTime, (time) => formats.calendarDay(time) === formatter.format(time)));
    expect(formats.calendarDay('soon')).toBe('');
  });

  it('is the distance that a formatter writes', () => {
    const formatter = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    const units = ['minute', 'hour', 'day', 'week', 'month'] as const;
    const expectedTexts = new Set(
      units.flatMap((unit) => Array.from({ length: 201 }, (_, index) => formatter.format(index - 100, unit))),
    );
    const withinAYear = fc.integer({ min: -364 * 24 * 60, max: 364 * 24 * 60 });
    fc.assert(
      fc.property(withinAYear, (distance) => {
        const text = relativeTime(before(minutes(distance)), now);
        return text === 'just now' || expectedTexts.has(text);
      }),
    );
  });

  it('is all that the first rows of most lists need', async () => {
    const unneeded = new Proxy(Intl, {
      get: () => {
        throw new Error('A formatter was made.');
      },
    });
    vi.resetModules();
    vi.stubGlobal('navigator', { languages: ['en-US'] });
    vi.stubGlobal('Intl', unneeded);
    const format = await import('./format.ts');
    expect(format.formatCount(10_000, 'member')).toBe('10,000 members');
    expect(format.relativeTime(before(hours(24 * 400)), now)).toBe('Oct 17, 2025');
    expect(format.relativeTime(before(hours(24 * 5)), now)).toBe('5 days ago');
  });
});
