// @module-tag without-database
import { expect, it } from 'vitest';
import { latestBoundary } from './digest-times.ts';

const boundary = (frequency: 'daily' | 'weekly', now: string, timeZone?: string) =>
  latestBoundary(frequency, new Date(now), timeZone).toISOString();

it.each([
  ['daily', '2026-11-29T06:59:59Z', undefined, '2026-11-28T07:00:00.000Z'],
  ['daily', '2026-11-29T07:00:00Z', undefined, '2026-11-29T07:00:00.000Z'],
  ['daily', '2026-11-29T06:00:00Z', 'Europe/Berlin', '2026-11-29T06:00:00.000Z'],
  ['daily', '2026-07-01T05:00:00Z', 'Europe/Berlin', '2026-07-01T05:00:00.000Z'],
  // Clocks went back an hour in the night, and ahead.
  ['daily', '2026-10-25T05:59:00Z', 'Europe/Berlin', '2026-10-24T05:00:00.000Z'],
  ['daily', '2026-10-25T06:00:00Z', 'Europe/Berlin', '2026-10-25T06:00:00.000Z'],
  ['daily', '2026-03-29T05:00:00Z', 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
  ['daily', '2026-11-29T01:15:00Z', 'Asia/Kathmandu', '2026-11-29T01:15:00.000Z'],
  ['daily', '2026-11-29T18:00:00Z', 'Pacific/Kiritimati', '2026-11-29T17:00:00.000Z'],
  ['daily', '2026-11-29T17:59:00Z', 'Pacific/Pago_Pago', '2026-11-28T18:00:00.000Z'],
  ['weekly', '2026-11-29T12:00:00Z', undefined, '2026-11-23T07:00:00.000Z'],
  ['weekly', '2026-11-29T22:00:00Z', 'Asia/Tokyo', '2026-11-29T22:00:00.000Z'],
  ['weekly', '2026-11-30T14:59:00Z', 'America/Los_Angeles', '2026-11-23T15:00:00.000Z'],
  ['weekly', '2026-11-30T15:00:00Z', 'America/Los_Angeles', '2026-11-30T15:00:00.000Z'],
  ['daily', '2026-11-29T07:00:00Z', 'Moon/Crater', '2026-11-29T07:00:00.000Z'],
] as const)('a %s summary was last due before %s in %s at %s', (frequency, now, timeZone, expected) => {
  expect(boundary(frequency, now, timeZone)).toBe(expected);
});
