import { describe, expect, it } from 'vitest';
import { calendarDay, exactTime, relativeTime } from './times.ts';

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
