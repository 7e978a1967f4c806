// @module-tag without-database
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StartWaits } from './start-waits.ts';

describe('a start that has to wait', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says for what after five seconds, and again at growing intervals', () => {
    const lines: string[] = [];
    const waits = new StartWaits((line) => lines.push(line));
    let age = 7;
    waits.begin(() => `another server, which began ${age} s ago`);
    vi.advanceTimersByTime(4999);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(1);
    age = 17;
    vi.advanceTimersByTime(10_000);
    vi.advanceTimersByTime(19_999);
    expect(lines).toEqual([
      'Still waiting for another server, which began 7 s ago (5 s so far).',
      'Still waiting for another server, which began 17 s ago (15 s so far).',
    ]);
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(3);
  });

  it('counts each wait from its own beginning, and is silent once it goes on', () => {
    const lines: string[] = [];
    const waits = new StartWaits((line) => lines.push(line));
    waits.begin('the database');
    vi.advanceTimersByTime(4000);
    waits.begin('something else');
    vi.advanceTimersByTime(4000);
    waits.end();
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([]);
  });
});
