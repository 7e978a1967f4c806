import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

const deletedAt = '2026-03-01T12:00:00.000Z';

it.each([
  ['2026-03-01T12:00:00Z', '7 days', false],
  ['2026-03-02T11:00:00Z', '6 days', false],
  ['2026-03-07T11:00:00Z', '1 day', true],
  ['2026-03-08T11:00:00Z', 'Less than a day', true],
  ['2026-03-08T12:00:01Z', 'A moment', true],
])('at %s there is left: %s', (now, words, isShort) => {
  expect(timeLeft(deletedAt, new Date(now))).toEqual({ words, isShort });
});
