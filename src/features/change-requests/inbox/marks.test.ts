import { describe, expect, it } from 'vitest';
import { isNew, isSnoozed, type Marks, withoutSnoozed, withSeen, withSnoozed } from './marks.ts';

const marks: Marks = { since: '2026-01-10T00:00:00.000Z', seen: {}, snoozed: {} };
const row = { id: 'a', updatedAt: '2026-01-11T00:00:00.000Z' };
const now = new Date('2026-01-12T00:00:00.000Z');

describe('isNew', () => {
  it('is true for changes since the last visit that were not seen', () => {
    expect(isNew(marks, row)).toBe(true);
    expect(isNew({ ...marks, since: null }, row)).toBe(false);
    expect(isNew(marks, { ...row, updatedAt: '2026-01-09T00:00:00.000Z' })).toBe(false);
    const seenMarks = withSeen(marks, [row], true, now);
    expect(isNew(seenMarks, row)).toBe(false);
    expect(isNew(seenMarks, { ...row, updatedAt: '2026-01-13T00:00:00.000Z' })).toBe(true);
    expect(isNew(withSeen(seenMarks, [row], false, now), row)).toBe(true);
  });
});

describe('snoozed change requests', () => {
  it('return when the time is over, or with a change', () => {
    const withSnooze = withSnoozed(marks, [row], new Date('2026-01-14T00:00:00.000Z'));
    expect(isSnoozed(withSnooze, row, now)).toBe(true);
    expect(isSnoozed(withSnooze, row, new Date('2026-01-15T00:00:00.000Z'))).toBe(false);
    expect(isSnoozed(withSnooze, { ...row, updatedAt: '2026-01-11T00:00:01.000Z' }, now)).toBe(false);
    expect(isSnoozed(withSnoozed(withSnooze, [row], null), row, now)).toBe(false);
  });

  it('are left out of the rows and the total', () => {
    const otherRow = { ...row, id: 'b' };
    const withSnooze = withSnoozed(marks, [row], new Date('2026-01-14T00:00:00.000Z'));
    expect(withoutSnoozed({ items: [row, otherRow], count: 7 }, withSnooze, now)).toEqual({
      items: [otherRow],
      count: 6,
    });
  });

  it('are limited to the latest', () => {
    const rows = Array.from({ length: 1200 }, (_, index) => ({ ...row, id: `r${index}` }));
    const seenIds = Object.keys(withSeen(marks, rows, true, now).seen);
    expect([seenIds.length, seenIds.at(-1)]).toEqual([1000, 'r1199']);
  });
});
