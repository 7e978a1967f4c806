import { describe, expect, it } from 'vitest';
import { inAWeek, nextWeek, morningOf, snoozePresets, tomorrow } from './snooze-times.ts';

const friday = new Date(2026, 10, 27, 15, 30);

describe('snooze times', () => {
  it('are mornings', () => {
    expect(tomorrow(friday)).toEqual(new Date(2026, 10, 28, 8));
    const monday = 1;
    expect(nextWeek(friday, monday)).toEqual(new Date(2026, 10, 30, 8));
    expect(nextWeek(new Date(2026, 10, 30, 9), monday)).toEqual(new Date(2026, 11, 7, 8));
    expect(nextWeek(new Date(2026, 10, 29, 9), monday)).toEqual(new Date(2026, 10, 30, 8));
  });

  it('begin a week when work does', () => {
    const sunday = 0;
    expect(nextWeek(friday, sunday)).toEqual(new Date(2026, 10, 29, 8));
    expect(nextWeek(new Date(2026, 10, 29, 9), sunday)).toEqual(new Date(2026, 11, 6, 8));
  });

  it('are offered once each', () => {
    expect(snoozePresets(friday).map(({ label }) => label)).toEqual(['Tomorrow', 'Monday', 'In a week']);
    const monday = new Date(2026, 10, 30, 9);
    expect(snoozePresets(monday).map(({ label }) => label)).toEqual(['Tomorrow', 'In a week']);
    const sunday = new Date(2026, 10, 29, 9);
    expect(snoozePresets(sunday).map(({ label }) => label)).toEqual(['Tomorrow', 'In a week']);
    expect(inAWeek(friday)).toEqual(new Date(2026, 11, 4, 8));
  });

  it('are in the future', () => {
    expect(morningOf('2026-12-24', friday)).toEqual(new Date(2026, 11, 24, 8));
    expect(morningOf('2026-11-27', friday)).toBeNull();
    expect(morningOf('someday', friday)).toBeNull();
  });
});
