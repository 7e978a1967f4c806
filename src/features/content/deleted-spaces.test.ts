import { describe, expect, it } from 'vitest';
import type { SpaceList } from '#api/generated/types.gen.ts';
import { onlyDeleted } from './deleted-spaces.ts';

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
  it('is what the server lists as deleted', () => {
    const page = response('2026-01-01T00:00:00Z');
    expect(onlyDeleted(page)).toBe(page);
    expect(onlyDeleted(response())).toMatchObject({ items: [] });
  });

  it.each([undefined, null, '', 'yesterday'])('has no space that was deleted at %j', (deletedAt) => {
    const page = onlyDeleted(response('2026-01-01T00:00:00Z', deletedAt));
    expect(page).toEqual({
      items: [{ id: '0', deletedAt: '2026-01-01T00:00:00Z' }],
      count: 1,
      isUnlisted: true,
    });
  });
});
