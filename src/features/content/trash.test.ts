import { describe, expect, it } from 'vitest';
import type { SpaceList } from '#api/generated/types.gen.ts';
import { onlyDeleted, timeLeft } from './trash.ts';

const deletedAt = '2026-03-01T12:00:00.000Z';

it.each([
  ['2026-03-01T12:00:00Z', '7 days', false],
  ['2026-03-02T11:00:00Z', '6 days', false],
  ['2026-03-07T11:00:00Z', '1 day', true],
  ['2026-03-08T11:00:00Z', 'Less than a day', true],
  ['2026-03-08T12:00:01Z', 'Under a minute', true],
])('time left at %s: %s', (now, text, isShort) => {
  expect(timeLeft(deletedAt, new Date(now))).toEqual({ text, isShort });
});

/** A server response with these spaces; a space without a time is not deleted. */
const response = (...deleted: (string | null | undefined)[]): SpaceList =>
  JSON.parse(
    JSON.stringify({
      items: deleted.map((deletedAt, index) => ({ id: String(index), deletedAt })),
      count: 36,
      next: { page: '2' },
    }),
  );

describe('the trash', () => {
  it('contains what the server lists as deleted', () => {
    const page = response('2026-01-01T00:00:00Z');
    expect(onlyDeleted(page)).toBe(page);
    expect(onlyDeleted(response())).toMatchObject({ items: [] });
  });

  it.each([undefined, null, '', 'yesterday'])('contains no space deleted at %j', (deletedAt) => {
    const page = onlyDeleted(response('2026-01-01T00:00:00Z', deletedAt));
    expect(page).toEqual({
      items: [{ id: '0', deletedAt: '2026-01-01T00:00:00Z' }],
      count: 1,
      isUnsupported: true,
    });
  });
});
