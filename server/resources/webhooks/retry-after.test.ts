// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './deliver-webhooks.ts';

const DAY_MS = 24 * 3_600_000;

describe('parseRetryAfter', () => {
  const now = new Date('2026-11-28T12:00:00Z');
  it.each([
    ['120', 120_000],
    ['Sat, 28 Nov 2026 12:02:00 GMT', 120_000],
    ['Sat, 28 Nov 2026 11:02:00 GMT', 0],
    ['999999999', DAY_MS],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j', (header, expected) => expect(parseRetryAfter(header, now)).toBe(expected));
});
