// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { endOfMinute, MinuteCounters } from './minute-counters.ts';

describe('MinuteCounters', () => {
  it('counts each key separately, for a whole minute', () => {
    const counters = new MinuteCounters();
    expect([counters.add('a', 60), counters.add('a', 119), counters.add('b', 60)]).toEqual([1, 2, 1]);
    expect(counters.add('a', 120)).toBe(1);
    expect([endOfMinute(60), endOfMinute(119), endOfMinute(120)]).toEqual([120, 120, 180]);
  });

  it('reverts counts of the current minute only', () => {
    const counters = new MinuteCounters();
    counters.add('a', 60);
    counters.add('a', 60);
    counters.subtract('a', 60);
    expect(counters.add('a', 60)).toBe(2);
    counters.add('a', 120);
    counters.subtract('a', 60);
    expect(counters.add('a', 120)).toBe(2);
  });

  it('loses no count, and hardly inflates one, with more keys than counters', () => {
    const counters = new MinuteCounters();
    for (let index = 0; index < 20; index += 1) counters.add('guesser', 0);
    for (let index = 0; index < 200_000; index += 1) counters.add(`made up ${index}`, 0);
    const count = counters.add('guesser', 0);
    expect(count).toBeGreaterThanOrEqual(21);
    expect(count).toBeLessThan(40);
  });
});
