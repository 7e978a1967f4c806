import { describe, expect, it } from 'vitest';
import type { ChangeRequestBucket } from '#api/generated/types.gen.ts';
import { isInBucket, matchesSearch } from './fan-out.ts';

const now = new Date('2026-02-01T00:00:00.000Z');
const rowBy = (id: string, updatedAt: string, canMerge = false) => ({
  createdBy: { object: 'user' as const, id, displayName: id, urls: { location: '' } },
  updatedAt,
  canMerge,
});

describe('isInBucket', () => {
  it.each<[ChangeRequestBucket, boolean, boolean]>([
    ['mine', true, false],
    ['drafts', true, false],
    ['waiting', true, false],
    ['ready', false, false],
    ['open', true, true],
    ['stale', false, true],
    ['needs-me', false, false],
    ['returned', false, false],
    ['merged', true, true],
  ])('%s: a new one of mine %s, an old one of another %s', (bucket, mine, other) => {
    expect(isInBucket(rowBy('me', '2026-01-31T00:00:00.000Z'), bucket, 'me', now)).toBe(mine);
    expect(isInBucket(rowBy('ada', '2026-01-01T00:00:00.000Z'), bucket, 'me', now)).toBe(other);
  });

  it('treats everything the user may review as waiting for their review', () => {
    const reviewable = rowBy('ada', '2026-01-31T00:00:00.000Z', true);
    expect(isInBucket(reviewable, 'needs-me', 'me', now)).toBe(true);
    expect(isInBucket(reviewable, 'waiting', 'me', now)).toBe(false);
    expect(isInBucket(rowBy('me', '2026-01-31T00:00:00.000Z', true), 'needs-me', 'me', now)).toBe(false);
  });
});

it.each([
  ['ports', true],
  ['12', true],
  ['#12', true],
  [' #012 ', true],
  ['#1', false],
  ['v12', false],
])('a change request is called “%s”: %s', (text, isFound) => {
  expect(matchesSearch({ subject: 'Name the Ports', number: 12 }, text)).toBe(isFound);
});
